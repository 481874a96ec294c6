// The permissions of the client's own account, derived from the organization's permissions and known groups. Pure.
import type { UserGroup } from '../groups/groups.ts';
import type { ClientState } from '../kit/state.ts';
import type { GroupId, GroupSettingValue, UserId } from '../kit/values.ts';
import { type PermissionSetting, REALM_PERMISSIONS, type RealmPermission } from './permission-settings.ts';

function isIn(groups: ReadonlyMap<GroupId, UserGroup>, user_id: UserId, from: readonly GroupId[]): boolean {
  const visited = new Set<GroupId>();
  const waiting = [...from];
  for (let group_id = waiting.pop(); group_id !== undefined; group_id = waiting.pop()) {
    const group = groups.get(group_id);
    if (!group || group.deactivated || visited.has(group_id)) continue;
    if (group.members.includes(user_id)) return true;
    visited.add(group_id);
    waiting.push(...group.direct_subgroup_ids);
  }
  return false;
}

/**
 * Whether the account holds a permission of the organization. Guests hold only permissions that can be given to everyone.
 */
export function holdsRealmPermission(state: ClientState, permission: RealmPermission): boolean {
  return holdsPermission(state, REALM_PERMISSIONS[permission], state[`realm_${permission}`] as GroupSettingValue);
}

/** Whether the account holds a permission of a channel or group; `kind` says which values the permission can have. */
export function holdsPermission(state: ClientState, kind: PermissionSetting, value: GroupSettingValue): boolean {
  if (state.is_guest && !kind.allow_everyone_group) return false;
  const user_id = state.user_id as UserId;
  const groups = new Map((state.realm_user_groups as UserGroup[]).map((group) => [group.id, group]));
  if (typeof value === 'number') return isIn(groups, user_id, [value]);
  return value.direct_members.includes(user_id) || isIn(groups, user_id, value.direct_subgroups);
}

/** The derived fields of the response of register, besides the permissions. */
export function ownPermissions(holds: (permission: RealmPermission) => boolean, web_public: boolean) {
  const can_create_public_streams = holds('can_create_public_channel_group');
  const can_create_private_streams = holds('can_create_private_channel_group');
  return {
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams: web_public && holds('can_create_web_public_channel_group'),
    can_create_streams: can_create_public_streams || can_create_private_streams,
    can_subscribe_other_users: holds('can_add_subscribers_group'),
    can_invite_others_to_realm: holds('can_invite_users_group'),
  };
}
/** The permissions that {@link ownPermissions} checks. */
export const OWN_PERMISSIONS = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_add_subscribers_group',
  'can_invite_users_group',
] as const satisfies RealmPermission[];
