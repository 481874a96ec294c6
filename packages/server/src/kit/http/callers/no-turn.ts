// The refusals of requests that wait for their turn.
import { type ApiError, RateLimitHit } from '@stoa/contract';
import { clientDisconnected } from '../../database/read-turns.ts';
import { PoolFull } from '../../scheduling/fair-pool.ts';

const RETRY_SECS = 5;

export const tooManyAtOnce = (): ApiError =>
  RateLimitHit('Too many requests at once: wait for the answers to the earlier ones', { 'retry-after': RETRY_SECS });

/** The refusal of a request that got no turn in a pool; any other error as it is. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof PoolFull)) return error;
  return error.reason === 'aborted' ? clientDisconnected() : tooManyAtOnce();
}
