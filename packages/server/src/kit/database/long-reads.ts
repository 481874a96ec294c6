// Long reads: they take turns, the store enforces their time limit, and they end when the client is gone.
import { ReadTimedOut, ServerBusy } from '@stoa/contract';
import type { Connection } from './connection.ts';
import { clientDisconnected, RETRY_SECS, ReadTurns, type Requester, type TurnLimits } from './read-turns.ts';

export interface LongReadLimits extends TurnLimits {
  /** Limit from the first statement of a read to its last. */
  readonly time_limit_ms: number;
}

export const LONG_READS: LongReadLimits = {
  places: 2,
  places_each: 1,
  waiting_each: 20,
  max_wait_ms: 30_000,
  time_limit_ms: 10_000,
};

export function readTimedOut() {
  return ReadTimedOut(
    'This took too long to find. Ask for fewer messages, or narrow it to a channel, a topic, a conversation or a sender.',
  );
}

const stopping = () => ServerBusy('The server is stopping', { 'retry-after': RETRY_SECS });

/** A connection with a snapshot, for one read. */
export interface LentConnection {
  readonly db: Connection;
  /** Cancels the running statement; every further one fails. */
  cancel(): void;
  /** Returns the connection. */
  end(): Promise<void>;
}

export class LongReads {
  private readonly turns: ReadTurns;
  private readonly stops = new Set<(reason: () => Error) => void>();

  constructor(
    private readonly limits: LongReadLimits,
    private readonly lend: () => Promise<LentConnection>,
  ) {
    this.turns = new ReadTurns(limits);
  }

  /** Cancels running reads. */
  close(): void {
    for (const stop of this.stops) stop(stopping);
  }

  async read<T>(requester: Requester, read: (db: Connection) => Promise<T>): Promise<T> {
    const endTurn = await this.turns.take(requester);
    try {
      const lent = await this.lend();
      let stopped: (() => Error) | null = null;
      const stop = (reason: () => Error) => {
        stopped ??= reason;
        lent.cancel();
      };
      this.stops.add(stop);
      const leave = () => stop(clientDisconnected);
      const timer = setTimeout(stop, this.limits.time_limit_ms, readTimedOut);
      requester.signal?.addEventListener('abort', leave);
      try {
        if (requester.signal?.aborted) throw clientDisconnected();
        return await read(lent.db);
      } catch (error) {
        throw (stopped as (() => Error) | null)?.() ?? error;
      } finally {
        clearTimeout(timer);
        this.stops.delete(stop);
        requester.signal?.removeEventListener('abort', leave);
        await lent.end();
      }
    } finally {
      endTurn();
    }
  }
}
