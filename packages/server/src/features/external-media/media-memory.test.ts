// Memory for media of other sites, over all callers.
import { expect, it } from 'bun:test';
import type { RealmId } from '@stoa/contract';
import { unreadResponses } from '../../kit/http/callers/held-bytes.ts';
import type { Outbound, OutboundResponse } from '../../kit/outbound/outbound.ts';
import { PoolFull } from '../../kit/scheduling/fair-pool.ts';
import { serve } from './external-media.routes.ts';
import { FetchedMedia } from './fetched-media.ts';
import type { Decoding } from './media.queries.ts';
import { MediaMemory, type MediaMemoryLimits } from './media-memory.ts';

const MIB = 1024 * 1024;
const REALM = 1 as RealmId;
/** While it is fetched, 16 MiB are counted. */
const FILM_BYTES = 15 * MIB;

function stage(limits: MediaMemoryLimits) {
  const fetched: string[] = [];
  const site = {
    async request(url: string): Promise<OutboundResponse> {
      fetched.push(url);
      await Bun.sleep(url.includes('slow') ? 300 : 5);
      return { url, status: 200, headers: { 'content-type': 'video/mp4' }, body: Buffer.alloc(FILM_BYTES, 7) };
    },
  } as Outbound;
  const memory = new MediaMemory(limits);
  const media = new FetchedMedia({} as Decoding, site, memory);
  const unread = unreadResponses(1024 * MIB, Number.POSITIVE_INFINITY);
  /** Begins to read a film and leaves the rest. */
  const begin = async (limit_key: string, name: string) => {
    const lease = await media.lease(REALM, `https://films.example/${name}.mp4`, limit_key, 0);
    const answer = serve(lease!, { limit_key, request: new Request('http://x/') }, unread);
    const reader = answer.body!.getReader();
    await reader.read();
    return reader;
  };
  return { memory, fetched, begin };
}

const readRest = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> => {
  try {
    while (!(await reader.read()).done);
    return 'whole';
  } catch {
    return 'broken off';
  }
};

it('[HT890] whoever has most loses the oldest when others need room', async () => {
  const { memory, begin } = stage({ max_bytes: 64 * MIB });
  const hog = [await begin('192.0.2.1', 'a'), await begin('192.0.2.1', 'b'), await begin('192.0.2.1', 'c')];
  hog.push(await begin('192.0.2.1', 'd'));
  expect(memory.bytes).toBe(4 * FILM_BYTES);
  const other = await begin('192.0.2.2', 'e');
  expect(memory.bytes).toBe(4 * FILM_BYTES);
  expect(await readRest(other)).toBe('whole');
  expect(await Promise.all(hog.map(readRest))).toEqual(['broken off', 'whole', 'whole', 'whole']);
  expect(memory.bytes).toBe(0);
});

it('[HT890] others wait until somebody has read, or took too long', async () => {
  const { memory, begin } = stage({ max_bytes: 40 * MIB, reading_ms: 1000 });
  const [first, second] = [await begin('192.0.2.1', 'a'), await begin('192.0.2.2', 'b')];
  let begun = 0;
  const waiting = ['192.0.2.3', '192.0.2.4'].map(async (limit_key, at) => {
    const reader = await begin(limit_key, `c${at}`);
    begun += 1;
    return readRest(reader);
  });
  await Bun.sleep(100);
  expect(begun).toBe(0);
  expect(await readRest(first)).toBe('whole');
  await Bun.sleep(400);
  expect(begun).toBeGreaterThan(0);
  expect(await Promise.all(waiting)).toEqual(['whole', 'whole']);
  const third = await begin('192.0.2.3', 'd');
  // Two who read slowly: the one who has read for a second has to go.
  await Bun.sleep(800);
  const fourth = await begin('192.0.2.4', 'e');
  expect(await Promise.all([second, third, fourth].map(readRest))).toEqual(['broken off', 'whole', 'whole']);
  expect(memory.bytes).toBe(0);
});

it('[HT890] refuses what waits too long', async () => {
  const { memory, begin } = stage({ max_bytes: 20 * MIB, max_wait_ms: 300 });
  const first = await begin('192.0.2.1', 'a');
  const error = await begin('192.0.2.2', 'b').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PoolFull);
  expect(await readRest(first)).toBe('whole');
  expect(memory.bytes).toBe(0);
});

it('[HT890] a medium that many read is fetched and counted once, until all have gone', async () => {
  const { memory, fetched, begin } = stage({ max_bytes: 64 * MIB });
  const names = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6'];
  const readers = await Promise.all(names.map((name) => begin(name, 'popular')));
  readers.push(await begin('192.0.2.7', 'popular'));
  expect(fetched).toHaveLength(1);
  expect(memory.bytes).toBe(FILM_BYTES);
  for (const reader of readers.slice(1)) await reader.cancel();
  expect(memory.bytes).toBe(FILM_BYTES);
  await readers[0]!.cancel();
  expect(memory.bytes).toBe(0);
});

it('[HT891] slow sites, and who asks for much, leave fetches to the others of their organization', async () => {
  const begin = (media: FetchedMedia, url: string, limit_key: string) => media.lease(REALM, url, limit_key, 0);
  const running: string[] = [];
  const held = Promise.withResolvers<void>();
  const site = {
    async request(url: string): Promise<OutboundResponse> {
      running.push(url);
      if (url.includes('slow')) await held.promise;
      return { url, status: 404, headers: {}, body: Buffer.alloc(0) };
    },
  } as Outbound;
  const media = new FetchedMedia({} as Decoding, site);
  const slow = Array.from({ length: 20 }, (_, at) => begin(media, `https://slow.example/${at}.mp4`, `192.0.2.${at}`));
  await Bun.sleep(10);
  expect(running).toHaveLength(3);
  slow.push(...Array.from({ length: 20 }, (_, at) => begin(media, `https://slow${at}.example/`, '192.0.2.99')));
  await Bun.sleep(10);
  expect(running).toHaveLength(7);
  expect(await begin(media, 'https://quick.example/a.mp4', '192.0.2.2')).toBeNull();
  held.resolve();
  expect(await Promise.all(slow)).toEqual(Array(40).fill(null));
});
