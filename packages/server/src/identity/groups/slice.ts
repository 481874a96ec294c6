// User groups.

import { groupsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentUserGroup } from '../membership/group-events.present.ts';
import { groupsInvariants } from './groups.invariants.ts';
import { findGroupsText } from './groups.queries.ts';
import { groupsRoutes } from './groups.routes.ts';

export const groupsSlice = defineSlice({
  contract: groupsContract,
  routes: groupsRoutes,
  presenters: { user_group: presentUserGroup },
  state: {
    groups: async (db, { realm, params }) => ({
      realm_user_groups: await findGroupsText(
        db,
        realm.realm_id,
        params.client_capabilities.include_deactivated_groups ?? false,
      ),
    }),
  },
  tables: {
    user_group_members: {
      accounts: ['user_id'],
      on_export: { in: 'groups.json' },
      on_own_export: { owner: 'user_id', by: 'group_id' },
      on_erasure: 'rows',
    },
    user_groups: {
      accounts: ['creator_id'],
      on_export: { in: 'groups.json' },
      on_own_export: { none: 'it is the organization’s' },
      on_erasure: { none: 'it is the organization’s' },
    },
  },
  invariants: groupsInvariants,
});
