// User status.

import { userStatusContract } from '@stoa/contract';
import { findSeenIds } from '../../identity/users/user-access.queries.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import { findStatuses } from './user-status.queries.ts';
import { userStatusRoutes } from './user-status.routes.ts';

export const userStatusSlice = defineSlice({
  contract: userStatusContract,
  routes: userStatusRoutes,
  state: {
    user_status: async (db, { actor }) => ({
      user_status: await findStatuses(db, actor.realm.realm_id, await findSeenIds(db, actor)),
    }),
  },
  tables: {
    user_status: {
      accounts: ['user_id'],
      on_export: { none: 'it says what holds for the moment' },
      on_own_export: { owner: 'user_id', by: 'user_id' },
      on_erasure: 'rows',
    },
  },
});
