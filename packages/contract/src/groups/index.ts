// User groups.
import { slice } from '../kit/slice.ts';
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
} from './groups.endpoints.ts';
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './groups.events.ts';
import { groupsState, reduceGroups } from './groups.ts';

export * from './groups.endpoints.ts';
export * from './groups.events.ts';
export * from './groups.ts';

export const groupsContract = slice({
  name: 'groups',
  endpoints: {
    getUserGroups,
    createUserGroup,
    updateUserGroup,
    deactivateUserGroup,
    getUserGroupMembers,
    updateUserGroupMembers,
    getIsUserGroupMember,
    getUserGroupSubgroups,
    updateUserGroupSubgroups,
  },
  events: [
    userGroupAdd,
    userGroupUpdate,
    userGroupAddMembers,
    userGroupRemoveMembers,
    userGroupAddSubgroups,
    userGroupRemoveSubgroups,
    userGroupRemove,
  ],
  state: { groups: groupsState },
  reduce: [reduceGroups],
});
