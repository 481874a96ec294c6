// Access tokens: making, using, listing and ending them.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { MAX_ACCESS_TOKENS, TOKEN_SCOPES } from '@stoa/contract';
import {
  basic,
  codeOf,
  createPerson,
  makeToken,
  messageOf,
  rawRequest,
  refusal,
  serveTests,
  startServer,
} from '@stoa/testkit';
import { OWNED } from '../../delivery/exports/stoa/stoa-tables.rules.ts';
import { ownRows } from '../../delivery/personal-data/own-data.queries.ts';
import { sql } from '../../kit/database/sql.ts';
import { ApiKeys } from '../../kit/secrets/api-keys.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import { own_rows } from '../../slices.ts';
import { changeEmail } from '../account-changes/account-changes.actions.ts';
import { checkSecret } from '../auth/secret-mark.actions.ts';
import { openSession } from '../sessions/sessions.actions.ts';
import { resetApiKey } from '../users/users.actions.ts';
import { getUserRow } from '../users/users.queries.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();
const { realm, app } = server;
const DAY_MS = 24 * 60 * 60_000;
const WANTED = { name: 'Nightly report', scopes: ['read' as const], expires_in_days: 7 };

let people = 0;
const someone = () => createPerson(server, { email: `token${++people}@stoa.example`, full_name: `Token ${people}` });

describe('[TK1] a token', () => {
  it('is returned once, and the database does not contain it', async () => {
    const { dara } = cast;
    const before = Math.floor(server.clock.now() / 1000);
    const [first, second] = [await dara.createAccessToken(WANTED), await dara.createAccessToken(WANTED)];
    expect(first.token).toMatch(/^stoa_token_[0-9a-f]{64}$/);
    expect(second.token).not.toBe(first.token);
    expect(first.email).toBe(dara.email);
    expect(first.expires_at).toBeGreaterThanOrEqual(before + 7 * 24 * 3600);
    const kept = JSON.stringify(await app.store.db.all(sql`select * from access_tokens`));
    for (const { token } of [first, second]) {
      expect(kept).not.toContain(token);
      expect(kept).not.toContain(token.slice(-64));
    }
    expect(JSON.stringify(await dara.getAccessTokens())).not.toContain(first.token);
  });

  it('is recorded by no Idempotency-Key', async () => {
    const headers = { ...basic(cast.dara), 'idempotency-key': 'tokens' };
    const body = new URLSearchParams({ name: 'x', scopes: '["read"]', expires_in_days: '1' });
    const make = () =>
      rawRequest(`${server.url}/api/v1/access_tokens`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: body.toString(),
      });
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.token).not.toBe(first.body.token);
    expect(await app.store.db.all(sql`select 1 as found from idempotency_keys`)).toEqual([]);
  });

  it('has a name, a scope and an end', async () => {
    const { dara } = cast;
    const code = (changes: object) => codeOf(dara.createAccessToken({ ...WANTED, ...changes }));
    for (const name of ['', ' ', '\u200b', 'x'.repeat(61), 'a\nb', 'a\u001b[31m', '\u202eesrever'])
      expect([name, await code({ name })]).toEqual([name, 'BAD_REQUEST']);
    for (const scopes of [[], ['everything'], ['key'], ['read', 'read', 'read', 'read', 'read'], 'read'])
      expect([scopes, await code({ scopes })]).toEqual([scopes, 'BAD_REQUEST']);
    for (const expires_in_days of [0, -1, 366, 1.5, 1e12, null, 'never'])
      expect([expires_in_days, await code({ expires_in_days })]).toEqual([expires_in_days, 'BAD_REQUEST']);
    expect(await code({ expires_in_days: undefined })).toBe('REQUEST_VARIABLE_MISSING');
    const { token_id } = await dara.createAccessToken({ ...WANTED, name: ' \u{1f600} ', scopes: ['send', 'send'] });
    const { tokens } = await dara.getAccessTokens();
    expect(tokens[0]).toMatchObject({ token_id, name: '\u{1f600}', scopes: ['send'] });
  });

  it('is made by a session only with a fresh password', async () => {
    const { user_id, email } = cast.chen;
    const { session_key } = await app.writer.write(realm.realm_id, (context) =>
      openSession(context, realm.realm_id, { user_id, email }, 'Device'),
    );
    const session = server.client(email, session_key);
    const { token_id } = await session.createAccessToken(WANTED);
    server.clock.advance(16 * 60_000);
    expect(await codeOf(session.createAccessToken(WANTED))).toBe('PASSWORD_NEEDED');
    // Ending one never waits for a password.
    await session.revokeAccessToken({ token_id });
  });
});

describe('[TK2] a token', () => {
  it('replaces the API key, for reads and writes', async () => {
    const { client } = await makeToken(server, cast.dara, ['read', 'send']);
    expect((await client.getOwnUser()).user_id).toBe(cast.dara.user_id);
    const { id } = await client.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'by a token' });
    expect((await client.getMessage({ message_id: id })).raw_content).toBe('by a token');
    // Known by now, and allowed without a query until its transaction.
    await client.sendMessage({ type: 'direct', to: [cast.dara.user_id], content: 'again' });
  });

  it('is good with the address of its account only, which may have changed', async () => {
    const person = await someone();
    const { token, client } = await makeToken(server, person, ['read']);
    for (const email of [cast.ada.email, cast.dara.email, 'nobody@stoa.example', '', 'x'])
      expect(await codeOf(server.client(email, token).getOwnUser())).toBe('UNAUTHORIZED');
    await client.getOwnUser();
    const user = await getUserRow(app.store.db, realm.realm_id, person.user_id);
    await app.writer.write(realm.realm_id, (context) =>
      changeEmail(context, realm, user, 'renamed-token@stoa.example'),
    );
    expect(await codeOf(client.getOwnUser())).toBe('UNAUTHORIZED');
    expect((await server.client('renamed-token@stoa.example', token).getOwnUser()).user_id).toBe(person.user_id);
    // The address that others see.
    const made_up = `user${person.user_id}@${new URL(realm.url).hostname}`;
    expect((await server.client(made_up, token).getOwnUser()).user_id).toBe(person.user_id);
  });

  it('is unknown in other organizations', async () => {
    const elsewhere = await server.organization('tokens.stoa.example');
    const { token } = await makeToken(server, cast.dara, ['read']);
    for (const email of [cast.dara.email, elsewhere.owner.email])
      expect(await messageOf(elsewhere.client(email, token).getOwnUser())).toBe('Invalid API key');
  });

  it('has no lookalikes', async () => {
    const { token, email } = await makeToken(server, cast.dara, ['read']);
    const digits = token.slice('stoa_token_'.length);
    const guessed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const digest = new Bun.CryptoHasher('sha256').update(token).digest('hex');
    const lookalikes = [
      guessed,
      digits,
      digest,
      `stoa_token_${digest}`,
      token.toUpperCase(),
      `${token.slice(0, 20)} ${token.slice(20)}`,
      `${token}\n${token}`,
      `${token}0`,
      token.slice(0, -1),
      token.replace('stoa_token_', 'stoa_scim_'),
      `stoa_token_${'0'.repeat(64)}`,
      `stoa_token_${'é'.repeat(64)}`,
      'stoa_token_',
      `x:${token}`,
    ];
    for (const key of lookalikes) {
      const { status, body } = await rawRequest(`${server.url}/api/v1/users/me`, {
        headers: basic({ email, api_key: key }),
      });
      expect([key, status, body.code, body.msg]).toEqual([key, 401, 'UNAUTHORIZED', 'Invalid API key']);
    }
  });

  it('tells its holder, and nobody else, that it has expired', async () => {
    const person = await someone();
    const { token, email, client } = await makeToken(server, person, ['read', 'send'], { expires_in_days: 1 });
    const { queue_id } = await client.registerQueue({ event_types: ['message'] });
    server.clock.advance(DAY_MS - 60_000);
    await client.getOwnUser();
    server.clock.advance(61_000);
    expect(await messageOf(client.getOwnUser())).toBe('This access token has expired');
    // Writes are admitted without a query at first.
    const write = client.sendMessage({ type: 'direct', to: [person.user_id], content: 'too late' });
    expect(await refusal(write)).toMatchObject({ status: 401, message: 'This access token has expired' });
    expect(await codeOf(client.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('UNAUTHORIZED');
    expect(await messageOf(server.client(cast.ada.email, token).getOwnUser())).toBe('Invalid API key');
    expect((await person.getAccessTokens()).tokens.map(({ name }) => name)).toEqual(['A script']);
    expect(email).toBe(person.email);
  });
});

describe('[TK3] the list', () => {
  it('has tokens of the caller and of their bots, with their times', async () => {
    const person = await someone();
    const { user_id: bot_id } = await person.createBot({ full_name: 'Lists', short_name: 'lists-tokens' });
    const own = await makeToken(server, person, [...TOKEN_SCOPES]);
    const of_bot = await person.createAccessToken({ ...WANTED, bot_id });
    const { tokens } = await person.getAccessTokens();
    expect(tokens.map(({ token_id, user_id }) => [token_id, user_id])).toEqual([
      [of_bot.token_id, bot_id],
      [own.token_id, person.user_id],
    ]);
    expect(tokens[1]).toMatchObject({ scopes: [...TOKEN_SCOPES], last_used_at: null });
    expect(tokens[1]!.expires_at - tokens[1]!.created_at).toBe(30 * 24 * 3600);
    await own.client.getOwnUser();
    const used = async () => (await person.getAccessTokens()).tokens[1]!.last_used_at;
    for (let tries = 0; tries < 200 && (await used()) === null; tries++) await Bun.sleep(5);
    expect(await used()).toBeGreaterThanOrEqual(tokens[1]!.created_at);
    // Of others, nothing.
    expect((await cast.eli.getAccessTokens()).tokens).toEqual([]);
  });

  it('forgets a token 30 days after its end, with the next one that is made', async () => {
    const person = await someone();
    await makeToken(server, person, ['read'], { name: 'old', expires_in_days: 1 });
    server.clock.advance(30 * DAY_MS);
    await makeToken(server, person, ['read'], { name: 'newer' });
    const names = async () => (await person.getAccessTokens()).tokens.map(({ name }) => name);
    expect(await names()).toEqual(['newer', 'old']);
    server.clock.advance(2 * DAY_MS);
    await makeToken(server, person, ['read'], { name: 'newest' });
    expect(await names()).toEqual(['newest', 'newer']);
  });
});

describe('[TK9] revoking a token', () => {
  it('is immediate, for reads and writes', async () => {
    const person = await someone();
    const { token_id, client } = await makeToken(server, person, ['read', 'send']);
    const kept = await makeToken(server, person, ['read']);
    await client.sendMessage({ type: 'direct', to: [person.user_id], content: 'known' });
    await person.revokeAccessToken({ token_id });
    expect(await messageOf(client.getOwnUser())).toBe('Invalid API key');
    const write = client.sendMessage({ type: 'direct', to: [person.user_id], content: 'no more' });
    expect(await messageOf(write)).toBe('Invalid API key');
    await kept.client.getOwnUser();
    expect((await person.getAccessTokens()).tokens.map((token) => token.token_id)).toEqual([kept.token_id]);
    expect(await codeOf(person.revokeAccessToken({ token_id }))).toBe('BAD_REQUEST');
  });

  it('is refused to everybody but its owner', async () => {
    const person = await someone();
    const { token_id, client } = await makeToken(server, person, ['read']);
    const elsewhere = await server.organization('revoking.stoa.example');
    for (const other of [cast.ada, cast.dara, cast.bot, elsewhere.owner])
      expect(await codeOf(other.revokeAccessToken({ token_id }))).toBe('BAD_REQUEST');
    for (const unknown of [0, -1, 2 ** 40])
      expect(await codeOf(person.revokeAccessToken({ token_id: unknown }))).toBe('BAD_REQUEST');
    await client.getOwnUser();
  });
});

describe('[TK10] all tokens of an account', () => {
  it('end for good with its deactivation, those of its bots too', async () => {
    const person = await someone();
    const { user_id: bot_id, api_key, ...bot } = await person.createBot({ full_name: 'Goes', short_name: 'goes' });
    const own = await makeToken(server, person, ['read', 'send']);
    const of_bot = await person.createAccessToken({ ...WANTED, bot_id });
    const by_bot = server.client(of_bot.email, of_bot.token);
    await own.client.sendMessage({ type: 'direct', to: [person.user_id], content: 'known' });
    expect((await by_bot.getOwnUser()).user_id).toBe(bot_id);
    await cast.ada.deactivateUser({ user_id: person.user_id });
    const write = () => own.client.sendMessage({ type: 'direct', to: [person.user_id], content: 'gone' });
    for (const call of [() => own.client.getOwnUser(), write, () => by_bot.getOwnUser()])
      expect(await codeOf(call())).toBe('UNAUTHORIZED');
    await cast.ada.reactivateUser({ user_id: person.user_id });
    await cast.ada.reactivateUser({ user_id: bot_id });
    for (const call of [() => own.client.getOwnUser(), write, () => by_bot.getOwnUser()])
      expect(await codeOf(call())).toBe('UNAUTHORIZED');
    expect((await person.getAccessTokens()).tokens).toEqual([]);
    expect(bot.avatar_url).toBeDefined();
  });

  it('end with its API key, whoever replaces it', async () => {
    const person = await someone();
    const { user_id: bot_id } = await person.createBot({ full_name: 'Renewed', short_name: 'renewed' });
    const of_bot = await person.createAccessToken({ ...WANTED, bot_id });
    await person.regenerateBotApiKey({ bot_id });
    expect(await codeOf(server.client(of_bot.email, of_bot.token).getOwnUser())).toBe('UNAUTHORIZED');
    const first = await makeToken(server, person, ['read']);
    await app.writer.write(realm.realm_id, (context) => resetApiKey(context, realm, person.user_id));
    expect(await codeOf(first.client.getOwnUser())).toBe('UNAUTHORIZED');
    const { user_id, email } = cast.chen;
    const second = await makeToken(server, cast.chen, ['read']);
    await cast.chen.regenerateOwnApiKey({});
    expect(await codeOf(second.client.getOwnUser())).toBe('UNAUTHORIZED');
    const { session_key } = await app.writer.write(realm.realm_id, (context) =>
      openSession(context, realm.realm_id, { user_id, email }, 'Device'),
    );
    const session = server.client(email, session_key);
    const third = await session.createAccessToken(WANTED);
    const by_third = server.client(email, third.token);
    // Signing devices out leaves programs alone, unless it is asked for.
    await session.endOtherSessions({});
    await by_third.getOwnUser();
    await session.endOtherSessions({ end_api_key: true });
    expect(await codeOf(by_third.getOwnUser())).toBe('UNAUTHORIZED');
  });

  it('end with the secret of the server, from which all keys can be computed', async () => {
    const own = await startServer();
    try {
      const { owner } = own;
      const { client } = await makeToken(own, owner, ['read']);
      const { queue_id } = await client.registerQueue({ event_types: ['message'] });
      const { writer, keys } = own.app;
      await checkSecret(writer, keys, false);
      await client.getOwnUser();
      await checkSecret(writer, new ApiKeys('another secret'), true);
      expect(await codeOf(client.getOwnUser())).toBe('UNAUTHORIZED');
      expect(await codeOf(owner.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    } finally {
      await own.stop();
    }
  });

  it('stay with a new password in the settings', async () => {
    const person = await someone();
    const { client } = await makeToken(server, person, ['read']);
    const old_password = `${person.full_name} signs in`;
    await person.updateSettings({ old_password, new_password: 'nineteen quiet lanterns' });
    await client.getOwnUser();
  });
});

it('[TK11] an account has at most 50', async () => {
  const person = await someone();
  for (let n = 0; n < MAX_ACCESS_TOKENS; n++) await person.createAccessToken(WANTED);
  expect(await messageOf(person.createAccessToken(WANTED))).toBe(
    'You can have at most 50 access tokens (limit: access-tokens).',
  );
  const [newest] = (await person.getAccessTokens()).tokens;
  await person.revokeAccessToken({ token_id: newest!.token_id });
  await person.createAccessToken(WANTED);
});

describe('[TK12] tokens of bots', () => {
  it('are made by the owner alone', async () => {
    const person = await someone();
    const { user_id: bot_id, api_key } = await person.createBot({ full_name: 'Owned', short_name: 'owned' });
    const { token, email } = await person.createAccessToken({ ...WANTED, bot_id });
    expect((await server.client(email, token).getOwnUser()).user_id).toBe(bot_id);
    for (const other of [cast.ada, cast.dara])
      expect(await messageOf(other.createAccessToken({ ...WANTED, bot_id }))).toBe('No such bot');
    for (const bot of [person.user_id, cast.dara.user_id, 2 ** 40])
      expect(await messageOf(person.createAccessToken({ ...WANTED, bot_id: bot as typeof bot_id }))).toBe(
        'No such bot',
      );
    const by_key = server.client(email, api_key);
    for (const wanted of [WANTED, { ...WANTED, bot_id }])
      expect(await messageOf(by_key.createAccessToken(wanted))).toBe('This endpoint does not accept bot requests.');
    await person.deactivateBot({ bot_id });
    expect(await messageOf(person.createAccessToken({ ...WANTED, bot_id }))).toBe('No such bot');
  });
});

it('[TK15] archives of an organization leave tokens out; those of a person have no digests; erasing an account deletes them', async () => {
  const person = await someone();
  const { token_id, token } = await makeToken(server, person, ['read'], { name: 'Erased later' });
  expect(OWNED.map(({ table }) => table)).not.toContain('access_tokens');
  const [, columns] = own_rows.find(([table]) => table === 'access_tokens')!;
  const pages: unknown[] = [];
  for await (const page of ownRows(app.store.db, 'access_tokens', columns, person.user_id)) pages.push(page);
  expect(JSON.stringify(pages)).toContain('Erased later');
  expect(JSON.stringify(pages)).not.toContain(linkHash(token));
  await cast.ada.eraseUser({ user_id: person.user_id });
  await app.jobs.settle();
  expect(await app.store.db.all(sql`select 1 as found from access_tokens where token_id = ${token_id}`)).toEqual([]);
});
