// Clients that disconnect badly, again and again, must leave nothing behind. Counts live objects after a full
// collection instead of resident memory, so that a leaked request shows whatever the allocator keeps.

import { heapStats } from 'bun:jsc';
import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveTests } from '@stoa/testkit';
import { basic } from '@stoa/testkit/kit';

const POLLS = 1000;
const ROUNDS = 5;
const UPLOADS = 20;
const SLOW_READERS = 10;
/** Together larger than the kernel's buffers for a connection that nobody reads. */
const LONG_MESSAGES = 800;
const TIMEOUT_MS = 10_000;
/** Objects a round may still hold by chance: the last response, a timer, a cache entry. */
const SLACK = 20;

setDefaultTimeout(120_000); // thousands of connections, also on a machine that is busy with other things

const { server, cast } = await serveTests();
let queue_ids: string[];

beforeAll(async () => {
  const request = { event_types: ['message'], fetch_event_types: [] };
  await cast.dara.subscribe({ subscriptions: [{ name: 'churn' }] });
  const long = { type: 'channel', to: 'churn', topic: 'long', content: 'word '.repeat(1900) } as const;
  await each(Array.from({ length: LONG_MESSAGES }), () => cast.dara.sendMessage(long));
  const register = async () => (await cast.dara.registerQueue(request)).queue_id!;
  queue_ids = await each(Array.from({ length: POLLS }), register);
});

/** Runs the work with bounded concurrency. */
async function each<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 50)
    results.push(...(await Promise.all(items.slice(at, at + 50).map(work))));
  return results;
}

const port = () => Number(new URL(server.url).port);

function head(method: string, path: string): string {
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic(cast.dara).authorization}\r\n`;
}

async function send(text: string): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Half of them close properly, half are destroyed. */
function leave(sockets: Socket[]): void {
  for (const [n, socket] of sockets.entries()) n % 2 === 0 ? socket.resetAndDestroy() : socket.end().destroy();
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const patience = performance.now() + TIMEOUT_MS;
  while (!holds()) {
    if (performance.now() > patience) throw new Error(`not within ${TIMEOUT_MS} ms: ${what}`);
    await Bun.sleep(10);
  }
}

async function abandonPolls(): Promise<void> {
  const waiting = await Promise.all(
    queue_ids.map((queue_id) => send(`${head('GET', `/events?queue_id=${queue_id}&last_event_id=-1`)}\r\n`)),
  );
  await until('all polls wait', () => server.app.feed.waiting_polls === POLLS);
  leave(waiting);
  await until('no poll waits', () => server.app.feed.waiting_polls === 0);
}

async function breakUploads(): Promise<void> {
  const part = '--b\r\nContent-Disposition: form-data; name="content"; filename="f"\r\n\r\n';
  const body = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n${part}${'x'.repeat(200_000)}`;
  const sockets = await Promise.all(Array.from({ length: UPLOADS }, () => send(`${head('POST', '/messages')}${body}`)));
  await Bun.sleep(50);
  leave(sockets);
}

/** Each requests more than a socket's buffers hold and reads none of it. */
async function readNothing(): Promise<void> {
  const query = `anchor=newest&num_before=${LONG_MESSAGES}&num_after=0`;
  const request = `${head('GET', `/messages?${query}`)}\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: SLOW_READERS }, async () => {
      const socket = await send(request);
      return socket.pause();
    }),
  );
  await Bun.sleep(300);
  leave(sockets);
}

interface Held {
  requests: number;
  signals: number;
  heap_bytes: number;
}

async function held(): Promise<Held> {
  // Closing takes a few turns of the event loop, and finalizers free objects only for the next collection.
  for (let turn = 0; turn < 3; turn++) {
    await Bun.sleep(50);
    Bun.gc(true);
  }
  const { objectTypeCounts, heapSize } = heapStats();
  const requests = (objectTypeCounts.BunRequest ?? 0) + (objectTypeCounts.Request ?? 0);
  return { requests, signals: objectTypeCounts.AbortSignal ?? 0, heap_bytes: heapSize };
}

it('[EV19] disconnected polls, uploads and readers leave nothing behind', async () => {
  const live = () => server.app.feed.queues.size;
  // Fills the cache of message texts, which has a bound of its own.
  await cast.dara.getMessages({ anchor: 'newest', num_before: LONG_MESSAGES, num_after: 0 });
  const before = await held();
  const rounds: Held[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await abandonPolls();
    expect(live()).toBe(POLLS);
    await breakUploads();
    await readNothing();
    rounds.push(await held());
  }
  const [first, last] = [rounds[0]!, rounds.at(-1)!];
  expect(last.requests).toBeLessThan(before.requests + SLACK);
  expect(last.signals).toBeLessThan(before.signals + SLACK);
  expect(last.heap_bytes).toBeLessThan(first.heap_bytes * 1.1);
  await each(queue_ids, (queue_id) => cast.dara.deleteQueue({ queue_id }));
  expect(live()).toBe(0);
});
