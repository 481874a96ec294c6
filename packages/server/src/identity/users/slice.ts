// People: accounts as others see them.

import { usersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { usersInvariants } from './users.invariants.ts';
import { presentRealmUser } from './users.present.ts';
import { usersRoutes } from './users.routes.ts';
import { findUsersState } from './users-state.queries.ts';

export const usersSlice = defineSlice({
  contract: usersContract,
  routes: usersRoutes,
  presenters: { realm_user: presentRealmUser },
  state: {
    users: (db, { actor, client_gravatar, params, time_slice }) => {
      const user_list_incomplete = params.client_capabilities.user_list_incomplete ?? false;
      return findUsersState(db, actor, { client_gravatar, user_list_incomplete, time_slice });
    },
  },
  tables: {
    users: {
      accounts: ['user_id', 'bot_owner_id'],
      on_export: { in: 'users.json' },
      on_own_export: { in: 'account.json' },
      on_erasure: { none: 'messages need a sender: it loses what it says of the person' },
    },
  },
  invariants: usersInvariants,
});
