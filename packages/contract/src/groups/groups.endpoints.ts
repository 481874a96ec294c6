// Listing, creating, changing and nesting user groups.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { ExpectationMismatch, GroupSettingUpdate } from '../kit/group-setting.ts';
import { ChannelId, GroupId, GroupSettingValue, UserId } from '../kit/values.ts';
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './groups.events.ts';
import { GROUP_PERMISSION_NAMES, type GroupPermission, UserGroup } from './groups.ts';

/** A use of a group that prevents its deactivation. */
export const GroupObjection = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subgroup'), supergroup_ids: z.array(GroupId) }),
  z.object({ type: z.literal('realm'), settings: z.array(z.string()) }),
  /** `channel_id` is absent for channels the caller cannot know of, all of them combined. */
  z.object({ type: z.literal('channel'), channel_id: ChannelId.optional(), settings: z.array(z.string()) }),
  z.object({ type: z.literal('user_group'), group_id: GroupId, settings: z.array(z.string()) }),
]);
export type GroupObjection = z.output<typeof GroupObjection>;

export const CannotDeactivateGroupInUse = apiError({
  code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
  status: 400,
  summary: 'The group is in use: by a permission of a channel, the organization or a group, or as a subgroup.',
  fields: { objections: z.array(GroupObjection) },
});

const path = { user_group_id: GroupId };
const users = z.array(UserId);
const groups = z.array(GroupId);
const permissions = <T extends z.ZodType>(type: T) =>
  Object.fromEntries(GROUP_PERMISSION_NAMES.map((name) => [name, type])) as Record<GroupPermission, T>;

const givesPermissions = (params: Partial<Record<GroupPermission, unknown>>): boolean =>
  GROUP_PERMISSION_NAMES.some((name) => params[name] !== undefined);

export const getUserGroups = endpoint({
  id: 'get-user-groups',
  method: 'GET',
  path: '/user_groups',
  access: 'member',
  scope: 'read',
  params: () => z.object({ include_deactivated_groups: z.boolean().default(false) }),
  result: () => z.object({ user_groups: z.array(UserGroup) }),
  compressed: true,
  summary: 'List the user groups of the organization',
});

export const createUserGroup = endpoint({
  id: 'create-user-group',
  method: 'POST',
  path: '/user_groups/create',
  access: 'member',
  scope: 'administer',
  params: () =>
    z.object({
      name: z.string(),
      description: z.string(),
      members: users,
      subgroups: groups.default([]),
      ...permissions(GroupSettingValue.optional()),
    }),
  result: () => z.object({ group_id: GroupId }),
  fresh_password: givesPermissions,
  emits: [userGroupAdd],
  summary: 'Create a user group',
});

export const updateUserGroup = endpoint({
  id: 'update-user-group',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  access: 'member',
  scope: 'administer',
  params: () =>
    z.object({
      ...path,
      name: z.string().optional(),
      description: z.string().optional(),
      ...permissions(GroupSettingUpdate.optional()),
      /** `false` reactivates the group. */
      deactivated: z.boolean().optional(),
    }),
  fresh_password: givesPermissions,
  errors: [ExpectationMismatch],
  emits: [userGroupUpdate, userGroupAdd],
  summary: 'Change the name, the description or the permissions of a user group, or reactivate it',
});

export const deactivateUserGroup = endpoint({
  id: 'deactivate-user-group',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  access: 'user',
  scope: 'administer',
  params: () => z.object(path),
  errors: [CannotDeactivateGroupInUse],
  emits: [userGroupUpdate, userGroupRemove],
  summary: 'Deactivate a user group that is not in use',
});

export const getUserGroupMembers = endpoint({
  id: 'get-user-group-members',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  access: 'member',
  scope: 'read',
  params: () => z.object({ ...path, direct_member_only: z.boolean().default(false) }),
  result: () => z.object({ members: users }),
  summary: 'List the members of a user group, including those of nested groups',
});

export const updateUserGroupMembers = endpoint({
  id: 'update-user-group-members',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  access: 'user',
  scope: 'administer',
  params: () =>
    z.object({
      ...path,
      delete: users.default([]),
      add: users.default([]),
      delete_subgroups: groups.default([]),
      add_subgroups: groups.default([]),
    }),
  // Asked for groups that give power. [GR17]
  fresh_password: 'by-stored',
  emits: [userGroupAddMembers, userGroupRemoveMembers, userGroupAddSubgroups, userGroupRemoveSubgroups],
  summary: 'Change the members and subgroups of a user group, including joining and leaving it',
});

export const getIsUserGroupMember = endpoint({
  id: 'get-is-user-group-member',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  access: 'member',
  scope: 'read',
  params: () => z.object({ ...path, user_id: UserId, direct_member_only: z.boolean().default(false) }),
  result: () => z.object({ is_user_group_member: z.boolean() }),
  summary: 'Check whether an account is in a user group',
});

export const getUserGroupSubgroups = endpoint({
  id: 'get-user-group-subgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  access: 'member',
  scope: 'read',
  params: () => z.object({ ...path, direct_subgroup_only: z.boolean().default(false) }),
  result: () => z.object({ subgroups: groups }),
  summary: 'List the subgroups of a user group',
});

export const updateUserGroupSubgroups = endpoint({
  id: 'update-user-group-subgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  access: 'member',
  scope: 'administer',
  params: () => z.object({ ...path, delete: groups.default([]), add: groups.default([]) }),
  fresh_password: 'by-stored',
  emits: [userGroupAddSubgroups, userGroupRemoveSubgroups],
  summary: 'Change the subgroups of a user group',
});
