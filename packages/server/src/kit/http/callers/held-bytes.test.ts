// What all callers together leave unread, over a real socket.
import { expect, it } from 'bun:test';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { UserId } from '@stoa/contract';
import { arrivingBodies, HeldBytes } from './held-bytes.ts';

const MIB = 1024 * 1024;
const [HEAVY, OTHER, LIGHT] = [7, 8, 9] as [UserId, UserId, UserId];

/** More than the buffers of a connection take. */
function* chunks(size: number) {
  for (let at = 0; at < size; at += MIB) yield new Uint8Array(MIB);
}

type Stream = (unread: HeldBytes, limit_key: UserId, size: number) => ReadableStream<Uint8Array>;

async function checkSharing(stream: Stream): Promise<void> {
  const unread = new HeldBytes('full', 64 * MIB, 100 * MIB);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch(request) {
      const [, limit_key, mib] = new URL(request.url).pathname.split('/').map(Number);
      const size = mib! * MIB;
      try {
        unread.requireRoom(limit_key as UserId, size);
      } catch {
        return new Response('', { status: 429 });
      }
      return new Response(stream(unread, limit_key as UserId, size));
    },
  });
  const sockets: Socket[] = [];
  const get = (limit_key: UserId, mib: number) => fetch(`http://127.0.0.1:${server.port}/${limit_key}/${mib}`);
  /** Asks, and reads only the beginning. */
  const leaveUnread = async (limit_key: UserId, mib: number) => {
    const socket = connect(server.port!, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`GET /${limit_key}/${mib} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    return socket;
  };
  try {
    const oldest = await leaveUnread(HEAVY, 30);
    await leaveUnread(HEAVY, 30);
    await leaveUnread(OTHER, 35);
    // Half as much as the one who leaves most, with what they have: they have no better claim.
    expect((await get(OTHER, 10)).status).toBe(429);
    expect((await get(LIGHT, 40)).status).toBe(429);
    const closed = new Promise((resolve) => oldest.once('close', resolve));
    expect((await (await get(LIGHT, 20)).arrayBuffer()).byteLength).toBe(20 * MIB);
    oldest.resume();
    await closed;
    expect(oldest.bytesRead).toBeLessThan(30 * MIB);
    // What was taken from the one is room for others.
    expect((await (await get(LIGHT, 30)).arrayBuffer()).byteLength).toBe(30 * MIB);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop(true);
  }
  for (let patience = 500; patience > 0; patience--) {
    try {
      unread.requireRoom(LIGHT, 101 * MIB);
      return;
    } catch {
      await Bun.sleep(10);
    }
  }
  throw new Error('something still counts although nobody reads');
}

it('[HT855] without room for a response, whoever leaves most unread loses the oldest of their own', async () => {
  await checkSharing((unread, limit_key, size) => unread.streamChunks(limit_key, size, chunks(size)));
  await checkSharing((unread, limit_key, size) => unread.streamBytes(limit_key, new Uint8Array(size)));
});

it('[HT858] without room for a body, whoever has begun to send most loses the oldest of their own', async () => {
  const arriving = arrivingBodies(64 * MIB, 100 * MIB);
  const bodies: (() => void)[] = [];
  const send = (limit_key: UserId, mib: number) =>
    arriving
      .during(limit_key, mib * MIB, () => new Promise<string>((resolve) => bodies.push(() => resolve('there'))))
      .catch(({ code }: { code: string }) => code);
  const [oldest, next, other] = [send(HEAVY, 30), send(HEAVY, 30), send(OTHER, 35)];
  expect(await send(OTHER, 10)).toBe('RATE_LIMIT_HIT');
  expect(await send(LIGHT, 40)).toBe('RATE_LIMIT_HIT');
  const light = send(LIGHT, 20);
  expect(await oldest).toBe('RATE_LIMIT_HIT');
  const more = send(LIGHT, 10);
  for (const arrive of bodies) arrive();
  expect(await Promise.all([next, other, light, more])).toEqual(['there', 'there', 'there', 'there']);
  arriving.requireRoom(LIGHT, 101 * MIB);
});
