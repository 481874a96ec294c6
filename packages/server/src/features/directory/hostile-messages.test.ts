// Messages of a directory that its library would read for ever, or for long: nobody signs in by them, and nobody else waits.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { DIRECTORY_BASE, FakeDirectory, reasonOf } from '@stoa/testkit';
import type { LogFields, Logger } from '../../kit/logging/logger.ts';
import { CheckedSocket } from './checked-socket.ts';
import { LdapDirectory } from './ldap-directory.ts';
import { MessageChecks } from './ldap-messages.rules.ts';

let directory: FakeDirectory;
const lines: string[] = [];
const write = ({ error }: LogFields) => void lines.push(String(error).split('\n').at(-1)!);
const log: Logger = { debug: write, info: write, warn: write, error: write, has: () => true };
beforeAll(async () => {
  directory = await FakeDirectory.start();
});
afterAll(() => directory.stop());

/** An element, with the length that it has, or another one. */
function element(tag: number, content: Buffer | string, length?: number): Buffer {
  const bytes = Buffer.from(content as string);
  const head = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(length ?? bytes.length, 2);
  return Buffer.concat([head, bytes]);
}
const all = (tag: number, ...parts: Buffer[]) => element(tag, Buffer.concat(parts));
const message = (...parts: Buffer[]) => all(0x30, Buffer.from([0x02, 0x01, 3]), ...parts);
const text = (value: string) => element(0x04, value);
const DONE = all(0x65, Buffer.from([0x0a, 0x01, 0x00]), text(''), text(''));
const ENDLESS = 0x7fffffff;
const PERSON = text(`uid=x,${DIRECTORY_BASE}`);

/** Each made the library read for ever: what it waits for is never there. */
const ENDLESS_MESSAGES: readonly Buffer[] = [
  message(all(0x64, PERSON, element(0x30, '', ENDLESS))),
  message(all(0x64, PERSON, all(0x30, all(0x30, text('cn'), element(0x31, '', ENDLESS))))),
  message(all(0x64, PERSON, element(0x04, Buffer.from([0x30, 0x00, 0x04])))),
  message(all(0x64, PERSON, all(0x30, element(0x04, Buffer.concat([text('cn'), element(0x31, '', ENDLESS)]))))),
  message(element(0x73, '', ENDLESS)),
  message(all(0x61, Buffer.from([0x0a, 0x01, 0x00]), text(''), text(''), element(0x87, '', ENDLESS))),
  message(DONE, element(0xa0, '', ENDLESS)),
  message(DONE, all(0xa0, element(0x04, Buffer.from([0x04, 0x00, 0x04])))),
  message(DONE, all(0xa0, all(0x30, text('1.2'), text(''), text('\x04')))),
  message(
    all(0x61, Buffer.from([0x0a, 0x01, 0x00]), text(''), text(''), element(0xa0, Buffer.from([0x04, 0x00, 0x04]))),
  ),
];

async function answered(answer: Buffer, settings = {}): Promise<unknown> {
  const server = createServer((socket: Socket) => {
    let questions = 0;
    socket.on('error', () => {});
    socket.on('data', () => {
      questions += 1;
      // The first one is answered as it should be.
      const bound = all(0x61, Buffer.from([0x0a, 0x01, 0x00]), text(''), text(''));
      if (questions === 1 && !('encryption' in settings)) socket.write(all(0x30, Buffer.from([0x02, 0x01, 2]), bound));
      else socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const asked = new LdapDirectory({ ...directory.settings, ...settings, port }, log);
  try {
    return await reasonOf(
      asked.authenticate(
        'x',
        async () => 'a password',
        () => {},
      ),
    );
  } finally {
    server.close();
  }
}

it('[LD801] a length that leads out of its message ends the connection, also before it is encrypted', async () => {
  lines.length = 0;
  for (const answer of ENDLESS_MESSAGES) {
    expect(await answered(answer)).toBe('directory_unreachable');
    expect(await answered(answer, { encryption: 'starttls' })).toBe('directory_unreachable');
  }
  expect(new Set(lines)).toEqual(new Set(['the answer is no message of LDAP']));
}, 30_000);

it('[LD801] what is wrong may come before anything was asked', async () => {
  const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const socket = new CheckedSocket(connect(port, '127.0.0.1'));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  expect(socket.errored?.message).toBe('the answer is no message of LDAP');
  const asked = new LdapDirectory({ ...directory.settings, port }, log);
  const signedIn = asked.authenticate(
    'x',
    async () => 'a password',
    () => {},
  );
  expect(await reasonOf(signedIn)).toBe('directory_unreachable');
  server.close();
});

it('[LD801] a response of countless elements is not read', async () => {
  lines.length = 0;
  const values = all(0x31, ...Array.from({ length: 60_000 }, () => text('')));
  const entry = message(all(0x64, PERSON, all(0x30, all(0x30, text('cn'), values))));
  expect(await answered(entry)).toBe('directory_unreachable');
  const short = message(all(0x64, PERSON, all(0x30)));
  expect(await answered(Buffer.concat([...Array.from({ length: 12_000 }, () => short), message(DONE)]))).toBe(
    'directory_unreachable',
  );
  expect(new Set(lines)).toEqual(new Set(['the answer has more than 50000 elements']));
});

it('[LD801] what directories send is read, however it arrives', async () => {
  const paged = '1.2.840.113556.1.4.319';
  const referral = all(0xa3, text('ldap://elsewhere.example/'));
  const sent = [
    message(all(0x64, PERSON, all(0x30, all(0x30, text('mail'), all(0x31, text('a'), text('b')))))),
    message(all(0x73, text('ldap://elsewhere.example/'), text('ldap://another.example/'))),
    message(DONE, all(0xa0, all(0x30, text(paged), text('')), all(0x30, text(paged), Buffer.from([1, 1, 0xff])))),
    message(all(0x65, Buffer.from([0x0a, 0x01, 0x0a]), text(''), text('elsewhere'), referral)),
    message(all(0x78, Buffer.from([0x0a, 0x01, 0x00]), text(''), text(''), element(0x8a, '1.3.6.1.4.1.1466.20037'))),
  ];
  for (const bytes of sent) expect(() => new MessageChecks().check(bytes)).not.toThrow();
  for (const size of [1, 5, 7, 100, 10_000]) {
    const server = createServer((socket) => {
      const bytes = Buffer.concat(sent);
      for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const received: Buffer[] = [];
    for await (const bytes of new CheckedSocket(connect(port, '127.0.0.1'))) received.push(bytes as Buffer);
    expect(received).toEqual(sent);
    server.close();
  }
});
