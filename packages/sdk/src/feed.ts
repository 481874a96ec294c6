// A state that stays current: registers, applies every event, and registers again when the queue expires.
import {
  ApiError,
  BAD_EVENT_QUEUE_ID,
  type ClientState,
  type InitialState,
  type InputOf,
  type ReceivedEvent,
  reduce,
  type registerQueue,
} from '@stoa/contract';
import { Backoff, type BackoffOptions, isTransient } from './backoff.ts';
import type { Client } from './client.ts';

export type FeedParams = InputOf<typeof registerQueue>;

export interface FeedOptions {
  /** Closes the feed. */
  signal?: AbortSignal;
  backoff?: BackoffOptions;
  /**
   * A state known from before, to begin with while the server can't be reached; null if there is none. The queue is then
   * registered as soon as it can be, and yields a `registered` change.
   */
  stored?: () => Promise<ClientState | null>;
}

/** `event`: the state now includes this event. `registered`: the queue was lost and the whole state is new. */
export type Change =
  | { readonly kind: 'event'; readonly event: ReceivedEvent; readonly state: ClientState }
  | { readonly kind: 'registered'; readonly state: ClientState };

export interface Feed {
  /** The response of register, or a stored state, with all events read so far applied. */
  readonly state: ClientState;
  /** Empty until a queue is registered. */
  readonly queue_id: string;
  readonly last_event_id: number;
  /** Yields each change once, in order, until the feed is closed. One reader at a time. */
  changes(): AsyncGenerator<Change, void, void>;
  /** Ends the feed and deletes the queue. */
  close(): Promise<void>;
}

/** Opens a feed. Throws if the register call fails; retries after later temporary failures. */
export async function openFeed(client: Client, params: FeedParams = {}, options: FeedOptions = {}): Promise<Feed> {
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const register = () => client.registerQueue(params, { signal });
  let current: Registered = await register().then(registered, async (error: unknown) => {
    const stored = isTransient(error) ? await options.stored?.() : null;
    if (!stored) throw error;
    return { state: stored, queue_id: '', last_event_id: -1, timeout_ms: undefined };
  });

  /** Registers a new queue after the old one was lost, retrying for as long as the server is unavailable. */
  async function registerAgain(): Promise<void> {
    const backoff = new Backoff(options.backoff);
    for (;;) {
      try {
        current = registered(await register());
        return;
      } catch (error) {
        if (!isTransient(error)) throw error;
        await backoff.wait(signal);
      }
    }
  }

  async function* read(): AsyncGenerator<Change, void, void> {
    if (current.queue_id === '') {
      await registerAgain();
      yield { kind: 'registered', state: current.state };
    }
    for (;;) {
      const { queue_id, last_event_id, timeout_ms } = current;
      try {
        for await (const event of client.events({
          queue_id,
          last_event_id,
          timeout_ms,
          signal,
          backoff: options.backoff,
        })) {
          current = { ...current, state: reduce(current.state, event), last_event_id: event.id };
          yield { kind: 'event', event, state: current.state };
        }
        return;
      } catch (error) {
        if (!isQueueLost(error)) throw error;
        await registerAgain();
        yield { kind: 'registered', state: current.state };
      }
    }
  }

  return {
    get state() {
      return current.state;
    },
    get queue_id() {
      return current.queue_id;
    },
    get last_event_id() {
      return current.last_event_id;
    },
    async *changes() {
      try {
        yield* read();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    async close() {
      ending.abort();
      if (current.queue_id === '') return;
      await client.deleteQueue({ queue_id: current.queue_id }).catch((error: unknown) => {
        // If the queue cannot be deleted now, the server deletes it once it has been idle long enough.
        if (!isQueueLost(error) && !isTransient(error)) throw error;
      });
    },
  };
}

interface Registered {
  readonly state: ClientState;
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly timeout_ms: number | undefined;
}

function registered(answer: InitialState): Registered {
  const { queue_id, last_event_id, event_queue_longpoll_timeout_seconds: timeout } = answer;
  if (queue_id === null) throw new TypeError('a caller without an account has no event queue');
  return { state: answer, queue_id, last_event_id, timeout_ms: timeout === undefined ? undefined : timeout * 1000 };
}

function isQueueLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === BAD_EVENT_QUEUE_ID;
}
