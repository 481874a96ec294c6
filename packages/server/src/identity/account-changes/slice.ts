// Account changes by administrators and by the account itself.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { accountChangesRoutes } from './account-changes.routes.ts';
import { deactivationComposer } from './deactivation.emails.ts';

export const accountChangesSlice = defineSlice({
  name: 'account-changes',
  emails: () => [deactivationComposer],
  open: (services: Services) => ({ routes: accountChangesRoutes(services) }),
});
