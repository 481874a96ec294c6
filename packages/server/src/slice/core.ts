// Tables and periodic work that belong to no single slice: the event log and its queues, jobs, and idempotency keys.

import { pruneIdempotencyKeys } from '../kit/write/idempotency.ts';
import { coreInvariants } from './core.invariants.ts';
import { defineSlice } from './define-slice.ts';
import type { Services } from './services.ts';

/** How often expired idempotency keys are removed. */
const PRUNING_MS = 60 * 60_000;

export const coreSlice = defineSlice({
  name: 'core',
  tables: {
    account_use: {
      accounts: ['user_id'],
      on_export: { none: 'sums of what is listed elsewhere' },
      on_own_export: { owner: 'user_id', by: 'user_id' },
      on_erasure: 'rows',
    },
    event_queues: {
      accounts: ['user_id'],
      on_export: { none: 'connections of clients' },
      on_own_export: { none: 'connections of clients' },
      on_erasure: 'rows',
    },
    idempotency_keys: {
      accounts: ['user_id'],
      on_export: { none: 'answers of the last day, sealed' },
      on_own_export: { none: 'answers of the last day, sealed' },
      on_erasure: 'rows',
    },
  },
  invariants: coreInvariants,
  open: ({ writer, clock }: Services) => ({
    periodic: [{ name: 'idempotency keys', every_ms: PRUNING_MS, run: () => pruneIdempotencyKeys(writer, clock) }],
  }),
});
