// Passkeys: signing in by what a device keeps, for accounts with a password of this server.
import { passkeysContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { passkeySessionsRoutes } from './passkey-sessions.routes.ts';
import { passkeyComposer } from './passkeys.emails.ts';
import { passkeysInvariants } from './passkeys.invariants.ts';
import { passkeysRoutes } from './passkeys.routes.ts';

export const passkeysSlice = defineSlice({
  contract: passkeysContract,
  tables: {
    passkeys: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: {
        owner: 'user_id',
        by: 'passkey_id',
        without: ['credential_id', 'public_key', 'user_handle', 'counter'],
      },
      on_erasure: 'rows',
    },
  },
  invariants: passkeysInvariants,
  emails: () => [passkeyComposer],
  open: (services: Services) => ({ routes: [...passkeysRoutes(services), ...passkeySessionsRoutes(services)] }),
});
