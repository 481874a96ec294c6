// Custom profile fields and their values.

import { profileFieldsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findProfileFieldsState } from './profile-fields.queries.ts';
import { profileFieldsRoutes } from './profile-fields.routes.ts';

export const profileFieldsSlice = defineSlice({
  contract: profileFieldsContract,
  routes: profileFieldsRoutes,
  state: { profile_fields: (db, { realm }) => findProfileFieldsState(db, realm.realm_id) },
  tables: {
    custom_profile_values: {
      accounts: ['user_id'],
      on_export: { in: 'users.json' },
      on_own_export: { in: 'account.json' },
      on_erasure: 'rows',
    },
  },
});
