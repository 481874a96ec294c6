// SCIM 2.0: identity providers create, change and deactivate accounts and groups.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { scimInvariants } from './scim.invariants.ts';
import { scimPages } from './scim.pages.ts';

export const scimSlice = defineSlice({
  name: 'scim',
  tables: {
    scim_users: {
      accounts: ['user_id'],
      on_export: { none: 'of use only to the identity provider that wrote it' },
      on_own_export: { owner: 'user_id', by: 'user_id' },
      on_erasure: 'rows',
    },
  },
  invariants: scimInvariants,
  open: (services: Services) => ({ raw: scimPages(services) }),
});
