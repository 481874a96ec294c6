// User groups, system and custom: their state after register, and how events change it.
import { z } from 'zod';
import type { ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { GroupId, GroupSettingValue, Timestamp, UserId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_USER_GROUP_NAME_LENGTH = 100;
/** In Unicode code points. */
export const MAX_USER_GROUP_DESCRIPTION_LENGTH = 1024;

/** Permissions of a group. */
export const groupPermissions = {
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
} as const;
export type GroupPermission = keyof typeof groupPermissions;
export const GROUP_PERMISSION_NAMES = Object.keys(groupPermissions) as GroupPermission[];

export const UserGroup = z.object({
  id: GroupId,
  name: z.string(),
  description: z.string(),
  /** Null for system groups. */
  date_created: Timestamp.nullable(),
  creator_id: UserId.nullable(),
  /** Direct members, without deactivated accounts. */
  members: z.array(UserId),
  direct_subgroup_ids: z.array(GroupId),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  ...groupPermissions,
});
export type UserGroup = z.output<typeof UserGroup>;

/** Includes deactivated groups for clients with `include_deactivated_groups`. */
export const groupsState = state({
  fetch: ['realm_user_groups'],
  fields: () => z.object({ realm_user_groups: z.array(UserGroup) }),
});

const ascending = (a: number, b: number) => a - b;

function changed<I extends number>(present: readonly I[], ids: readonly I[], added: boolean): I[] {
  const rest = present.filter((id) => !ids.includes(id));
  return added ? [...rest, ...ids].sort(ascending) : rest;
}

function reduceGroup(group: UserGroup, event: ReceivedEvent): UserGroup {
  const user_ids = event.user_ids as UserId[];
  const subgroup_ids = event.direct_subgroup_ids as GroupId[];
  switch (event.op) {
    case 'update':
      return { ...group, ...(event.data as Partial<UserGroup>) };
    case 'add_members':
    case 'remove_members':
      return { ...group, members: changed(group.members, user_ids, event.op === 'add_members') };
    case 'add_subgroups':
    case 'remove_subgroups': {
      const direct_subgroup_ids = changed(group.direct_subgroup_ids, subgroup_ids, event.op === 'add_subgroups');
      return { ...group, direct_subgroup_ids };
    }
    default:
      return group;
  }
}

function reduceList(groups: readonly UserGroup[], event: ReceivedEvent): readonly UserGroup[] {
  if (event.type === 'user_group') {
    if (event.op === 'add') {
      const added = event.group as UserGroup;
      return [...groups.filter(({ id }) => id !== added.id), added].sort((a, b) => a.id - b.id);
    }
    if (event.op === 'remove') return groups.filter(({ id }) => id !== event.group_id);
    return groups.map((group) => (group.id === event.group_id ? reduceGroup(group, event) : group));
  }
  // Clients see a deactivated user as a member of no group. Spec section 6.
  const person = event.person as { user_id: UserId; is_active?: boolean } | undefined;
  if (event.type === 'realm_user' && person?.is_active === false)
    return groups.map((group) => ({ ...group, members: changed(group.members, [person.user_id], false) }));
  return groups;
}

export const reduceGroups: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (!state.realm_user_groups) return state;
  const groups = state.realm_user_groups as UserGroup[];
  const realm_user_groups = reduceList(groups, event);
  return realm_user_groups === groups ? state : { ...state, realm_user_groups };
};
