// Setting up a new server in a browser.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { createClient } from '@stoa/sdk';
import { type EmptyServer, startEmptyServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';
import { createOrganization } from './organizations.actions.ts';

setDefaultTimeout(30_000);

const FORM = {
  organization: 'The garden',
  full_name: 'Ada Owner',
  email: 'ada@garden.example',
  password: 'eleven quiet lanterns',
  device_name: 'Firefox on Linux',
};

let server: EmptyServer;
beforeAll(async () => {
  server = await startEmptyServer({ rate_limits: { ...USUAL_RATE_LIMITS, login: { requests: 8, period_ms: 60_000 } } });
});
afterAll(() => server.stop());

async function ask(path: string, init?: RequestInit, base = server.url) {
  const response = await fetch(base + path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const setUp = (fields: Record<string, string>, base = server.url) =>
  ask('/setup', { method: 'POST', body: new URLSearchParams({ ...FORM, url: base, ...fields }) }, base);

describe('a server without an organization', () => {
  it('[FR5] reports that it has none, and nothing more', async () => {
    const { status, body } = await ask('/entrance');
    expect([status, body]).toEqual([
      200,
      { result: 'success', msg: '', is_waiting_for_setup: true, sends_mail: false, is_open_to_all: false },
    ]);
    expect((await ask('/api/v1/server_settings')).body.code).toBe('NONEXISTENT_SUBDOMAIN');
    expect((await ask('/setup')).status).toBe(405);
    expect((await ask('/entrance', { method: 'POST' })).status).toBe(405);
  });

  it('[FR6] offers no accounts: only a development server does', async () => {
    expect(await ask('/dev-session', { method: 'POST' })).toMatchObject({ status: 404 });
  });

  it('[FR1] has one setup key, the same after a restart, and none of it in the database', async () => {
    const key = (await server.app.setupKey())!;
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    await server.restart();
    expect(await server.app.setupKey()).toBe(key);
    const kept = await server.app.store.db.all(sql`select * from setup_keys`);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(key);
  });

  it('[FR2] accepts no other key, and limits guesses', async () => {
    const key = (await server.app.setupKey())!;
    for (const wrong of ['', key.slice(1), key.toUpperCase(), `${key} `, 'f'.repeat(40)])
      expect(await setUp({ key: wrong })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    // A caller with the right key is not limited by invalid forms.
    const refused: Record<string, string>[] = [
      { organization: '' },
      { email: 'nonsense' },
      { full_name: '' },
      { password: '' },
      { password: 'password1' },
      { password: FORM.email },
      { url: 'ftp://x' },
      { url: 'nonsense' },
    ];
    for (const wrong of refused) expect([wrong, (await setUp({ key, ...wrong })).status]).toEqual([wrong, 400]);
    const statuses = [];
    for (let guess = 0; guess < 9; guess++) statuses.push((await setUp({ key: 'f'.repeat(40) })).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('/entrance')).body.is_waiting_for_setup).toBe(true);
    await server.restart();
  });

  it('[FR3] [FR4] is set up once: the owner is signed in, in a channel with a first message', async () => {
    const key = (await server.app.setupKey())!;
    const both = await Promise.all([setUp({ key }), setUp({ key, organization: 'Another', language: 'klingon' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = both.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ email: FORM.email, topic: 'welcome', sends_mail: false });
    expect(await server.app.store.db.all(sql`select host from realms`)).toEqual([{ host: '127.0.0.1' }]);
    const owner = createClient({ site: server.url, email: FORM.email, api_key: String(body.session_key) });
    expect(await owner.getOwnUser()).toMatchObject({ is_owner: true, full_name: 'Ada Owner' });
    expect((await owner.getSessions()).sessions).toMatchObject([{ device_name: 'Firefox on Linux', is_current: true }]);
    const { messages } = await owner.getMessages({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: Number(body.channel_id) }],
      apply_markdown: false,
    });
    expect(messages.map(({ subject }) => subject)).toEqual(['welcome']);
    expect(messages[0]!.content).toMatch(/^Welcome to \*\*(The garden|Another)\*\*!/);
    const { user_id } = await owner.createUser({ email: 'b@garden.example', full_name: 'B', password: FORM.password });
    const { is_subscribed } = await owner.getSubscriptionStatus({ user_id, stream_id: Number(body.channel_id) });
    expect(is_subscribed).toBe(true);
    expect(await ask('/entrance')).toMatchObject({ body: { is_waiting_for_setup: false, is_open_to_all: false } });
    expect(await server.app.setupKey()).toBeNull();
    expect((await setUp({ key })).status).toBe(400);
    expect((await owner.fetchApiKey({ username: FORM.email, password: FORM.password })).email).toBe(FORM.email);
  });
});

it('[FR1] [FR3] the key outlasts a restart, until an organization exists however it was created', async () => {
  const other = await startEmptyServer();
  try {
    const key = (await other.app.setupKey())!;
    await other.restart();
    expect(await other.app.setupKey()).toBe(key);
    const organization = { name: 'By command', url: other.url, owner: { ...FORM, password_hash: null } };
    await createOrganization(other.app.writer, organization);
    expect(await setUp({ key }, other.url)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await other.app.store.db.all(sql`select name from realms`)).toEqual([{ name: 'By command' }]);
    expect(await other.app.store.db.all(sql`select * from setup_keys`)).toEqual([]);
  } finally {
    await other.stop();
  }
});

it.skipIf(!process.env.STOA_TEST_DATABASE)('[FR1] several nodes have one key', async () => {
  const other = await startEmptyServer();
  const node = await other.startNode();
  try {
    expect(await node.setupKey()).toBe((await other.app.setupKey())!);
  } finally {
    await node.stop();
    await other.stop();
  }
});

it('[FR1] a key derived from a former secret is replaced', async () => {
  const other = await startEmptyServer();
  try {
    const key = (await other.app.setupKey())!;
    await other.restart('another secret of thirty-two letters');
    const replaced = (await other.app.setupKey())!;
    expect(replaced).not.toBe(key);
    expect((await setUp({ key }, other.url)).status).toBe(400);
    expect((await setUp({ key: replaced }, other.url)).status).toBe(200);
  } finally {
    await other.stop();
  }
});
