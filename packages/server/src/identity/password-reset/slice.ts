// New passwords by links: mailed, or made by an administrator or the operator.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { passwordResetHandler } from './password-reset.actions.ts';
import { passwordComposers } from './password-reset.emails.ts';
import { passwordResetPages } from './password-reset.pages.ts';
import { passwordResetRoutes } from './password-reset.routes.ts';

export const passwordResetSlice = defineSlice({
  name: 'password-reset',
  tables: {
    confirmations: {
      accounts: ['user_id', 'made_by_user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
  },
  emails: ({ links }) => passwordComposers(links),
  open: (services: Services) => ({
    routes: passwordResetRoutes(services),
    forms: passwordResetPages(services),
    jobs: [passwordResetHandler(services.links, services.directory)],
  }),
});
