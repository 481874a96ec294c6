// User groups: the system's own, by role, and those that people make.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { GroupId, GroupSettingValue, Timestamp, UserId } from '../kit/values.ts';

export const UserGroup = z.object({
  id: GroupId,
  name: z.string(),
  description: z.string(),
  date_created: Timestamp.nullable(),
  creator_id: UserId.nullable(),
  members: z.array(UserId),
  direct_subgroup_ids: z.array(GroupId),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
});
export type UserGroup = z.output<typeof UserGroup>;

export const getUserGroups = endpoint({
  id: 'get-user-groups',
  method: 'GET',
  path: '/user_groups',
  access: 'user',
  params: z.object({ include_deactivated_groups: z.boolean().default(false) }),
  result: z.object({ user_groups: z.array(UserGroup) }),
  summary: 'List the user groups of the organization',
});

const members = z.object({ group_id: GroupId, user_ids: z.array(UserId) });
export const userGroupAddMembers = event({
  type: 'user_group',
  op: 'add_members',
  fields: members,
  summary: 'Users have become direct members of a group.',
});
export const userGroupRemoveMembers = event({
  type: 'user_group',
  op: 'remove_members',
  fields: members,
  summary: 'Users are no longer direct members of a group.',
});

export const groupsState = state({
  fetch: ['realm_user_groups'],
  fields: z.object({ realm_user_groups: z.array(UserGroup) }),
});

export const reduceGroups: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (!state.realm_user_groups) return state;
  const groups = state.realm_user_groups as UserGroup[];
  const set = (change: (group: UserGroup) => UserGroup): ClientState => ({
    ...state,
    realm_user_groups: groups.map(change),
  });
  if (event.type === 'user_group' && (event.op === 'add_members' || event.op === 'remove_members')) {
    const { group_id, user_ids } = event as unknown as z.output<typeof members>;
    return set((group) => {
      if (group.id !== group_id) return group;
      const rest = group.members.filter((user_id) => !user_ids.includes(user_id));
      return { ...group, members: event.op === 'add_members' ? [...rest, ...user_ids].sort((a, b) => a - b) : rest };
    });
  }
  // A deactivated user leaves every group as clients see it. Spec section 6.
  const person = event.person as { user_id: UserId; is_active?: boolean } | undefined;
  if (event.type === 'realm_user' && person?.is_active === false)
    return set((group) => ({ ...group, members: group.members.filter((user_id) => user_id !== person.user_id) }));
  return state;
};
