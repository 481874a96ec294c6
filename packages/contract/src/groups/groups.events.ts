// Events of user groups. Clients without the capability `include_deactivated_groups` receive no events of deactivated
// groups:
// they receive `remove` for a deactivation and `add` for a reactivation.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { GroupId, UserId } from '../kit/values.ts';
import { groupPermissions, UserGroup } from './groups.ts';

export const userGroupAdd = event({
  type: 'user_group',
  op: 'add',
  fields: () => z.object({ group: UserGroup }),
  summary: 'A group was created or, for clients without `include_deactivated_groups`, reactivated.',
});

export const userGroupUpdate = event({
  type: 'user_group',
  op: 'update',
  fields: () =>
    z.object({
      group_id: GroupId,
      /** Only what changed. */
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
  fields: () => members,
  summary: 'Users were added to a group as direct members.',
});
export const userGroupRemoveMembers = event({
  type: 'user_group',
  op: 'remove_members',
  fields: () => members,
  summary: 'Direct members were removed from a group.',
});

const subgroups = z.object({ group_id: GroupId, direct_subgroup_ids: z.array(GroupId) });
export const userGroupAddSubgroups = event({
  type: 'user_group',
  op: 'add_subgroups',
  fields: () => subgroups,
  summary: 'Subgroups were added to a group.',
});
export const userGroupRemoveSubgroups = event({
  type: 'user_group',
  op: 'remove_subgroups',
  fields: () => subgroups,
  summary: 'Subgroups were removed from a group.',
});

export const userGroupRemove = event({
  type: 'user_group',
  op: 'remove',
  fields: () => z.object({ group_id: GroupId }),
  summary: 'A group was deactivated; sent to clients without `include_deactivated_groups`.',
});
