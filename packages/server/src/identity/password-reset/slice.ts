// New passwords by mail.
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { passwordResetHandler } from './password-reset.actions.ts';
import { passwordComposers } from './password-reset.emails.ts';
import { passwordResetPages } from './password-reset.pages.ts';

export const passwordResetSlice = defineSlice({
  name: 'password-reset',
  tables: {
    confirmations: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
  },
  emails: ({ links }) => passwordComposers(links),
  open: (services: Services) => ({
    forms: passwordResetPages(services),
    jobs: [passwordResetHandler(services.links)],
  }),
});
