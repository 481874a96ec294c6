// A poll that waits for an event.
import type { EventId } from '@stoa/contract';
import type { PendingAnswer } from '../kit/http/route.ts';
import type { LiveQueue } from './live-queues.ts';

/** Why a poll that waits should end: its client is gone, or its credentials are. */
export type PollEnd = Pick<AbortSignal, 'aborted'>;

/** One object, neither closures nor listeners, because ten thousand wait at once. */
export class Poll {
  constructor(
    readonly live: LiveQueue,
    /** The newest event the client has. */
    readonly after: EventId,
    /** Everything up to here is known to hold nothing for this poll. */
    public scanned: EventId,
    readonly started_at: number,
    /** Looked at by every sweep: a listener takes half a kilobyte in the runtime. */
    readonly signal: PollEnd,
    readonly pending: PendingAnswer,
  ) {}

  get is_waiting(): boolean {
    return this.live.poll === this;
  }
}
