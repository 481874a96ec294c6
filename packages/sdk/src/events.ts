// The long-poll loop over one queue. Survives a server that is away for a while; never registers.
import type { getEvents, ReceivedEvent } from '@stoa/contract';
import { Backoff, type BackoffOptions, isPassing } from './backoff.ts';
import type { Method } from './client.ts';

/** Longer than the server lets a poll wait; what register says is better. */
const POLL_TIMEOUT_MS = 120_000;

export interface EventsOptions {
  queue_id: string;
  /** The newest event already known. */
  last_event_id: number;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** `event_queue_longpoll_timeout_seconds` of the register answer, in milliseconds: a poll without an answer for so long is given up. */
  timeout_ms?: number;
  backoff?: BackoffOptions;
}

/**
 * Yields the events after `last_event_id`, each once, heartbeats included. An event is acknowledged when the consumer
 * asks for the one after its batch. Ends without an error when `signal` aborts.
 */
export async function* eventsOf(
  poll: Method<typeof getEvents>,
  { queue_id, last_event_id, signal, timeout_ms = POLL_TIMEOUT_MS, backoff: backoffOptions }: EventsOptions,
): AsyncGenerator<ReceivedEvent, void, void> {
  const backoff = new Backoff(backoffOptions);
  let newest = last_event_id;
  while (!signal?.aborted) {
    try {
      const { events } = await poll({ queue_id, last_event_id: newest }, { signal, timeout_ms });
      // Nothing in an answer to a blocking poll: the server is stopping, or somebody else has polled this queue.
      if (events.length === 0) await backoff.wait(signal);
      else backoff.reset();
      for (const event of events as ReceivedEvent[]) {
        if (signal?.aborted) return;
        if (event.id <= newest) continue;
        yield event;
        newest = event.id;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      await backoff.wait(signal).catch(() => {});
    }
  }
}
