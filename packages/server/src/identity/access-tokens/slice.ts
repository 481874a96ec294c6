// Access tokens: named keys of an account that permit only some calls, and expire.

import { accessTokensContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { accessTokensInvariants } from './access-tokens.invariants.ts';
import { accessTokensRoutes } from './access-tokens.routes.ts';

export const accessTokensSlice = defineSlice({
  contract: accessTokensContract,
  tables: {
    access_tokens: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'token_id', without: ['token_digest'] },
      on_erasure: 'rows',
    },
  },
  invariants: accessTokensInvariants,
  open: (services: Services) => ({ routes: accessTokensRoutes(services) }),
});
