// What a response counts for until it is read.
import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { type Piece, SharedBytes } from '../../json/json-text.ts';
import { unreadResponses } from '../callers/held-bytes.ts';
import { RawResult } from '../route.ts';
import { respondCompressed, respondSuccess } from './respond.ts';

const KIB = 1024;
const CALLER = 7 as UserId;
/** Too many different characters to be made much shorter. */
const noise = (length: number) =>
  Array.from({ length: length / 64 }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64'),
  ).join('');
const result = (kib: number) => new RawResult(`"n":"${noise(kib * KIB)}"`);

const WAYS = {
  plain: (kib: number, delivery: Parameters<typeof respondSuccess>[3]) =>
    respondSuccess(result(kib), [], null, delivery),
  'of an endpoint that compresses, for a client that does not': (kib: number, delivery: never) =>
    respondCompressed(new Request('http://x/'), result(kib), [], null, delivery),
  compressed: (kib: number, delivery: never) =>
    respondCompressed(
      new Request('http://x/', { headers: { 'accept-encoding': 'gzip' } }),
      result(kib),
      [],
      null,
      delivery,
    ),
} as const;

it('[HT821] a response of 64 KiB or more counts from its beginning until its last byte is taken', async () => {
  for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
    const unread = unreadResponses(500 * KIB);
    const delivery = { unread, limit_key: CALLER };
    const respond = async (kib: number) => WAYS[way](kib, delivery as never);
    const reader = (await respond(400)).body!.getReader();
    await reader.read();
    await expect(respond(400)).rejects.toThrow('Too many large responses at once');
    // Small ones and those of others are not concerned.
    expect((await respond(32)).status).toBe(200);
    unread.requireRoom(8 as UserId, 400 * KIB);
    while (!(await reader.read()).done);
    const given_up = (await respond(400)).body!.getReader();
    await given_up.read();
    await expect(respond(400)).rejects.toThrow('Too many large responses at once');
    await given_up.cancel();
    const text = await (await respond(400)).arrayBuffer();
    expect(text.byteLength).toBeGreaterThan(200 * KIB);
  }
});

it('[HT800] bytes made for one response count, those that responses share do not', async () => {
  const bytes = Buffer.from(`"n":"${'x'.repeat(1200 * KIB)}"`);
  const leaveTwo = async (piece: () => Piece) => {
    const delivery = { unread: unreadResponses(500 * KIB), limit_key: CALLER };
    for (const _ of [1, 2])
      await respondSuccess(new RawResult([piece()]), [], null, delivery)
        .body!.getReader()
        .read();
  };
  await expect(leaveTwo(() => new Uint8Array(bytes))).rejects.toThrow('Too many large responses at once');
  await leaveTwo(() => new SharedBytes(bytes));
});
