// Responses that are small and cost much: tiny chunks, and announcements of a response that never comes.
import { expect, it } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { Outbound, OutboundError } from './outbound.ts';
import { parseRanges } from './outbound-addresses.ts';

const outbound = new Outbound({ allow: parseRanges('127.0.0.1') });

const LAST_CHUNK = '0\r\n\r\n';

/** Answers one request with `head`, then with `part` again and again, at most `times`, until the client hangs up. */
async function answered(head: string, part: string, times: number, max_bytes: number, end = LAST_CHUNK) {
  const server = createServer((socket: Socket) => {
    let left = times;
    const pour = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(part)) {
          socket.once('drain', pour);
          return;
        }
      }
      if (!socket.destroyed) socket.end(end);
    };
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(head);
      pour();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  try {
    const { body } = await outbound.request(`http://127.0.0.1:${port}/`, { max_bytes });
    return { bytes: body.length };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { reason: error.reason, message: error.message };
  } finally {
    server.close();
  }
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const MEBIBYTE = 1024 * 1024;

it('[OB7] a body in tiny chunks is refused long before its limit', async () => {
  const tiny = '1\r\na\r\n'.repeat(1000);
  expect(await answered(CHUNKED, tiny, 1000, 16 * MEBIBYTE)).toEqual({
    reason: 'unreachable',
    message: 'the answer comes in too small chunks',
  });
});

it('[OB7] a few tiny chunks, and many ordinary ones, are a body like any other', async () => {
  expect(await answered(CHUNKED, '1\r\na\r\n', 1000, 1000)).toEqual({ bytes: 1000 });
  const hundred = `64\r\n${'a'.repeat(100)}\r\n`.repeat(100);
  expect(await answered(CHUNKED, hundred, 50, MEBIBYTE)).toEqual({ bytes: 500_000 });
});

it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
  '[OB7] a response that is announced for ever (%s) is given up',
  async (status) => {
    const announced = `HTTP/1.1 ${status}\r\n\r\n`.repeat(100);
    expect(await answered(announced, announced, 1000, 1000)).toEqual({
      reason: 'unreachable',
      message: 'the answer is announced again and again',
    });
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
    expect(await answered(`HTTP/1.1 ${status}\r\n\r\n${final}`, '', 0, 1000, '')).toEqual({ bytes: 2 });
  },
);
