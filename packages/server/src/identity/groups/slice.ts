// User groups.

import { groupsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentUserGroup } from '../membership/group-events.present.ts';
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
});
