// What belongs to no slice of its own: the log and its queues, jobs, and answers to repeated requests.

import { pruneIdempotencyKeys } from '../kit/idempotency.ts';
import { defineSlice } from './define-slice.ts';
import type { Services } from './services.ts';

/** Records of repeatable requests are removed so late at most. */
const PRUNING_MS = 60 * 60_000;

export const coreSlice = defineSlice({
  name: 'core',
  open: ({ writer, clock }: Services) => ({
    periodic: [{ name: 'idempotency keys', every_ms: PRUNING_MS, run: () => pruneIdempotencyKeys(writer, clock) }],
  }),
});
