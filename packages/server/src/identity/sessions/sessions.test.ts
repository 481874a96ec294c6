// Sessions: signing in on a device, listing, and ending them.

import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { MAX_SESSIONS, type NewSession, SESSION_IDLE_SECS, SESSION_LIFETIME_SECS } from '@stoa/contract';
import { codeOf, createPerson, type Person, passwordOf, refusal, serveTests, startServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { USUAL_RATE_LIMITS } from '../../kit/limits/rate-limits.ts';
import { LinkKeys } from '../../kit/secrets/link-keys.ts';
import { createConfirmation } from '../confirmations/confirmations.actions.ts';
import { resetApiKey } from '../users/users.actions.ts';
import { openSession } from './sessions.actions.ts';
import { digestOf } from './sessions.rules.ts';

setDefaultTimeout(30_000);

const { server, cast } = await serveTests();

const signIn = (person: Person, device_name?: string) =>
  server.client().createSession({ username: person.email, password: passwordOf(person), device_name });
const by = ({ email, session_key }: NewSession) => server.client(email, session_key);
/** Opens a session without the slow password check. */
const opened = ({ user_id, email }: Person, name = 'Device') =>
  server.app.writer.write(server.realm.realm_id, (context) =>
    openSession(context, server.realm.realm_id, { user_id, email }, name),
  );

describe('signing in on a device', () => {
  it('[SS1] gives a key of its own, which the database does not contain', async () => {
    const [first, second] = [await signIn(cast.dara, 'One'), await signIn(cast.dara)];
    expect(first.session_key).toMatch(/^[0-9a-f]{64}$/);
    expect(second.session_key).not.toBe(first.session_key);
    expect(first).toMatchObject({ email: cast.dara.email, user_id: cast.dara.user_id });
    const kept = JSON.stringify(await server.app.store.db.all(sql`select * from sessions`));
    for (const { session_key } of [first, second]) expect(kept).not.toContain(session_key);
    await cast.dara.getOwnUser();
    expect((await by(first).getOwnUser()).user_id).toBe(cast.dara.user_id);
  });

  it('[SS1] answers like fetching the API key, and shares its limits', async () => {
    const wrong = await refusal(server.client().createSession({ username: cast.dara.email, password: 'guess' }));
    const unknown = await refusal(
      server.client().createSession({ username: 'nobody@stoa.example', password: 'guess' }),
    );
    expect([wrong.code, wrong.status]).toEqual(['AUTHENTICATION_FAILED', 401]);
    expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
    const bot = { username: cast.bot.email, password: '' };
    expect(await codeOf(server.client().createSession(bot))).toBe('AUTHENTICATION_FAILED');
    const deactivated = await createPerson(server, { email: 'gone@stoa.example', full_name: 'Gone' });
    await cast.ada.deactivateUser({ user_id: deactivated.user_id });
    expect(await codeOf(signIn(deactivated))).toBe('USER_DEACTIVATED');
    const limited = await startServer({
      rate_limits: { ...USUAL_RATE_LIMITS, login: { requests: 2, period_ms: 60_000 } },
    });
    try {
      const guess = { username: 'nobody@stoa.example', password: 'guess' };
      expect(await codeOf(limited.client().createSession(guess))).toBe('AUTHENTICATION_FAILED');
      expect(await codeOf(limited.client().fetchApiKey(guess))).toBe('AUTHENTICATION_FAILED');
      expect(await codeOf(limited.client().createSession(guess))).toBe('RATE_LIMIT_HIT');
    } finally {
      await limited.stop();
    }
  });

  it('[SS2] works wherever the API key does, in its organization only', async () => {
    const session = await opened(cast.chen);
    const chen = by(session);
    await chen.subscribe({ subscriptions: [{ name: 'by session' }] });
    const { id } = await chen.sendMessage({ type: 'stream', to: 'by session', topic: 't', content: 'c' });
    expect((await chen.getMessage({ message_id: id })).raw_content).toBe('c');
    const { queue_id, last_event_id } = await chen.registerQueue({ event_types: ['message'] });
    const waiting = chen.getEvents({ queue_id: queue_id!, last_event_id });
    await chen.sendMessage({ type: 'stream', to: 'by session', topic: 't', content: 'd' });
    expect((await waiting).events).toHaveLength(1);
    const file = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`whoever@else.example:${session.session_key}`)}` },
    });
    expect(file.status).toBe(200);
    const elsewhere = await server.organization('elsewhere.stoa.example');
    expect(await codeOf(elsewhere.client(session.email, session.session_key).getOwnUser())).toBe('UNAUTHORIZED');
    const guessed = `${session.session_key.slice(0, -1)}${session.session_key.endsWith('0') ? '1' : '0'}`;
    for (const key of [guessed, session.session_key.toUpperCase(), session.session_key.slice(1)])
      expect(await codeOf(server.client(session.email, key).getOwnUser())).toBe('UNAUTHORIZED');
  });

  it('[SS3] is listed with its name and times', async () => {
    const { finn } = cast;
    const before = Math.floor(server.clock.now() / 1000);
    const first = await signIn(finn, '  Firefox\u202e\non  Linux  ');
    server.clock.advance(10 * 60_000);
    const second = await signIn(finn, '😀'.repeat(61));
    const { sessions } = await by(second).getSessions();
    expect(sessions.map(({ session_id }) => session_id)).toEqual([second.session_id, first.session_id]);
    expect(sessions[0]).toMatchObject({ device_name: '😀'.repeat(60), is_current: true, has_web_push: false });
    expect(sessions[1]).toMatchObject({ device_name: 'Firefox on Linux', is_current: false });
    const { created_at, last_used_at, expires_at } = sessions[1]!;
    expect(created_at).toBeGreaterThanOrEqual(before);
    expect([last_used_at, expires_at]).toEqual([created_at, created_at + SESSION_IDLE_SECS]);
    await by(first).getOwnUser();
    const used = async () =>
      (await finn.getSessions()).sessions.find((session) => session.session_id === first.session_id)!;
    for (let tries = 0; tries < 100 && (await used()).last_used_at === created_at; tries++) await Bun.sleep(5);
    expect((await used()).last_used_at).toBeGreaterThanOrEqual(created_at + 600);
    expect((await finn.getSessions()).sessions.some(({ is_current }) => is_current)).toBe(false);
    expect((await cast.eli.getSessions()).sessions).toEqual([]);
    const unnamed = await signIn(finn, ' \u200b\n');
    expect((await by(unnamed).getSessions()).sessions[0]!.device_name).not.toBe('');
  });
});

describe('the end of a session', () => {
  it('[SS4] follows from expiry', async () => {
    const own = await startServer();
    try {
      const { user_id, email } = own.owner;
      const [idle, used] = await Promise.all(
        ['idle', 'used'].map((name) =>
          own.app.writer.write(own.realm.realm_id, (context) =>
            openSession(context, own.realm.realm_id, { user_id, email }, name),
          ),
        ),
      );
      const client = own.client(email, used!.session_key);
      own.clock.advance((SESSION_IDLE_SECS - 3600) * 1000);
      const since = Math.floor(own.clock.now() / 1000);
      await client.getOwnUser();
      // A use is recorded by a write of its own after the request.
      const uses = () => own.app.store.db.all(sql`select 1 as n from sessions where last_used_at >= ${since}`);
      while ((await uses()).length === 0) await Bun.sleep(5);
      own.clock.advance(2 * 3600 * 1000);
      await client.sendMessage({ type: 'direct', to: [user_id], content: 'still here' });
      expect(await codeOf(own.client(email, idle!.session_key).getOwnUser())).toBe('UNAUTHORIZED');
      expect((await client.getSessions()).sessions.map(({ device_name }) => device_name)).toEqual(['used']);
      for (let passed = SESSION_IDLE_SECS; passed < SESSION_LIFETIME_SECS; passed += SESSION_IDLE_SECS - 24 * 3600) {
        own.clock.advance((SESSION_IDLE_SECS - 24 * 3600) * 1000);
        await client.getOwnUser().catch(() => {});
      }
      own.clock.advance(24 * 3600 * 1000);
      const write = client.sendMessage({ type: 'direct', to: [user_id], content: 'no more' });
      expect(await codeOf(write)).toBe('UNAUTHORIZED');
    } finally {
      await own.stop();
    }
  });

  it('[SS5] is immediate, for reads, writes, waiting polls and queues', async () => {
    const { eli } = cast;
    const session = await opened(eli);
    const device = by(session);
    const kept = await eli.registerQueue({ event_types: ['message'] });
    const { queue_id, last_event_id } = await device.registerQueue({ event_types: ['message'] });
    await device.updateSettings({ enter_sends: true });
    const waiting = refusal(device.getEvents({ queue_id: queue_id!, last_event_id }));
    await Bun.sleep(50);
    await eli.endSession({ session_id: session.session_id });
    expect(await waiting).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(await codeOf(device.getOwnUser())).toBe('UNAUTHORIZED');
    expect(await codeOf(device.updateSettings({ enter_sends: false }))).toBe('UNAUTHORIZED');
    expect(await codeOf(eli.getEvents({ queue_id: queue_id!, dont_block: true }))).toBe('BAD_EVENT_QUEUE_ID');
    expect((await eli.getEvents({ queue_id: kept.queue_id!, dont_block: true })).queue_id).toBe(kept.queue_id!);
    expect((await eli.getSessions()).sessions).toEqual([]);
  });

  it('[SS5] can be requested by its owner only, and once', async () => {
    const { session_id } = await opened(cast.eli);
    for (const person of [cast.ada, cast.bot])
      expect(await codeOf(person.endSession({ session_id }))).toBe('BAD_REQUEST');
    await cast.eli.endSession({ session_id });
    expect(await codeOf(cast.eli.endSession({ session_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(cast.eli.endSession({ session_id: 2 ** 40 }))).toBe('BAD_REQUEST');
  });

  it('[SS9] can be requested by the key’s digest, which is good for nothing else', async () => {
    const [session, other] = [await opened(cast.eli), await opened(cast.eli)];
    const digest = digestOf(session.session_key);
    const nobody = server.client();
    const waiting = await by(session).registerQueue({ event_types: ['message'] });
    for (const key_digest of [digestOf(digest), digestOf('')])
      expect(await codeOf(nobody.endSessionByDigest({ key_digest }))).toBe('BAD_REQUEST');
    expect(await codeOf(nobody.endSessionByDigest({ key_digest: session.session_key }))).toBe('BAD_REQUEST');
    expect(await codeOf(server.client(cast.eli.email, digest).getOwnUser())).toBe('UNAUTHORIZED');
    await by(session).getOwnUser();
    await nobody.endSessionByDigest({ key_digest: digest });
    expect(await codeOf(by(session).getOwnUser())).toBe('UNAUTHORIZED');
    expect(await codeOf(cast.eli.getEvents({ queue_id: waiting.queue_id!, dont_block: true }))).toBe(
      'BAD_EVENT_QUEUE_ID',
    );
    expect(await codeOf(nobody.endSessionByDigest({ key_digest: digest }))).toBe('BAD_REQUEST');
    await by(other).getOwnUser();
    await cast.eli.endSession({ session_id: other.session_id });
  });

  it('[SS6] can be requested for all others, and for the API key', async () => {
    const { eli } = cast;
    const [own, other, third] = [await opened(eli), await opened(eli), await opened(eli)];
    expect(await by(own).endOtherSessions()).toMatchObject({ ended: 2 });
    for (const session of [other, third]) expect(await codeOf(by(session).getOwnUser())).toBe('UNAUTHORIZED');
    await eli.getOwnUser();
    const { queue_id } = await by(own).registerQueue({ event_types: ['message'] });
    expect(await by(own).endOtherSessions({ end_api_key: true })).toMatchObject({ ended: 0 });
    expect(await codeOf(eli.getOwnUser())).toBe('UNAUTHORIZED');
    expect((await by(own).getEvents({ queue_id: queue_id!, dont_block: true })).queue_id).toBe(queue_id!);
  });

  it('[SS6] follows from a new password, a key reset by the operator, and deactivation', async () => {
    const { bela, ada } = cast;
    const [own, other] = [await opened(bela), await opened(bela)];
    await by(own).updateSettings({ old_password: passwordOf(bela), new_password: 'eleven quiet lanterns' });
    expect((await by(own).getOwnUser()).user_id).toBe(bela.user_id);
    expect(await codeOf(by(other).getOwnUser())).toBe('UNAUTHORIZED');
    const { realm, app } = server;
    await app.writer.write(realm.realm_id, (context) => resetApiKey(context, realm, bela.user_id));
    expect(await codeOf(by(own).getOwnUser())).toBe('UNAUTHORIZED');
    const last = await opened(bela);
    await by(last).getOwnUser();
    await ada.deactivateUser({ user_id: bela.user_id });
    for (const call of [() => by(last).getOwnUser(), () => by(last).updateSettings({ enter_sends: true })])
      expect(await codeOf(call())).toBe('UNAUTHORIZED');
    await ada.reactivateUser({ user_id: bela.user_id });
    expect(await codeOf(by(last).getOwnUser())).toBe('UNAUTHORIZED');
  });

  it('[SS6] cancels a pending change of address', async () => {
    const { realm, app } = server;
    const { eli } = cast;
    const waiting = () =>
      app.store.db.all(
        sql`select 1 as found from confirmations where user_id = ${eli.user_id} and purpose = 'email-change'`,
      );
    const expected = {
      purpose: 'email-change',
      email: 'thief@other.example',
      user_id: eli.user_id,
      invite_id: null,
    } as const;
    const ask = () =>
      app.writer.write(realm.realm_id, (context) =>
        createConfirmation(context, realm.realm_id, new LinkKeys('a secret'), expected),
      );
    const own = await opened(eli);
    for (const end of [
      () => by(own).endOtherSessions(),
      () => by(own).updateSettings({ old_password: passwordOf(eli), new_password: 'seven loud lanterns' }),
      () => app.writer.write(realm.realm_id, (context) => resetApiKey(context, realm, eli.user_id)),
    ]) {
      await ask();
      expect(await waiting()).toHaveLength(1);
      await end();
      expect(await waiting()).toEqual([]);
    }
  });

  it('[SS7] applies to the least recently used one if there are too many', async () => {
    const { dara } = cast;
    await dara.endOtherSessions();
    const first = await opened(dara);
    server.clock.advance(60_000);
    for (let n = 1; n < MAX_SESSIONS; n++) await opened(dara);
    await by(first).getOwnUser();
    expect((await dara.getSessions()).sessions).toHaveLength(MAX_SESSIONS);
    await opened(dara);
    expect((await dara.getSessions()).sessions).toHaveLength(MAX_SESSIONS);
    expect(await codeOf(by(first).getOwnUser())).toBe('UNAUTHORIZED');
  });
});

it('[SS8] a session needs the password to replace the API key', async () => {
  const { chen } = cast;
  const session = await opened(chen);
  for (const password of [undefined, 'guess'])
    expect(await codeOf(by(session).regenerateOwnApiKey({ password }))).toBe('BAD_REQUEST');
  await chen.getOwnUser();
  const { api_key } = await by(session).regenerateOwnApiKey({ password: passwordOf(chen) });
  expect(await codeOf(chen.getOwnUser())).toBe('UNAUTHORIZED');
  expect((await server.client(chen.email, api_key).getOwnUser()).user_id).toBe(chen.user_id);
  expect((await by(session).getOwnUser()).user_id).toBe(chen.user_id);
});

it('[SS8] a session needs the password to change the address, and is asked only while it is valid', async () => {
  const { dara } = cast;
  const session = await opened(dara);
  const ask = (old_password?: string) =>
    refusal(by(session).updateSettings({ email: 'd@other.example', old_password }));
  for (const guess of [undefined, 'guess']) expect((await ask(guess)).message).toBe('Wrong password!');
  expect((await ask(passwordOf(dara))).message).toContain('the server sends no mail');
  await dara.endOtherSessions();
  expect((await ask('guess')).code).toBe('UNAUTHORIZED');
});
