// Browser notifications, from the message to what a browser decrypts.

import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { MAX_WEB_PUSH_SUBSCRIPTIONS, type NewSession, SESSION_IDLE_SECS } from '@stoa/contract';
import {
  bouncerError,
  type Cast,
  codeOf,
  type FakeWebPush,
  type Person,
  startFakeWebPush,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import { openSession } from '../../identity/sessions/sessions.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import { Vault } from '../../kit/secrets/vault.ts';
import { OwnKeys, WEB_PUSH_JOB } from './web-push.actions.ts';
import { webPushHandler } from './web-push.jobs.ts';

setDefaultTimeout(30_000);
const MINUTE_MS = 60_000;

let push: FakeWebPush;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  push = await startFakeWebPush();
  // Without a push service for phones: browsers need none.
  server = await startServer({ web_push_allow: '127.0.0.1', push: false });
  cast = await server.cast();
});
afterAll(async () => {
  await server.stop();
  await push.stop();
});

let count = 0;
const opened = ({ user_id, email }: Person) =>
  server.app.writer.write(server.realm.realm_id, (context) =>
    openSession(context, server.realm.realm_id, { user_id, email }, 'Browser'),
  );
const by = ({ email, session_key }: NewSession) => server.client(email, session_key);
/** A subscribed browser of a signed-in person. */
async function subscribed(person: Person) {
  const session = await opened(person);
  const browser = push.browser(`browser ${++count}`);
  const { name: _name, ...subscription } = browser;
  await by(session).subscribeWebPush(subscription);
  return { session, browser };
}
const direct = (to: Person, content = 'Hello') => cast.bela.sendMessage({ type: 'direct', to: [to.user_id], content });
/** The notifications that browsers receive because of `act`. */
async function pushesOf(act: () => Promise<unknown>) {
  const before = push.pushed.length;
  await act();
  await server.app.jobs.settle();
  return push.pushed.slice(before);
}

describe('[WP1] [WP4] a notification', () => {
  it('is encrypted for the browser and signed by the server', async () => {
    const { dara, bela } = cast;
    const { browser } = await subscribed(dara);
    const [first, ...others] = await pushesOf(() => direct(dara, 'The *soup* is ready'));
    expect(others).toEqual([]);
    expect(first!.browser).toBe(browser.name);
    expect(first!.payload).toMatchObject({
      type: 'message',
      recipient_type: 'direct',
      recipient_user_ids: [bela.user_id, dara.user_id].sort((a, b) => a - b),
      sender_full_name: bela.full_name,
      content: 'The soup is ready',
      user_id: dara.user_id,
      realm_name: 'Stoa',
    });
    const { public_key } = await dara.getWebPushKey();
    expect(first!.server_key).toBe(public_key);
    expect(first!.claims.aud).toBe(push.url);
    expect(first!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(first!.headers.ttl)).toBeGreaterThan(3600);
    const kept = JSON.stringify([
      await server.app.store.db.all(sql`select * from web_push_subscriptions`),
      await server.app.store.db.all(sql`select * from server_keys`),
    ]);
    for (const secret of [browser.endpoint, browser.auth, browser.p256dh]) expect(kept).not.toContain(secret);
    await dara.endOtherSessions();
  });

  it('is sent to every browser of people whose phone would be notified, and to nobody else', async () => {
    const { dara, eli, ada, chen } = cast;
    const [first, second] = [await subscribed(dara), await subscribed(dara)];
    await subscribed(eli);
    await ada.subscribe({ subscriptions: [{ name: 'push' }], principals: [dara.user_id, eli.user_id, ada.user_id] });
    const send = (content: string) => ada.sendMessage({ type: 'stream', to: 'push', topic: 'web', content });
    expect(await pushesOf(() => send('nobody'))).toEqual([]);
    const mentioned = await pushesOf(() => send(`@**${dara.full_name}** look`));
    expect(mentioned.map(({ browser }) => browser).sort()).toEqual([first.browser.name, second.browser.name].sort());
    expect(mentioned[0]!.payload).toMatchObject({ recipient_type: 'channel', channel_name: 'push', topic: 'web' });
    await eli.updateSettings({ enable_offline_push_notifications: false });
    expect(await pushesOf(() => direct(eli))).toEqual([]);
    expect(await pushesOf(() => direct(chen))).toEqual([]);
    for (const person of [dara, eli]) await person.endOtherSessions();
  });

  it('hides direct messages for people who want no content on the screen', async () => {
    const { dara } = cast;
    await subscribed(dara);
    await dara.updateSettings({ pm_content_in_desktop_notifications: false });
    const [push] = await pushesOf(() => direct(dara, 'secret'));
    expect([push!.payload.content, push!.payload.sender_full_name]).toEqual(['', cast.bela.full_name]);
    await dara.updateSettings({ pm_content_in_desktop_notifications: true });
    await dara.endOtherSessions();
  });

  it('fits the size limit of push services for any input', async () => {
    const { dara, ada } = cast;
    await subscribed(dara);
    const wide = '😀'.repeat(60);
    await ada.subscribe({ subscriptions: [{ name: wide }], principals: [dara.user_id] });
    const content = `@**${dara.full_name}** ${'😀'.repeat(3000)}`;
    const [push] = await pushesOf(() => ada.sendMessage({ type: 'stream', to: wide, topic: wide, content }));
    expect([push!.payload.channel_name, push!.payload.topic]).toEqual([wide, wide]);
    expect(Number(push!.headers['content-length'])).toBeLessThanOrEqual(4096);
    await dara.endOtherSessions();
  });
});

describe('[WP2] subscribing', () => {
  it('moves a browser to the account that signed in last, and keeps one per session', async () => {
    const { dara, eli } = cast;
    const { session, browser } = await subscribed(dara);
    const { name: _name, ...subscription } = browser;
    await by(session).subscribeWebPush(subscription);
    expect(await pushesOf(() => direct(dara))).toHaveLength(1);
    const { sessions } = await by(session).getSessions();
    expect(sessions.map(({ has_web_push }) => has_web_push)).toEqual([true]);
    const other = await opened(eli);
    await by(other).subscribeWebPush(subscription);
    expect(await pushesOf(() => direct(dara))).toEqual([]);
    const { name, ...newer } = push.browser('newer');
    await by(other).subscribeWebPush(newer);
    await eli.updateSettings({ enable_offline_push_notifications: true });
    expect((await pushesOf(() => direct(eli))).map((push) => push.browser)).toEqual([name]);
    await by(other).unsubscribeWebPush({ endpoint: newer.endpoint });
    await by(other).unsubscribeWebPush({ endpoint: newer.endpoint });
    expect(await pushesOf(() => direct(eli))).toEqual([]);
    for (const person of [dara, eli]) await person.endOtherSessions();
  });

  it('refuses invalid subscriptions, and unsubscribing those of others', async () => {
    const { dara, eli } = cast;
    const { name: _name, ...good } = push.browser('good');
    for (const wrong of [
      { endpoint: 'ftp://push.example/x' },
      { endpoint: 'http://push.example/x' },
      { endpoint: 'https://user:secret@push.example/x' },
      { endpoint: 'nonsense' },
      { endpoint: `https://push.example/${'x'.repeat(2000)}` },
      { p256dh: 'AAAA' },
      { p256dh: 'é' },
      { auth: '' },
    ])
      expect([wrong, await codeOf(dara.subscribeWebPush({ ...good, ...wrong }))]).toEqual([wrong, 'BAD_REQUEST']);
    await dara.subscribeWebPush(good);
    await eli.unsubscribeWebPush({ endpoint: good.endpoint });
    expect(await pushesOf(() => direct(dara))).toHaveLength(1);
    await dara.unsubscribeWebPush({ endpoint: good.endpoint });
  });

  it('is limited in number', async () => {
    const { chen } = cast;
    const { name: _name, endpoint, ...keys } = push.browser('many');
    for (let n = 0; n < MAX_WEB_PUSH_SUBSCRIPTIONS; n++)
      await chen.subscribeWebPush({ ...keys, endpoint: `${endpoint}-${n}` });
    expect(await codeOf(chen.subscribeWebPush({ ...keys, endpoint }))).toBe('BAD_REQUEST');
    await chen.subscribeWebPush({ ...keys, endpoint: `${endpoint}-7` });
    for (let n = 0; n < MAX_WEB_PUSH_SUBSCRIPTIONS; n++)
      await chen.unsubscribeWebPush({ endpoint: `${endpoint}-${n}` });
  });
});

describe('[WP3] [WP5] a push service', () => {
  it('is contacted only at public addresses', async () => {
    // Addresses allowed for webhooks are not allowed for browsers.
    const guarded = await startServer({ push: false, outbound_allow: '127.0.0.1', failures_expected: true });
    try {
      const { dara, bela } = await guarded.cast();
      const { name: _name, endpoint, ...keys } = push.browser('inside');
      expect(await codeOf(dara.subscribeWebPush({ ...keys, endpoint }))).toBe('BAD_REQUEST');
      // A name that resolves to a private address, a private address and an unknown name look the same to the caller.
      const inside = endpoint.replace('http://127.0.0.1', 'https://localhost');
      for (const each of [inside, endpoint.replace('http:', 'https:'), 'https://nowhere.invalid/push'])
        await dara.subscribeWebPush({ ...keys, endpoint: each });
      const before = push.request_count;
      const kept = () => guarded.app.store.db.all(sql`select subscription_id from web_push_subscriptions`);
      await bela.sendMessage({ type: 'direct', to: [dara.user_id], content: 'x' });
      for (let tries = 0; tries < 8; tries++) {
        await guarded.app.jobs.settle();
        expect(await kept()).toHaveLength(3);
        guarded.clock.advance(60 * MINUTE_MS);
      }
      expect(push.request_count).toBe(before);
    } finally {
      await guarded.stop();
    }
  });

  it('is retried when busy or broken, not when it no longer knows the browser', async () => {
    const { dara } = cast;
    await subscribed(dara);
    push.answers.push(503);
    expect(await pushesOf(() => direct(dara))).toEqual([]);
    push.answers.push(429);
    server.clock.advance(MINUTE_MS);
    expect(await pushesOf(async () => {})).toEqual([]);
    server.clock.advance(MINUTE_MS);
    expect(await pushesOf(async () => {})).toHaveLength(1);
    push.answers.push(413);
    expect(await pushesOf(() => direct(dara))).toEqual([]);
    server.clock.advance(10 * MINUTE_MS);
    expect(await pushesOf(async () => {})).toEqual([]);
    for (const status of [404, 410, 403]) {
      await subscribed(dara);
      push.answers.push(201, status);
      await pushesOf(() => direct(dara));
      const request_count = push.request_count;
      await pushesOf(() => direct(dara));
      expect([status, push.request_count]).toEqual([status, request_count + 1]);
      expect(push.answers).toEqual([]);
    }
    await dara.endOtherSessions();
  });
});

describe('[WP7] a subscription ends', () => {
  it('with its session, however that ends', async () => {
    const { dara, eli, finn, ada } = cast;
    const first = await subscribed(dara);
    await dara.endSession({ session_id: first.session.session_id });
    expect(await pushesOf(() => direct(dara))).toEqual([]);
    await subscribed(eli);
    server.clock.advance((SESSION_IDLE_SECS + 60) * 1000);
    expect(await pushesOf(() => direct(eli))).toEqual([]);
    const kept = () => server.app.store.db.all(sql`select user_id from web_push_subscriptions`);
    expect(await kept()).toContainEqual({ user_id: eli.user_id });
    server.clock.advance(15 * 24 * 60 * MINUTE_MS);
    await opened(eli);
    expect(await kept()).not.toContainEqual({ user_id: eli.user_id });
    await subscribed(finn);
    const { name: _name, ...subscription } = push.browser('by key');
    await finn.subscribeWebPush(subscription);
    await ada.deactivateUser({ user_id: finn.user_id });
    await ada.reactivateUser({ user_id: finn.user_id });
    expect(await pushesOf(() => direct(finn))).toEqual([]);
  });

  it('with the API key it was made with', async () => {
    const { chen } = cast;
    const { name: _name, ...subscription } = push.browser('of the key');
    await chen.subscribeWebPush(subscription);
    expect(await pushesOf(() => direct(chen))).toHaveLength(1);
    await chen.regenerateOwnApiKey();
    expect(await pushesOf(() => direct(chen))).toEqual([]);
  });
});

it('[WP4] the server keeps its key pair until its secret changes', async () => {
  const { public_key } = await cast.ada.getWebPushKey();
  await server.restart();
  expect((await cast.ada.getWebPushKey()).public_key).toBe(public_key);
  const another = new OwnKeys(server.app.writer, new Vault('another secret of thirty-two letters'));
  const { name: _name, ...subscription } = push.browser('lost');
  await cast.ada.subscribeWebPush(subscription);
  expect((await another.get()).public_key).not.toBe(public_key);
  expect(await server.app.store.db.all(sql`select * from web_push_subscriptions`)).toEqual([]);
});

it('[WP6] browsers are notified once while the push service for phones fails', async () => {
  const phones = await startServer({ web_push_allow: '127.0.0.1' });
  try {
    const { dara, bela } = await phones.cast();
    const { name, ...subscription } = push.browser('with a phone');
    await dara.subscribeWebPush(subscription);
    const { device_id } = await dara.registerClientDevice();
    const push_key = Buffer.alloc(33, '1').toString('base64');
    await dara.registerPushDevice({ device_id, push_key_id: 1, push_key, ...phones.bouncer.seal('a phone', 'fcm') });
    await phones.app.jobs.settle();
    let phoned = 0;
    phones.bouncer.misbehave = () => {
      phoned++;
      return bouncerError('INTERNAL', 500);
    };
    const before = push.pushed.length;
    await bela.sendMessage({ type: 'direct', to: [dara.user_id], content: 'once' });
    for (let tries = 0; tries < 3; tries++) {
      await phones.app.jobs.settle();
      phones.clock.advance(MINUTE_MS);
    }
    expect(push.pushed.slice(before).map(({ browser }) => browser)).toEqual([name]);
    expect(phoned).toBeGreaterThan(1);
    phones.bouncer.misbehave = null;
    await phones.app.jobs.settle();
    expect(phones.bouncer.requests.filter(({ path }) => path === 'e2ee/notify').length).toBeGreaterThan(phoned);
    expect(push.pushed).toHaveLength(before + 1);
  } finally {
    await phones.stop();
  }
});

it('[PU23] a browser is not notified late of a message that was read meanwhile', async () => {
  const { dara } = cast;
  await subscribed(dara);
  const read = async (is_read: boolean) => {
    push.answers.push(503);
    const { id } = await direct(dara, 'late');
    expect(await pushesOf(async () => {})).toEqual([]);
    if (is_read) await dara.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
    server.clock.advance(60 * MINUTE_MS);
    return (await pushesOf(async () => {})).map(({ payload }) => payload.type);
  };
  expect([await read(false), await read(true)]).toEqual([['message'], []]);
});

it('[WP800] a thousand notifications of an account may wait for its browsers; others are notified', async () => {
  const { dara, eli } = cast;
  await subscribed(dara);
  await subscribed(eli);
  const { realm_id } = server.realm;
  const late = [realm_id, WEB_PUSH_JOB, '{}', Number.MAX_SAFE_INTEGER, dara.user_id];
  await server.app.store.transaction((tx) =>
    tx.run(
      sql`insert into jobs (realm_id, kind, body, run_at, account_id) values ${sql.rows(Array.from({ length: 1000 }, () => late))}`,
    ),
  );
  expect(await pushesOf(() => direct(dara))).toEqual([]);
  expect(await pushesOf(() => direct(eli))).not.toEqual([]);
  await server.app.store.transaction((tx) => tx.run(sql`delete from jobs where kind = ${WEB_PUSH_JOB}`));
  expect(await pushesOf(() => direct(dara))).not.toEqual([]);
});

it('[WP800] a slow push service of one account leaves room for those of others', () => {
  const { concurrency, concurrency_each } = webPushHandler({} as never);
  expect(concurrency_each).toBeLessThan(concurrency!);
});
