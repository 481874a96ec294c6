// Signing in, through HTTP.

import { describe, expect, it } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER, refusal, serveTests, startServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { deactivateAccount, resetApiKey } from '../users/users.actions.ts';

const { server, cast } = await serveTests();

function authorize(authorization: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } });
}

describe('credentials', () => {
  it('[AU1] are an address, ignoring case, and a key, for people and bots', async () => {
    const { dara, bot } = cast;
    expect((await server.client(dara.email.toUpperCase(), dara.api_key).getOwnUser({})).user_id).toBe(dara.user_id);
    expect((await bot.getOwnUser({})).is_bot).toBe(true);
  });

  it('[AU2] the database holds neither keys nor the secret', async () => {
    const { db } = server.app.store;
    const secret = readFileSync(join(server.data, 'secret'), 'utf8').trim();
    const kept = JSON.stringify([await db.all(sql`select * from users`), await db.all(sql`select * from realms`)]);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(cast.dara.api_key);
    expect(kept).not.toContain(OWNER.password);
  });

  it('[AU4] give the same response for a wrong key, an unknown address and garbage', async () => {
    const { dara, eli } = cast;
    const wrong = await refusal(server.client(dara.email, eli.api_key).getOwnUser({}));
    const unknown = await refusal(server.client('nobody@stoa.example', dara.api_key).getOwnUser({}));
    expect([wrong.code, wrong.status]).toEqual(['UNAUTHORIZED', 401]);
    expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
    for (const header of ['Basic', 'Basic !!!', 'Bearer x', `Basic ${btoa('no colon')}`, `Basic ${btoa('\0:x')}`]) {
      const response = await authorize(header);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('[AU5] missing but required: 401 and a challenge', async () => {
    const response = await fetch(`${server.url}/api/v1/users/me`);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="stoa"']);
    expect(((await response.json()) as { code: string }).code).toBe('UNAUTHORIZED');
  });

  it('[AU8] derive from a secret that only its owner can read', () => {
    expect(statSync(join(server.data, 'secret')).mode & 0o777).toBe(0o600);
  });
});

describe('fetch_api_key', () => {
  it('[AU3] exchanges the password for the key', async () => {
    const answer = await server.client().fetchApiKey({ username: OWNER.email, password: OWNER.password });
    expect(answer).toMatchObject({ api_key: cast.ada.api_key, email: OWNER.email, user_id: cast.ada.user_id });
  });

  it('[AU4] does not say whether the address or the password was wrong', async () => {
    const wrong = await refusal(server.client().fetchApiKey({ username: OWNER.email, password: 'guess' }));
    const unknown = await refusal(server.client().fetchApiKey({ username: 'nobody@stoa.example', password: 'guess' }));
    const bot = await refusal(server.client().fetchApiKey({ username: cast.bot.email, password: '' }));
    expect([wrong.code, wrong.status]).toEqual(['AUTHENTICATION_FAILED', 401]);
    for (const other of [unknown, bot]) expect([other.code, other.message]).toEqual([wrong.code, wrong.message]);
  });

  it('[AU7] needs no password on a development server only', async () => {
    expect((await refusal(server.client().devFetchApiKey({ username: OWNER.email }))).code).toBe('BAD_REQUEST');
    const development = await startServer({ dev: true });
    try {
      const { api_key } = await development.client().devFetchApiKey({ username: OWNER.email });
      expect((await development.client(OWNER.email, api_key).getOwnUser({})).email).toBe(OWNER.email);
      const unknown = await refusal(development.client().devFetchApiKey({ username: 'nobody@stoa.example' }));
      expect(unknown.code).toBe('AUTHENTICATION_FAILED');
    } finally {
      await development.stop();
    }
  });
});

describe('losing access', () => {
  it('[AU9] a key reset invalidates the old key and its queues', async () => {
    const { chen } = cast;
    const { queue_id } = await chen.registerQueue({});
    const { realm, app } = server;
    const waiting = refusal(chen.getEvents({ queue_id: queue_id! }));
    await Bun.sleep(50);
    const generation = await app.writer.write(realm.realm_id, (context) => resetApiKey(context, realm, chen.user_id));
    expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
    expect((await refusal(chen.getOwnUser({}))).code).toBe('UNAUTHORIZED');
    const renewed = server.client(chen.email, app.keys.keyOf(chen.user_id, generation));
    expect((await renewed.getOwnUser({})).user_id).toBe(chen.user_id);
    expect((await refusal(renewed.getEvents({ queue_id: queue_id!, dont_block: true }))).code).toBe(
      'BAD_EVENT_QUEUE_ID',
    );
  });

  it('[AU6] deactivation ends keys, waiting polls and queues, of bots too; reactivation restores the keys', async () => {
    const { dara, bot } = cast;
    const { realm, app } = server;
    const queue = await dara.registerQueue({ event_types: ['message'] });
    const waiting = refusal(dara.getEvents({ queue_id: queue.queue_id!, last_event_id: queue.last_event_id }));
    await Bun.sleep(50);
    await app.writer.write(realm.realm_id, (context) => deactivateAccount(context, realm, dara.user_id));
    expect((await waiting).code).toBe('BAD_EVENT_QUEUE_ID');
    const ended = { code: 'UNAUTHORIZED', status: 401, message: 'Account is deactivated' };
    for (const person of [dara, bot]) expect(await refusal(person.getOwnUser({}))).toMatchObject(ended);
    const guess = server.client(dara.email, bot.api_key);
    expect((await refusal(guess.getOwnUser({}))).message).toBe('Invalid API key');
    const password = `${dara.full_name} signs in`;
    const refused = await refusal(server.client().fetchApiKey({ username: dara.email, password }));
    expect([refused.code, refused.status]).toEqual(['USER_DEACTIVATED', 401]);
    expect(await app.store.db.all(sql`select queue_id from event_queues where user_id = ${dara.user_id}`)).toEqual([]);
    // The same keys work for reads and writes after reactivation, each account by itself.
    await cast.ada.reactivateUser({ user_id: dara.user_id });
    await dara.updateSettings({ enter_sends: true });
    expect((await dara.fetchApiKey({ username: dara.email, password })).api_key).toBe(dara.api_key);
    for (const call of [() => bot.getOwnUser({}), () => bot.updateSettings({ color_scheme: 2 })])
      expect(await refusal(call())).toMatchObject(ended);
    await cast.ada.reactivateUser({ user_id: bot.user_id });
    expect((await bot.getOwnUser({})).user_id).toBe(bot.user_id);
  });
});
