// Bodies that may take long to arrive: files over slow lines. The runtime has one time limit from the beginning of a request to the end of its
// body, whatever arrives meanwhile; here such a body has a limit that grows with its size, and one for silence.
import { BadRequest } from '@stoa/contract';
import { withTimeLimit } from '../../time/time-limit.ts';
import type { Peers } from '../callers/client-address.ts';

/** An idle connection is closed after this long, whatever it waits for; longer than any poll is silent. [HT21] */
export const IDLE_SECS = 150;
/** The slowest line that is waited for. [HT825] */
const BYTES_PER_SEC = 8 * 1024;

/** Receives a body without the runtime's time limit. */
export async function withoutTimeLimit<T>(request: Request, peers: Peers, receive: () => Promise<T>): Promise<T> {
  peers.timeout?.(request, 0);
  try {
    return await receive();
  } finally {
    peers.timeout?.(request, IDLE_SECS);
  }
}

/** The chunks of a body of at most so many bytes; throws if it is silent for too long, or slower than the slowest line. */
export async function* timelyChunks(
  body: ReadableStream<Uint8Array>,
  bytes: number,
  silence_ms = IDLE_SECS * 1000,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  const end = performance.now() + silence_ms + (bytes / BYTES_PER_SEC) * 1000;
  try {
    for (;;) {
      const time_limit_ms = Math.max(1, Math.min(silence_ms, end - performance.now()));
      const late = () => BadRequest('The body of the request arrives too slowly');
      const { done, value } = await withTimeLimit(reader.read(), time_limit_ms, late);
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody waits for what a silent client does not send.
    reader.cancel().catch(() => {});
  }
}
