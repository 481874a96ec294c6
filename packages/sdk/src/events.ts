// Long polling of one queue. Retries while the server is unavailable; never registers a queue.
import type { getEvents, ReceivedEvent } from '@stoa/contract';
import { Backoff, type BackoffOptions, isTransient } from './backoff.ts';
import type { Method } from './method.ts';

/** Longer than any poll the server holds; register returns the exact limit. */
const POLL_TIMEOUT_MS = 120_000;

export interface EventsOptions {
  queue_id: string;
  /** The newest event already received. */
  last_event_id: number;
  /** Ends the iteration. */
  signal?: AbortSignal;
  /**
   * Milliseconds after which a poll without a response is aborted: `event_queue_longpoll_timeout_seconds` of register, times
   * 1,000.
   */
  timeout_ms?: number;
  backoff?: BackoffOptions;
}

/**
 * Yields each event after `last_event_id` once, including heartbeats. Acknowledges a batch when the consumer asks for
 * the event after it. Ends without an error when `signal` aborts.
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
      // A blocking poll returned no events: the server is stopping, or another client polled this queue.
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
      if (!isTransient(error)) throw error;
      await backoff.wait(signal).catch(() => {});
    }
  }
}
