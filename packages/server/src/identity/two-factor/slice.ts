// Two-factor sign-in by authenticator apps, for accounts with a password of this server.
import { twoFactorContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { twoFactorComposer } from './two-factor.emails.ts';
import { twoFactorInvariants } from './two-factor.invariants.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';

export const twoFactorSlice = defineSlice({
  contract: twoFactorContract,
  tables: {
    two_factor: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'user_id', without: ['secret_sealed'] },
      on_erasure: 'rows',
    },
    recovery_codes: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { none: 'a key, or what follows from one' },
      on_erasure: 'rows',
    },
  },
  invariants: twoFactorInvariants,
  emails: () => [twoFactorComposer],
  open: (services: Services) => ({ routes: twoFactorRoutes(services) }),
});
