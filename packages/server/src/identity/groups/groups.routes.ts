// User groups.
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from '@stoa/contract';
import { RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { getVisibleUser } from '../users/users.queries.ts';
import { createGroup, deactivateGroup, updateGroup } from './editing.actions.ts';
import { findGroupsText, findMembers, findSubgroupIds, getGroup, getGroupRow, isMember } from './groups.queries.ts';
import { changeMembers } from './members.actions.ts';

export const groupsRoutes: Route[] = [
  read(getUserGroups, async ({ db, realm }, { include_deactivated_groups }) => {
    const user_groups = await findGroupsText(db, realm.realm_id, include_deactivated_groups);
    return new RawResult(fieldsOf({ user_groups }));
  }),
  write(createUserGroup, async (context, params) => ({ group_id: await createGroup(context, context.actor, params) })),
  write(updateUserGroup, async (context, { user_group_id, ...changes }) => {
    await updateGroup(context, context.actor, user_group_id, changes);
    return {};
  }),
  write(deactivateUserGroup, async (context, { user_group_id }) => {
    await deactivateGroup(context, context.actor, user_group_id);
    return {};
  }),
  read(getUserGroupMembers, async ({ db, realm }, { user_group_id, direct_member_only }) => ({
    members: await findMembers(db, realm.realm_id, user_group_id, direct_member_only),
  })),
  write(updateUserGroupMembers, async (context, { user_group_id, ...changes }) => {
    await changeMembers(context, context.actor, user_group_id, changes);
    return {};
  }),
  read(getIsUserGroupMember, async ({ db, actor, realm }, { user_group_id, user_id, direct_member_only }) => {
    await getGroupRow(db, realm.realm_id, user_group_id);
    const user = await getVisibleUser(db, actor, user_id);
    const is_member = user.is_active && (await isMember(db, realm.realm_id, user_group_id, user, direct_member_only));
    return { is_user_group_member: is_member };
  }),
  read(getUserGroupSubgroups, async ({ db, realm }, { user_group_id, direct_subgroup_only }) => ({
    subgroups: direct_subgroup_only
      ? (await getGroup(db, realm.realm_id, user_group_id)).direct_subgroup_ids
      : await findSubgroupIds(db, realm.realm_id, user_group_id),
  })),
  write(updateUserGroupSubgroups, async (context, { user_group_id, ...changes }) => {
    const { add: add_subgroups, delete: delete_subgroups } = changes;
    await changeMembers(context, context.actor, user_group_id, {
      add: [],
      delete: [],
      add_subgroups,
      delete_subgroups,
    });
    return {};
  }),
];
