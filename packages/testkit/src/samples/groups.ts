// A successful call for each endpoint of groups.
import type { groupsContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

async function ownGroup({ cast, unique }: Stage): Promise<number> {
  const { ada } = cast;
  const group = { name: `sample group ${unique()}`, description: '', members: [ada.user_id] };
  return (await ada.createUserGroup(group)).group_id;
}

export const groupsSamples: Samples<typeof groupsContract> = {
  getUserGroups: () => ({}),
  createUserGroup: ({ unique }) => ({ name: `sample ${unique()}`, description: '', members: [] }),
  updateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage), description: 'described' }),
  deactivateUserGroup: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  getUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupMembers: async (stage) => ({ user_group_id: await ownGroup(stage), add: [stage.cast.dara.user_id] }),
  getIsUserGroupMember: async (stage) => ({ user_group_id: await ownGroup(stage), user_id: stage.cast.dara.user_id }),
  getUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage) }),
  updateUserGroupSubgroups: async (stage) => ({ user_group_id: await ownGroup(stage), add: [await ownGroup(stage)] }),
};
