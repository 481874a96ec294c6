// What happens to user groups. A client without the capability `include_deactivated_groups` hears nothing of deactivated
// ones: to it deactivating is `remove` and reactivating `add`.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { GroupId, UserId } from '../kit/values.ts';
import { groupPermissions, UserGroup } from './groups.ts';

export const userGroupAdd = event({
  type: 'user_group',
  op: 'add',
  fields: z.object({ group: UserGroup }),
  summary: 'A group has been made, or for clients that do not know deactivated groups: reactivated.',
});

export const userGroupUpdate = event({
  type: 'user_group',
  op: 'update',
  fields: z.object({
    group_id: GroupId,
    /** Only what has changed. */
    data: z
      .object({ name: z.string(), description: z.string(), deactivated: z.boolean(), ...groupPermissions })
      .partial(),
  }),
  summary: 'The name, the description or a permission of a group has changed, or it was deactivated or reactivated.',
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

const subgroups = z.object({ group_id: GroupId, direct_subgroup_ids: z.array(GroupId) });
export const userGroupAddSubgroups = event({
  type: 'user_group',
  op: 'add_subgroups',
  fields: subgroups,
  summary: 'Groups have been nested in a group.',
});
export const userGroupRemoveSubgroups = event({
  type: 'user_group',
  op: 'remove_subgroups',
  fields: subgroups,
  summary: 'Groups are no longer nested in a group.',
});

export const userGroupRemove = event({
  type: 'user_group',
  op: 'remove',
  fields: z.object({ group_id: GroupId }),
  summary: 'A group has been deactivated; for clients that do not know deactivated groups.',
});
