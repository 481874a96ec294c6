// A channel as visible to accounts that can know of it. Spec 2.1.
import { z } from 'zod';
import { ChannelId, GroupSettingValue, MessageId, Timestamp, UserId } from '../kit/values.ts';

export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;

/** Lengths in Unicode code points. */
export const MAX_STREAM_NAME_LENGTH = 60;
export const MAX_STREAM_DESCRIPTION_LENGTH = 1024;

export const channelPermissions = {
  can_add_subscribers_group: GroupSettingValue,
  can_remove_subscribers_group: GroupSettingValue,
  can_administer_channel_group: GroupSettingValue,
  can_send_message_group: GroupSettingValue,
  can_subscribe_group: GroupSettingValue,
  can_create_topic_group: GroupSettingValue,
  can_delete_any_message_group: GroupSettingValue,
  can_delete_own_message_group: GroupSettingValue,
  can_move_messages_out_of_channel_group: GroupSettingValue,
  can_move_messages_within_channel_group: GroupSettingValue,
  can_resolve_topics_group: GroupSettingValue,
};
export type ChannelPermission = keyof typeof channelPermissions;

export const Channel = z.object({
  stream_id: ChannelId,
  name: z.string(),
  is_archived: z.boolean(),
  /** Markdown. */
  description: z.string(),
  rendered_description: z.string(),
  date_created: Timestamp,
  creator_id: UserId.nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  /** Deprecated: 1 anyone, 2 administrators, 3 full members, 4 moderators. */
  stream_post_policy: z.int(),
  /** Deprecated. */
  is_announcement_only: z.boolean(),
  /** Null: the organization's value; -1: forever. */
  message_retention_days: z.int().nullable(),
  history_public_to_subscribers: z.boolean(),
  first_message_id: MessageId.nullable(),
  is_recently_active: z.boolean(),
  stream_weekly_traffic: z.int().nullable(),
  folder_id: z.int().nullable(),
  topics_policy: z.enum(TOPICS_POLICIES),
  subscriber_count: z.int(),
  ...channelPermissions,
});
export type Channel = z.output<typeof Channel>;

/** Which subscribers a reader receives: all, some, or none. */
export const subscriberLists = {
  subscribers: z.array(UserId).optional(),
  partial_subscribers: z.array(UserId).optional(),
};
