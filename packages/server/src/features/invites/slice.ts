// Invitations by mail and by link.

import { invitesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { invitationComposer } from './invites.emails.ts';
import { invitesRoutes } from './invites.routes.ts';

export const invitesSlice = defineSlice({
  contract: invitesContract,
  letters: (services) => [invitationComposer(services)],
  open: (services: Services) => ({ routes: invitesRoutes(services) }),
});
