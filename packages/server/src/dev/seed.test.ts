// The demo organization of a development server.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { type Serving, serving, stoa } from '../cli/stoa-process.ts';

let directory: string;
let database: TestDatabase;
let server: Serving;
const store = () => ['--data', directory, ...(database.url === null ? [] : ['--database', database.url])];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-demo-'));
  database = await createTestDatabase();
  server = await serving([...store(), '--dev']);
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

interface Answer {
  members: { role: number; is_bot: boolean }[];
  streams: { invite_only: boolean; history_public_to_subscribers: boolean }[];
  messages: { type: string; display_recipient: unknown }[];
}

async function signIn(name: string) {
  const body = new URLSearchParams({ username: `${name}@demo.example` });
  const answer = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
  const { email, api_key } = (await answer.json()) as Record<string, string>;
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
  return async (path: string) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
    return (await answer.json()) as Answer;
  };
}
const messages = async (name: string) =>
  (await (await signIn(name))('/messages?anchor=newest&num_before=1000&num_after=0')).messages;

describe('[CL11] stoa serve --dev', () => {
  it('creates people of every role, a bot, and every kind of channel', async () => {
    const ask = await signIn('iris');
    const { members } = await ask('/users');
    expect(new Set(members.map(({ role }) => role))).toEqual(new Set([100, 200, 300, 400, 600]));
    expect(members.filter(({ is_bot }) => is_bot)).toHaveLength(1);
    const { streams } = await ask('/streams');
    const kinds = streams.map((channel) => [channel.invite_only, channel.history_public_to_subscribers]);
    for (const kind of [
      [false, true],
      [true, true],
      [true, false],
    ])
      expect(kinds).toContainEqual(kind);
  });

  it('creates a few hundred messages, each visible only to those who may read it', async () => {
    const all = await messages('iris');
    expect(all.length).toBeGreaterThan(200);
    expect(all.some(({ type }) => type === 'private')).toBe(true);
    const guests = await messages('gwen');
    const rooms = new Set(
      guests.filter(({ type }) => type === 'stream').map(({ display_recipient }) => display_recipient),
    );
    expect(rooms).toEqual(new Set(['design', 'announcements']));
  });

  it('prints the accounts on the terminal and lets a browser sign in as any of them', async () => {
    const output = server.output();
    expect(output).toContain(`\n  ${server.url}/\n`);
    for (const [email, about] of [
      ['iris@demo.example', 'Iris Okafor, owner'],
      ['gwen@demo.example', 'Gwen Visiting, guest'],
    ] as const)
      expect(output).toMatch(new RegExp(`^  ${email} +${about}$`, 'm'));
    expect(output).toContain(`curl ${server.url}/api/v1/dev_fetch_api_key -d username=iris@demo.example`);
    const entrance = (await (await fetch(`${server.url}/entrance`)).json()) as { dev_accounts: { email: string }[] };
    expect(entrance.dev_accounts.map(({ email }) => email)).toHaveLength(8);
    const be = (email: string) =>
      fetch(`${server.url}/dev-session`, { method: 'POST', body: new URLSearchParams({ email }) });
    const { email, session_key } = (await (await be('gwen@demo.example')).json()) as Record<string, string>;
    const headers = { authorization: `Basic ${btoa(`${email}:${session_key}`)}` };
    expect(
      ((await (await fetch(`${server.url}/api/v1/users/me`, { headers })).json()) as { is_guest: boolean }).is_guest,
    ).toBe(true);
    for (const other of ['nobody@demo.example', 'lantern-bot@127.0.0.1', ''])
      expect((await be(other)).status).toBe(401);
  });

  it('[HT32] listens on loopback addresses only', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
      const { code, stderr } = await stoa(['serve', '--dev', '--port', '0', '--host', host, ...store()]);
      expect([host, code]).toEqual([host, 2]);
      expect(stderr).toContain(`--host ${host}`);
    }
    const rebound = await fetch(`${server.url}/entrance`, { headers: { host: 'rebound.example' } });
    expect(rebound.status).toBe(400);
  });

  it('prints the same when it starts again', async () => {
    const before = await messages('iris');
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    server = await serving([...store(), '--dev']);
    expect(await messages('iris')).toEqual(before);
  });
});
