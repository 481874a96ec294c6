// People an account has muted.

import { mutedUsersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findMutedUsers } from './muted-users.queries.ts';
import { mutedUsersRoutes } from './muted-users.routes.ts';

export const mutedUsersSlice = defineSlice({
  contract: mutedUsersContract,
  routes: mutedUsersRoutes,
  state: { muted_users: async (db, { actor }) => ({ muted_users: await findMutedUsers(db, actor.user_id) }) },
  tables: {
    muted_users: {
      accounts: ['user_id', 'muted_user_id'],
      on_export: { field: 'muted_users', find: findMutedUsers },
      on_erasure: 'rows',
    },
    silenced_senders: {
      accounts: ['user_id', 'sender_id'],
      on_export: { none: 'it follows from who is muted' },
      on_own_export: { none: 'it follows from who is muted' },
      on_erasure: 'rows',
    },
  },
});
