// Closed-loop load: every connection sends its next request as soon as the last reply is complete.
// A reply that is not a success ends the run: a fast error must never count as throughput.
import type { HttpSocket } from './http-socket.ts';
import type { Reply } from './response-parser.ts';

export interface LoopResult {
  requests: number;
  seconds: number;
  /** Milliseconds, in order of completion. */
  latencies_ms: number[];
}

function mustSucceed(reply: Reply): void {
  if (reply.status === 200) return;
  throw new Error(`status ${reply.status}: ${reply.body.toString('utf8', 0, 300)}`);
}

/** `next(connection, n)` gives the bytes of the n-th request of that connection. */
export async function closedLoop(
  sockets: HttpSocket[],
  stopAfter: { seconds: number } | { requests: number },
  next: (connection: number, n: number) => Buffer,
): Promise<LoopResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const deadline = 'seconds' in stopAfter ? started + stopAfter.seconds * 1000 : Number.POSITIVE_INFINITY;
  let budget = 'requests' in stopAfter ? stopAfter.requests : Number.POSITIVE_INFINITY;

  async function drive(socket: HttpSocket, connection: number): Promise<void> {
    for (let n = 0; budget > 0 && performance.now() < deadline; n++) {
      budget--;
      const request = next(connection, n);
      const sent = performance.now();
      mustSucceed(await socket.send(request));
      latencies.push(performance.now() - sent);
    }
  }

  await Promise.all(sockets.map(drive));
  return { requests: latencies.length, seconds: (performance.now() - started) / 1000, latencies_ms: latencies };
}
