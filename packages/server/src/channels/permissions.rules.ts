// The permissions a channel has: their defaults, and which groups they may be given to. Pure.
import { BadRequest, type ChannelPermission, channelPermissions } from '@stoa/contract';

export const CHANNEL_PERMISSIONS = Object.keys(channelPermissions) as ChannelPermission[];

/** System groups that hold what a new channel does not say; the creator administers it. [CH9] */
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

/** Permissions that only those the organization lets set them may give. [CH20] */
export const DELETION_PERMISSIONS: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];

/** Permissions that never reach guests, so that they can't be given to everyone. */
const NOT_FOR_EVERYONE: ReadonlySet<ChannelPermission> = new Set([
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
  'can_delete_any_message_group',
]);

/** Throws if a permission can't be given to a system group. */
export function checkSystemGroup(permission: ChannelPermission, group_name: string): void {
  const refused =
    group_name === 'role:internet' || (group_name === 'role:everyone' && NOT_FOR_EVERYONE.has(permission));
  if (refused) throw BadRequest(`'${permission}' setting cannot be set to '${group_name}' group.`);
}
