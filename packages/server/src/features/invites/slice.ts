// Invitations by email and by link.

import { invitesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { invitationComposer } from './invites.emails.ts';
import { invitesRoutes } from './invites.routes.ts';

export const invitesSlice = defineSlice({
  contract: invitesContract,
  tables: {
    invites: {
      accounts: ['invited_by_user_id'],
      on_export: { none: 'it has addresses of people who have not come' },
      on_own_export: { owner: 'invited_by_user_id', by: 'id', without: ['nonce', 'key_hash'] },
      on_erasure: 'rows',
    },
  },
  emails: (services) => [invitationComposer(services)],
  open: (services: Services) => ({ routes: invitesRoutes(services) }),
});
