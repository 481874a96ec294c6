// Many uploads of one person at once.
import { expect, it } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { UserId } from '@stoa/contract';
import { basic, serveTests } from '@stoa/testkit';
import type { Actor } from '../../kit/access/actor.ts';
import { Caps } from '../../kit/limits/caps.ts';
import { RunningUploads } from './running-uploads.ts';

const { server, cast } = await serveTests();

it('[UP890] eight are received at once, the others when those have ended; uploads of others wait for none', async () => {
  const port = Number(new URL(server.url).port);
  const head = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  const tail = '\r\n--X--\r\n';
  const body = Buffer.alloc(100_000, 'x');
  const begin = (): { socket: Socket; status: Promise<string> } => {
    const socket = connect(port, '127.0.0.1');
    const status = new Promise<string>((resolve) => {
      socket.on('error', () => {});
      socket.once('data', (data) => resolve(data.toString().slice(9, 12)));
    });
    const lines = [
      'POST /api/v1/user_uploads HTTP/1.1',
      `Host: ${new URL(server.url).host}`,
      `Authorization: ${basic(cast.dara).authorization}`,
      'Content-Type: multipart/form-data; boundary=X',
      `Content-Length: ${head.length + body.length + tail.length}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${head}`);
    socket.write(body);
    return { socket, status };
  };
  const arriving = () => {
    const found = readdirSync(join(server.data, 'incoming'), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).length;
  };
  const uploads = Array.from({ length: 20 }, begin);
  await Bun.sleep(500);
  expect(arriving()).toBe(8);
  const { url } = await cast.eli.uploadFile({}, { file: new File(['mine'], 'mine.txt') });
  expect(url).toContain('mine.txt');
  for (const { socket } of uploads) socket.write(tail);
  expect(await Promise.all(uploads.map(({ status }) => status))).toEqual(Array(20).fill('200'));
  for (const { socket } of uploads) socket.destroy();
  expect(arriving()).toBe(0);
}, 60_000);

it('[UP890] an upload whose client has gone leaves its place in the queue', async () => {
  const uploads = new RunningUploads(server.app as never, new Caps());
  const actor = { user_id: 5 as UserId, bot_owner_id: null, realm: { realm_id: 1 } } as unknown as Actor;
  const held = Promise.withResolvers<void>();
  const abort = new AbortController();
  const receive = (signal?: AbortSignal) =>
    uploads.receive(actor, new Request('http://x/', { signal: signal ?? null }), () => held.promise);
  const running = Array.from({ length: 8 }, () => receive());
  const gone = receive(abort.signal).catch((error: Error) => error.message);
  abort.abort();
  expect(await gone).toBe('The client has gone away');
  held.resolve();
  await Promise.all(running);
});
