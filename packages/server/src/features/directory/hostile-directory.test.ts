// Directories that fail, hang or lie: nobody signs in by them, and nobody else waits.
import { afterAll, beforeAll, beforeEach, expect, it } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import type { ApiError } from '@stoa/contract';
import { codeOf, DIRECTORY_BASE, FakeDirectory, OWNER, reasonOf, startServer, type TestServer } from '@stoa/testkit';
import type { LogFields, Logger } from '../../kit/logging/logger.ts';
import { AnswerMemory, CheckedSocket } from './checked-socket.ts';
import { LdapDirectory } from './ldap-directory.ts';

const STEP_MS = 5000;

let directory: FakeDirectory;
let ldap: LdapDirectory;
const lines: string[] = [];
const write = (fields: LogFields, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
const log: Logger = { debug: write, info: write, warn: write, error: write, has: () => true };
beforeAll(async () => {
  directory = await FakeDirectory.start();
  directory.add('ada', { mail: ['ada@stoa.example'] });
  ldap = new LdapDirectory(directory.settings, log);
});
beforeEach(() => {
  directory.misbehave = null;
  lines.length = 0;
});
afterAll(() => directory.stop());

const authenticate = (password = 'ada in the directory', on = ldap) =>
  on.authenticate(
    'ada',
    async () => password,
    () => {},
  );

/** A message of LDAP: id, kind of response, and the rest of it. */
function message(id: number, tag: number, body: Buffer): Buffer {
  const inner = Buffer.concat([Buffer.from([0x02, 0x01, id, tag, 0x84, 0, 0, 0, 0]), body]);
  inner.writeUInt32BE(body.length, 5);
  const head = Buffer.from([0x30, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(inner.length, 2);
  return Buffer.concat([head, inner]);
}
const RESULT = (code: number) => Buffer.from([0x0a, 0x01, code, 0x04, 0x00, 0x04, 0x00]);

it('[LD7] garbage, closed connections and other results let nobody in, and the log says why', async () => {
  const answers: [reason: string, answer: Buffer | 'close'][] = [
    ['directory_unreachable', 'close'],
    // Longer than everything that follows.
    ['directory_unreachable', Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x02])],
    ['directory_unreachable', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['directory_unreachable', Buffer.alloc(4096)],
    ['directory_unreachable', message(2, 0x61, Buffer.from([0xff, 0xff, 0xff]))],
    // Busy, unavailable: it says itself that it does not work now.
    ['directory_unreachable', message(2, 0x61, RESULT(51))],
    ['directory_failed', message(2, 0x61, RESULT(49))],
    ['directory_failed', message(2, 0x61, RESULT(13))],
    ['directory_failed', message(2, 0x61, RESULT(200))],
  ];
  const results = await Promise.all(
    answers.map(async ([reason, answer]) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => (answer === 'close' ? socket.destroy() : socket.write(answer)));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as { port: number };
      const seen = await reasonOf(authenticate(undefined, new LdapDirectory({ ...directory.settings, port }, log)));
      server.close();
      return [reason, seen];
    }),
  );
  for (const [reason, seen] of results) expect(seen).toBe(reason!);
  expect(lines.length).toBe(answers.length);
  expect(lines.join()).not.toMatch(/dc=example|ada|password of|said by/);
  expect(await reasonOf(authenticate(undefined, new LdapDirectory({ ...directory.settings, port: 1 }, log)))).toBe(
    'directory_unreachable',
  );
  await authenticate();
}, 60_000);

it('[LD4] a response to another question is no success of the password', async () => {
  let binds = 0;
  directory.misbehave = (kind) => {
    if (kind !== 'bind') return null;
    binds += 1;
    // First a response to a question that was never asked.
    return binds === 1 ? null : Buffer.concat([message(99, 0x61, RESULT(0)), message(2, 0x61, RESULT(49))]);
  };
  expect(await authenticate('wrong')).toBeNull();
});

it('[LD6] a response that does not end, or comes in countless pieces, ends the connection', async () => {
  const flood = (piece: Buffer) => (kind: string, socket: Socket) => {
    if (kind !== 'search') return null;
    const pour = () => {
      while (!socket.destroyed && socket.write(piece)) {}
      if (!socket.destroyed) socket.once('drain', pour);
    };
    pour();
    return undefined;
  };
  const entry = message(3, 0x64, Buffer.concat([Buffer.from([0x04, 0x02, 0x63, 0x6e, 0x30, 0x00])]));
  for (const piece of [Buffer.alloc(1 << 20, 0x30), Buffer.concat(Array.from({ length: 50_000 }, () => entry))]) {
    directory.misbehave = flood(piece);
    const began = performance.now();
    expect(await reasonOf(authenticate())).toBe('directory_unreachable');
    // Not by the time limit.
    expect(performance.now() - began).toBeLessThan(STEP_MS - 1000);
  }
  await Bun.sleep(200);
  expect(directory.connections).toBe(0);
}, 60_000);

it('[LD6] a response with far more than was asked for is not read to its end', async () => {
  // The name of an entry, and no attributes.
  const entry = message(3, 0x64, Buffer.from(`\x04\x7dcn=${'x'.repeat(122)}\x30\x00`));
  const entries = Buffer.concat(Array.from({ length: Math.ceil(5_000_000 / entry.length) }, () => entry));
  directory.misbehave = (kind) => (kind === 'search' ? Buffer.concat([entries, message(3, 0x65, RESULT(0))]) : null);
  const began = performance.now();
  expect(await reasonOf(authenticate())).toBe('directory_unreachable');
  // Not by the time limit of the next question.
  expect(performance.now() - began).toBeLessThan(STEP_MS - 1000);
});

it('[LD2] [LD6] an entry with huge attributes, and one with thousands of values', async () => {
  const huge = directory.add('huge', {
    mail: ['x'.repeat(3_000_000)],
    cn: Array.from({ length: 5000 }, (_, n) => `n${n}`),
  });
  const person = await ldap.authenticate(
    'huge',
    async () => huge.password,
    () => {},
  );
  expect(person?.addresses).toEqual([]);
  expect(person?.names.length).toBe(20);
  directory.remove(huge);
});

it('[LD2] the id of Active Directory is written as a UUID, and finds its person again', async () => {
  const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
  const entry = directory.add('windows', { objectGUID: [guid] });
  // One that could be a text.
  const ascii = directory.add('ascii', { objectGUID: [Buffer.from('sixteen letters!')] });
  const active = new LdapDirectory({ ...directory.settings, id_attribute: 'objectguid' }, log);
  const person = await active.authenticate(
    'windows',
    async () => entry.password,
    () => {},
  );
  expect(person?.subject).toBe('00112233-4455-6677-8899-aabbccddeeff');
  expect(await active.confirms(person!.subject, entry.password)).toBe(true);
  expect(await active.confirms(person!.subject, 'wrong')).toBe(false);
  expect(
    (
      await active.authenticate(
        'ascii',
        async () => ascii.password,
        () => {},
      )
    )?.subject,
  ).toHaveLength(36);
  expect((await active.list()).size).toBe(2);
});

it('[LD6] [LD7] a directory that hangs holds few sign-ins, and nobody whose password is of this server', async () => {
  const server: TestServer = await startServer({ ldap: directory.settings });
  let most = 0;
  directory.misbehave = () => {
    most = Math.max(most, directory.connections);
    return undefined;
  };
  const signIn = (username: string, password: string) => server.client().fetchApiKey({ username, password });
  const before = directory.asked.length;
  const waiting = Array.from({ length: 60 }, (_, n) => reasonOf(signIn(`somebody${n}`, 'with a password')));
  const own = signIn(OWNER.email, OWNER.password).then(() => 'signed in');
  expect(await Promise.race([own, ...waiting])).toBe('signed in');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['directory_unreachable']));
  expect(new Set(directory.asked.slice(before).map(({ what }) => what))).toEqual(
    new Set([`cn=stoa,${DIRECTORY_BASE}`]),
  );
  // Several at once, how many depends on the machine; a connection that has just ended may still count.
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(60);
  directory.misbehave = null;
  await signIn('ada', 'ada in the directory');
  await server.stop();
}, 60_000);

it('[LD4] attempts count for the person, whatever was typed', async () => {
  const rule = { requests: 3, period_ms: 60_000 };
  const server = await startServer({
    ldap: directory.settings,
    rate_limits: { user: null, ip: null, mail: null, login: rule },
  });
  const entry = directory.add('many', { mail: ['many@stoa.example', 'm@stoa.example', 'm2@stoa.example'] });
  const attempt = (username: string, password = 'wrong') => codeOf(server.client().fetchApiKey({ username, password }));
  expect(await attempt('many')).toBe('AUTHENTICATION_FAILED');
  expect(await attempt('many@stoa.example')).toBe('AUTHENTICATION_FAILED');
  expect(await attempt('m@stoa.example')).toBe('AUTHENTICATION_FAILED');
  expect(await attempt('m2@stoa.example', entry.password)).toBe('RATE_LIMIT_HIT');
  server.clock.advance(61_000);
  expect(await attempt('m2@stoa.example', entry.password)).toBe('BAD_REQUEST');
  await server.stop();
  directory.remove(entry);
});

it('[AU890] responses to many questions at once take a bounded memory; the largest give way, and others get in', async () => {
  const MIB = 1024 * 1024;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The beginning of a message that would be longer.
    socket.write(Buffer.concat([Buffer.from([0x30, 0x84, 0, 0x3f, 0, 0]), Buffer.alloc(MIB)]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const memory = new AnswerMemory();
  const sockets = Array.from({ length: 50 }, () => new CheckedSocket(connect(port, '127.0.0.1'), memory));
  let most = 0;
  for (let at = 0; at < 40; at++) {
    most = Math.max(most, memory.bytes);
    await Bun.sleep(25);
  }
  expect(most).toBeGreaterThan(28 * MIB);
  expect(most).toBeLessThanOrEqual(32 * MIB);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(15);
  for (const socket of sockets) socket.destroy();
  expect(memory.bytes).toBe(0);
  server.close();

  directory.add('bob', { mail: ['bob@stoa.example'], cn: ['x'.repeat(1_500_000)] });
  const signIn = () =>
    ldap.authenticate(
      'bob',
      async () => 'bob in the directory',
      () => {},
    );
  const crowd = Array.from({ length: 45 }, () => signIn().catch((error: ApiError) => error.fields.reason));
  await authenticate();
  expect(await Promise.all(crowd)).toContain('directory_unreachable');
}, 60_000);
