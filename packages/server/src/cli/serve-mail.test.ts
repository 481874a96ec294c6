// `stoa serve --incoming-mail` as a process.
import { afterAll, expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@stoa/sdk';
import { createTestDatabase, runStoa, sendMailTo } from '@stoa/testkit';
import { serving } from './stoa-process.ts';
import { freePort } from './worker-port.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-serve-mail-'));
const database = await createTestDatabase();
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

it('[IC1] [IC16] says where it receives mail for channels, and logs a mail without content or addresses', async () => {
  const store = ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
  const zuliprc = join(directory, 'zuliprc');
  const who = ['--org', 'Post', '--email', 'ada@stoa.example', '--name', 'Ada', '--zuliprc', zuliprc];
  expect(await runStoa(['init', ...store, ...who])).toMatchObject({ code: 0 });
  const port = await freePort('127.0.0.1', 0);
  const mail = ['--incoming-mail', `lmtp://127.0.0.1:${port}`, '--incoming-mail-domain', 'Chat.Example'];
  const server = await serving([...store, ...mail]);
  const api_key = readFileSync(zuliprc, 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  const ada = createClient({ site: server.url, email: 'ada@stoa.example', api_key });
  await ada.subscribe({ subscriptions: [{ name: 'post' }] });
  const { email: to } = await ada.getStreamEmailAddress(await ada.getStreamId({ stream: 'post' }));
  expect(to).toEndWith('@chat.example');
  expect(await sendMailTo(port, { to, subject: 's', text: 'by a process' }, { lmtp: true })).toMatchObject({
    code: 250,
  });
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  const [ready, receives, posted = '', ...others] = server.output().split('\n');
  expect([ready, receives]).toEqual([
    `Stoa is ready at ${server.url}`,
    `Mail for channels is received at lmtp://127.0.0.1:${port}`,
  ]);
  expect(posted).toMatch(/mail posted realm_id=\d+ stream_id=\d+ bytes=\d+ attachments=0$/);
  expect(others).toEqual(['']);
}, 60_000);
