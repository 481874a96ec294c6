// Sessions: signing in by device.

import { sessionsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { sessionsInvariants } from './sessions.invariants.ts';
import { sessionsRoutes } from './sessions.routes.ts';

export const sessionsSlice = defineSlice({
  contract: sessionsContract,
  tables: {
    sessions: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'session_id', without: ['key_digest'] },
      on_erasure: 'rows',
    },
  },
  invariants: sessionsInvariants,
  open: (services: Services) => ({ routes: sessionsRoutes(services) }),
});
