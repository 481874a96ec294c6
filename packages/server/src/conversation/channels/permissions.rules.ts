// The permissions of channels and their defaults. Pure.
import { type ChannelPermission, channelPermissions } from '@stoa/contract';

export const CHANNEL_PERMISSIONS = Object.keys(channelPermissions) as ChannelPermission[];

/** System groups that hold permissions not set by the creator, who administers the channel. [CH9] */
export const PERMISSION_DEFAULTS: Readonly<Record<ChannelPermission, string>> = {
  can_add_subscribers_group: 'role:nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_administer_channel_group: 'role:nobody',
  can_send_message_group: 'role:everyone',
  can_subscribe_group: 'role:nobody',
  can_create_topic_group: 'role:everyone',
  can_delete_any_message_group: 'role:nobody',
  can_delete_own_message_group: 'role:nobody',
  can_move_messages_out_of_channel_group: 'role:nobody',
  can_move_messages_within_channel_group: 'role:nobody',
  can_resolve_topics_group: 'role:nobody',
};

/** Permissions that can be granted only by those the organization lets set them. [CH20] */
export const DELETION_PERMISSIONS: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];
