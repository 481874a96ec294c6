// The permissions a channel has: their defaults, which groups they may be given to, and who holds one. Pure.
import {
  BadRequest,
  type ChannelPermission,
  channelPermissions,
  type GroupId,
  type GroupSettingValue,
  type UserId,
} from '@stoa/contract';

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

const ascending = (a: number, b: number) => a - b;

/** One form for equal values: ids once and in order, a single group as its id. */
export function normalPermission(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value;
  const direct_members = [...new Set(value.direct_members)].sort(ascending);
  const direct_subgroups = [...new Set(value.direct_subgroups)].sort(ascending);
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!;
  return { direct_members, direct_subgroups };
}

export function groupsOf(value: GroupSettingValue): readonly GroupId[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups;
}

export function membersOf(value: GroupSettingValue): readonly UserId[] {
  return typeof value === 'number' ? [] : value.direct_members;
}

/** Whether somebody who belongs to `groups` holds what `value` grants. */
export function holds(user_id: UserId, groups: ReadonlySet<GroupId>, value: GroupSettingValue): boolean {
  return membersOf(value).includes(user_id) || groupsOf(value).some((group_id) => groups.has(group_id));
}
