// The rows this slice owns.
import type {
  Channel,
  ChannelId,
  ChannelPermission,
  GroupSettingValue,
  RealmId,
  RecipientId,
  UserId,
} from '@stoa/contract';

/** A channel as it is stored. */
export type ChannelRow = Record<ChannelPermission, GroupSettingValue> & {
  stream_id: ChannelId;
  realm_id: RealmId;
  /** The recipient of messages to the channel. */
  recipient_id: RecipientId;
  name: string;
  /** `name` in the form that equal names share. */
  name_key: string;
  description: string;
  rendered_description: string;
  /** Seconds since 1970. */
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  /** New accounts are subscribed to it. */
  is_default: boolean;
  /** In days; null: the organization's; -1: forever. */
  message_retention_days: number | null;
  topics_policy: Channel['topics_policy'];
  folder_id: number | null;
  /** Increases with every change of the row or its subscriptions. */
  revision: number;
  /** Number of active subscriptions, those of deactivated accounts included. */
  active_subscriptions: number;
};
