// Schedules long reads: a few at a time, account by account, so that many reads of one account don't delay another's.
import { type ApiError, BadRequest, RateLimitHit, ServerBusy } from '@stoa/contract';
import { FairPool, PoolFull } from '../scheduling/fair-pool.ts';

/** The client that requests a long read. */
export interface Requester {
  /** Shares one place in the queue: an account, or the address of a client without one. */
  readonly account: string;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface TurnLimits {
  /** Most reads at a time. None: on the embedded database, long reads run as short ones do. */
  readonly places: number;
  /** Most reads of one account at a time ... */
  readonly places_each: number;
  /** ... and most that may wait. */
  readonly waiting_each: number;
  /** A read that has waited this long is refused. */
  readonly max_wait_ms: number;
}

/** Seconds a client should wait before it retries. */
export const RETRY_SECS = 5;

/** The response of a closed connection; nobody reads it. */
export function clientDisconnected(): ApiError {
  return BadRequest('The client has gone away');
}

export class ReadTurns {
  private readonly pool: FairPool<string>;

  constructor(limits: TurnLimits) {
    this.pool = new FairPool({ ...limits, waiting: Number.POSITIVE_INFINITY });
  }

  /** Resolves when it is this account's turn, with a function that ends the turn. */
  async take({ account, signal }: Requester): Promise<() => void> {
    try {
      return await this.pool.enter(account, signal);
    } catch (error) {
      throw error instanceof PoolFull ? refusalOf(error) : error;
    }
  }
}

function refusalOf({ reason }: PoolFull): ApiError {
  const retry = { 'retry-after': RETRY_SECS };
  if (reason === 'aborted') return clientDisconnected();
  if (reason === 'too many wait')
    return RateLimitHit('Too many long reads at once: wait for the answers to the earlier ones', retry);
  return ServerBusy('The server is busy with other long reads: try again later', retry);
}
