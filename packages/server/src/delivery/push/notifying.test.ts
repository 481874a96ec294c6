// Push notifications, from the message to the phone that opens them, through HTTP and a fake push service.

import { afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { bouncerError, type Person, type Pushed, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

// Notifications that are given up are reported as failures.
const { server, cast } = await serveTests({ failures_expected: true });
beforeAll(async () => {
  for (const [at, person] of [cast.dara, cast.eli, cast.finn].entries()) {
    await newDevice(person, `phone ${at}`, at === 0 ? 'apns' : 'fcm');
    await person.registerPushDevice({ ...(await onlyDevice(person)), ...key(at + 1) });
  }
});
afterEach(async () => {
  server.bouncer.misbehave = null;
  await settle();
  server.bouncer.takePushed();
});

const settle = () => server.app.jobs.settle();
const bytesOf = (push_key_id: number) => Buffer.alloc(32, push_key_id);
const key = (push_key_id: number) => ({
  push_key_id,
  push_key: Buffer.concat([Buffer.from([0x31]), bytesOf(push_key_id)]).toString('base64'),
});
const devicesOf = async (person: Person) => (await person.registerQueue({ fetch_event_types: ['device'] })).devices!;
const onlyDevice = async (person: Person) => ({ device_id: Number(Object.keys(await devicesOf(person))[0]) });

async function newDevice(person: Person, token: string, kind: 'fcm' | 'apns' = 'fcm'): Promise<number> {
  const { device_id } = await person.registerClientDevice();
  await person.registerPushDevice({ device_id, ...key(9), ...server.bouncer.seal(token, kind) });
  await settle();
  return device_id;
}

/** The decrypted content of a notification. */
function opened({ payload: { push_key_id, encrypted_data } }: Pushed): Record<string, unknown> {
  const box = Buffer.from(encrypted_data, 'base64');
  const text = xsalsa20poly1305(bytesOf(push_key_id), box.subarray(0, 24)).decrypt(box.subarray(24));
  return JSON.parse(Buffer.from(text).toString());
}

async function pushed(): Promise<Record<string, unknown>[]> {
  await settle();
  return server.bouncer.takePushed().map(opened);
}
const called = async () => (await pushed()).map(({ type, user_id }) => [type, user_id]);

const direct = (from: Person, to: Person[], content = 'psst') =>
  from.sendMessage({ type: 'direct', to: to.map(({ user_id }) => user_id) as number[], content });
const post = (from: Person, content: string, topic = 'push', to = 'calling') =>
  from.sendMessage({ type: 'channel', to, topic, content });

let made = false;
async function calling(): Promise<number> {
  const { ada, dara, eli, finn, chen } = cast;
  const principals = [ada, dara, eli, finn, chen].map(({ user_id }) => user_id) as number[];
  if (!made) await ada.subscribe({ subscriptions: [{ name: 'calling' }], principals });
  made = true;
  return (await ada.getStreamId({ stream: 'calling' })).stream_id;
}

describe('direct messages', () => {
  it('[PU8] [PU10] notify everybody in them except their sender, encrypted for each device', async () => {
    const { dara, eli, chen } = cast;
    const { id } = await direct(eli, [dara, chen], '**secret** words');
    await settle();
    expect(JSON.stringify(server.bouncer.requests)).not.toMatch(/secret|words|Eli|Dara/);
    const [first, ...others] = server.bouncer.takePushed();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      payload: {
        push_key_id: 1,
        aps: { 'mutable-content': 1, alert: { title: 'New notification' }, sound: 'default' },
      },
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
    });
    const { realm_name, realm_url } = await dara.registerQueue({ fetch_event_types: ['realm'] });
    expect(opened(first!)).toEqual({
      ...{ type: 'message', message_id: id, content: 'secret words', recipient_type: 'direct' },
      recipient_user_ids: [chen.user_id, dara.user_id, eli.user_id].sort((a, b) => a - b),
      ...{ sender_id: eli.user_id, sender_full_name: 'Eli Member' },
      sender_avatar_url: expect.stringMatching(/\/generated_avatars\/\d+\.png\?version=1$/),
      ...{ realm_name, realm_url, user_id: dara.user_id, time: expect.any(Number) },
    });
    await direct(dara, [dara]);
    expect(await called()).toEqual([]);
  });

  it('[PU10] notify every device of a person, and nobody who disabled them', async () => {
    const { dara, eli, finn } = cast;
    const second = await newDevice(dara, 'a tablet');
    await direct(eli, [dara]);
    expect(await called()).toEqual([
      ['message', dara.user_id],
      ['message', dara.user_id],
    ]);
    await dara.removeClientDevice({ device_id: second });
    await finn.updateSettings({ enable_offline_push_notifications: false });
    await direct(eli, [dara, finn]);
    expect(await called()).toEqual([['message', dara.user_id]]);
    await finn.updateSettings({ enable_offline_push_notifications: true });
  });

  it('[PU11] notify online people only if they want that, and nobody who has read them by then', async () => {
    const { dara, eli } = cast;
    await dara.updateSettings({ enable_online_push_notifications: false });
    await dara.updatePresence({ status: 'active' });
    await settle();
    await direct(eli, [dara]);
    expect(await called()).toEqual([]);
    server.clock.advance(141_000);
    await direct(eli, [dara]);
    expect(await called()).toEqual([['message', dara.user_id]]);
    await dara.updateSettings({ enable_online_push_notifications: true });
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    const { id } = await direct(eli, [dara]);
    await settle();
    await dara.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
    server.bouncer.misbehave = null;
    server.bouncer.takePushed();
    server.clock.advance(60_000);
    expect(await called()).toEqual([]);
  });

  it('[PU10] [PU19] from muted people notify nobody, and their shown notifications are withdrawn', async () => {
    const { dara, bela } = cast;
    const { id } = await direct(bela, [dara]);
    expect(await called()).toEqual([['message', dara.user_id]]);
    await dara.muteUser({ muted_user_id: bela.user_id });
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [id] }]);
    await direct(bela, [dara]);
    expect(await called()).toEqual([]);
    await dara.unmuteUser({ muted_user_id: bela.user_id });
  });
});

describe('messages in channels', () => {
  it('[PU21] notify people newly mentioned by an edit, and nobody twice', async () => {
    const { ada, dara, eli, finn } = cast;
    await calling();
    const { id } = await post(ada, '@**Dara Member** hello', 'edited');
    expect(await called()).toEqual([['message', dara.user_id]]);
    const edit = (content: string, message_id = id) => ada.editMessage({ message_id, content });
    await edit('@**Dara Member** @**Eli Member** hello');
    expect(await called()).toEqual([['message', eli.user_id]]);
    await edit('@**Eli Member** hello');
    await edit('@**Dara Member** @**Eli Member** @_**Finn Guest** hello');
    expect(await called()).toEqual([]);
    await edit('@**all** hello');
    expect(await called()).toEqual([['message', finn.user_id]]);
    await edit('@**all** hello again');
    expect(await called()).toEqual([]);
    // While the push service is unavailable, edits are merged with the waiting message.
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    const waiting = await post(ada, '@**Dara Member** hello', 'edited late');
    await settle();
    await edit('@**Dara Member** @**Eli Member** hello', waiting.id);
    await settle();
    server.bouncer.misbehave = null;
    server.bouncer.takePushed();
    server.clock.advance(60_000);
    expect((await called()).map(([, user_id]) => user_id).sort()).toEqual([dara.user_id, eli.user_id].sort() as never);
  });

  it('[PU10] notify mentioned people who receive them', async () => {
    const { ada, dara, eli, finn } = cast;
    const stream_id = await calling();
    await post(ada, 'nobody in particular');
    await post(ada, '@_**Dara Member** silently');
    expect(await called()).toEqual([]);
    const { id } = await post(ada, '@**Dara Member** look', 'a topic');
    expect(await pushed()).toMatchObject([
      {
        ...{ type: 'message', message_id: id, user_id: dara.user_id, recipient_type: 'channel' },
        ...{ channel_id: stream_id, channel_name: 'calling', topic: 'a topic', content: '@Dara Member look' },
      },
    ]);
    await post(dara, '@**Dara Member** myself');
    expect(await called()).toEqual([]);
    await post(ada, '@**all** hello');
    expect((await called()).map(([, user_id]) => user_id)).toEqual([dara, eli, finn].map(({ user_id }) => user_id));
    // Nobody outside a private channel is notified.
    await ada.subscribe({ subscriptions: [{ name: 'closed' }], invite_only: true });
    await post(ada, '@**Dara Member** behind your back', 'x', 'closed');
    expect(await called()).toEqual([]);
  });

  it('[PU10] notify followers of the topic or channel, except those who muted them', async () => {
    const { ada, dara, eli } = cast;
    const stream_id = await calling();
    await dara.updateUserTopic({ stream_id, topic: 'followed', visibility_policy: 3 });
    await post(ada, 'news', 'Followed');
    expect(await called()).toEqual([['message', dara.user_id]]);
    const push = (value: boolean) =>
      eli.updateSubscriptionSettings({ subscription_data: [{ stream_id, property: 'push_notifications', value }] });
    await push(true);
    await post(ada, 'news', 'elsewhere');
    expect(await called()).toEqual([['message', eli.user_id]]);
    await eli.updateUserTopic({ stream_id, topic: 'elsewhere', visibility_policy: 1 });
    await post(ada, 'news', 'elsewhere');
    expect(await called()).toEqual([]);
    await push(false);
    await eli.updateSettings({ enable_stream_push_notifications: true });
    await post(ada, 'news', 'another');
    expect(await called()).toEqual([]);
    await dara.updateSettings({ enable_stream_push_notifications: true });
    await post(ada, 'news', 'another');
    expect(await called()).toEqual([['message', dara.user_id]]);
    for (const person of [dara, eli]) await person.updateSettings({ enable_stream_push_notifications: false });
  });

  it('[PU14] that notify nobody enqueue nothing, and waiting ones are sent together', async () => {
    const { ada, dara } = cast;
    await calling();
    const jobs = () => server.app.store.db.all(sql`select job_id from jobs where kind = 'push.notify'`);
    await post(ada, 'nobody in particular', 'quiet');
    expect(await jobs()).toEqual([]);
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    for (const word of ['one', 'two', 'three']) await post(ada, `@**Dara Member** ${word}`, 'quiet');
    expect(await jobs()).toHaveLength(1);
    await settle();
    server.bouncer.misbehave = null;
    server.bouncer.takePushed();
    server.clock.advance(60_000);
    await settle();
    expect(server.bouncer.requestsTo('e2ee/notify')).toHaveLength(1);
    expect((await pushed()).map(({ content, user_id }) => [user_id, content])).toEqual(
      ['one', 'two', 'three'].map((word) => [dara.user_id, `@Dara Member ${word}`]),
    );
  });
});

describe('shown notifications', () => {
  it('[PU19] are withdrawn when read, one by one, by topic and all at once', async () => {
    const { ada, dara } = cast;
    const stream_id = await calling();
    await dara.markAllAsRead();
    await settle();
    const sent: number[] = [];
    for (const word of ['one', 'two', 'three', 'four']) {
      sent.push((await post(ada, `@**Dara Member** ${word}`, word === 'two' ? 'of two' : 'reading')).id);
      await settle();
    }
    server.bouncer.takePushed();
    await dara.updateMessageFlags({ messages: [sent[0]!], op: 'add', flag: 'read' });
    await settle();
    const [first, ...others] = server.bouncer.takePushed();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      payload: { aps: { 'content-available': 1 } },
      http_headers: { apns_priority: 5, apns_push_type: 'background' },
    });
    const { realm_name, realm_url } = await dara.registerQueue({ fetch_event_types: ['realm'] });
    const about = { realm_name, realm_url, user_id: dara.user_id };
    expect(opened(first!)).toEqual({ type: 'remove', message_ids: [sent[0]], ...about });
    await dara.updateMessageFlags({ messages: [sent[0]!], op: 'add', flag: 'read' });
    expect(await called()).toEqual([]);
    await dara.markTopicAsRead({ stream_id, topic_name: 'of two' });
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [sent[1]] }]);
    await dara.markAllAsRead();
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [sent[2], sent[3]] }]);
  });

  it('[PU19] are withdrawn when deleted, and when their reader leaves the channel', async () => {
    const { ada, dara } = cast;
    await ada.subscribe({ subscriptions: [{ name: 'leaving' }], principals: [dara.user_id] as number[] });
    const kept = await direct(ada, [dara], 'stays');
    const first = await post(ada, '@**Dara Member** one', 'x', 'leaving');
    const second = await post(ada, '@**Dara Member** two', 'x', 'leaving');
    await settle();
    server.bouncer.takePushed();
    await ada.removeMessage({ message_id: first.id });
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [first.id] }]);
    await dara.unsubscribe({ subscriptions: ['leaving'] });
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [second.id] }]);
    await dara.updateMessageFlags({ messages: [kept.id], op: 'add', flag: 'read' });
    expect(await pushed()).toMatchObject([{ type: 'remove', message_ids: [kept.id] }]);
  });
});

describe('the push service', () => {
  it('[PU9] reports which tokens are no longer in use', async () => {
    const { dara, eli } = cast;
    const device_id = await newDevice(dara, 'soon gone');
    server.bouncer.expire('soon gone');
    const { events } = await verifyEvents([dara, eli], async () => {
      await direct(eli, [dara]);
      await settle();
    });
    const updates = events[0]!.filter(({ type }) => type === 'device');
    expect(updates).toEqual([{ type: 'device', op: 'update', id: expect.any(Number), device_id, push_token_id: null }]);
    server.bouncer.takePushed();
    await direct(eli, [dara]);
    expect(await called()).toEqual([['message', dara.user_id]]);
  });

  it('[PU18] returns its entitlement, which is announced to everybody', async () => {
    const { dara, eli } = cast;
    const state = async () => {
      const { realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp } =
        await dara.registerQueue({ fetch_event_types: ['realm'] });
      return [realm_push_notifications_enabled, realm_push_notifications_enabled_end_timestamp];
    };
    const send = async () => {
      await direct(eli, [dara]);
      await settle();
    };
    expect(await state()).toEqual([true, null]);
    expect((await dara.getServerSettings()).push_notifications_enabled).toBe(true);
    server.bouncer.entitlement = { can_push: true, expected_end_timestamp: 1_900_000_000 };
    const { events } = await verifyEvents([dara, eli], send);
    for (const received of events)
      expect(received.find(({ op }) => op === 'update_dict')).toMatchObject({
        data: { push_notifications_enabled: true, push_notifications_enabled_end_timestamp: 1_900_000_000 },
      });
    expect(await state()).toEqual([true, 1_900_000_000]);
    server.bouncer.misbehave = () => bouncerError('PUSH_NOTIFICATIONS_DISALLOWED');
    await verifyEvents([dara, eli], send);
    expect(await state()).toEqual([false, null]);
    server.bouncer.misbehave = null;
    server.bouncer.entitlement = { can_push: true, expected_end_timestamp: null };
    await verifyEvents([dara, eli], send);
    expect(await state()).toEqual([true, null]);
  });

  it('[PU14] is retried for minutes, then the waiting notification is dropped and the next one sent', async () => {
    const { dara, eli } = cast;
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    await direct(eli, [dara], 'in vain');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await settle();
      server.clock.advance(3600_000);
    }
    server.bouncer.misbehave = null;
    server.bouncer.takePushed();
    await direct(eli, [dara], 'the next');
    expect((await pushed()).map(({ content }) => content)).toEqual(['the next']);
  });
});

describe('test notifications', () => {
  it('[PU12] are sent to one device or to all', async () => {
    const { dara, eli } = cast;
    const second = await newDevice(dara, 'for tests');
    await dara.sendTestNotification({ device_id: second });
    const [first, ...others] = server.bouncer.takePushed();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ fcm_priority: 'high', payload: { push_key_id: 9 } });
    const { realm_name, realm_url } = await dara.registerQueue({ fetch_event_types: ['realm'] });
    const time = expect.any(Number);
    expect(opened(first!)).toEqual({ type: 'test', realm_name, realm_url, user_id: dara.user_id, time });
    await dara.sendTestNotification();
    expect(await called()).toHaveLength(2);
    expect(await refusedWith(eli.sendTestNotification({ device_id: second }))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    await dara.removeClientDevice({ device_id: second });
    expect(await refusedWith(dara.sendTestNotification({ device_id: second }))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    expect(await refusedWith(cast.chen.sendTestNotification())).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    const { device_id } = await cast.chen.registerClientDevice();
    expect(await refusedWith(cast.chen.sendTestNotification({ device_id }))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
  });

  it('[PU9] [PU12] are not sent to a deleted device', async () => {
    const { dara } = cast;
    const device_id = await newDevice(dara, 'dropped');
    server.bouncer.expire('dropped');
    await verifyEvents(dara, async () =>
      expect(await refusedWith(dara.sendTestNotification({ device_id }))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']),
    );
    expect((await devicesOf(dara))[String(device_id)]!.push_token_id).toBeNull();
  });

  it('[PU12] [PU18] report problems of the push service', async () => {
    const { dara } = cast;
    await dara.addFcmToken({ token: 'plain' });
    await settle();
    const both = async () => [
      await refusedWith(dara.sendTestNotification()),
      await refusedWith(dara.sendPlainTestNotification({ token: 'plain' })),
    ];
    const twice = (answer: [number, string]) => [answer, answer];
    await server.bouncer.goDown();
    expect(await both()).toEqual(twice([502, 'FAILED_TO_CONNECT_BOUNCER']));
    server.bouncer.comeUp();
    for (const answer of [
      () => bouncerError('INTERNAL', 500),
      () => new Response('<html>', { status: 503 }),
      () => new Response('{"result": "succ', { status: 200 }),
      () => new Response('null', { status: 200 }),
      () => new Response('x'.repeat(2_000_000), { status: 200 }),
      () => bouncerError('RATE_LIMIT_HIT', 429),
    ]) {
      server.bouncer.misbehave = answer;
      expect(await both()).toEqual(twice([502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER']));
    }
    for (const answer of [
      () => bouncerError('INVALID_ZULIP_SERVER', 401),
      () => bouncerError('PUSH_NOTIFICATIONS_DISALLOWED', 403),
      () => bouncerError('MISSING_REMOTE_REALM'),
      () => bouncerError('BAD_REQUEST'),
      () => Response.redirect('http://127.0.0.1:1/', 307),
      () => new Response('no such page', { status: 404 }),
    ]) {
      server.bouncer.misbehave = answer;
      await verifyEvents(dara, async () => expect(await both()).toEqual(twice([403, 'ADMIN_ACTION_REQUIRED'])));
    }
    server.bouncer.misbehave = null;
    await dara.sendTestNotification();
    await dara.sendPlainTestNotification();
    server.bouncer.expire('plain');
    const refused = [400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'];
    expect(await refusedWith(dara.sendPlainTestNotification({ token: 'plain' }))).toEqual(refused as never);
    const unknown = [400, 'INVALID_PUSH_DEVICE_TOKEN'];
    expect(await refusedWith(dara.sendPlainTestNotification({ token: 'plain' }))).toEqual(unknown as never);
    // No device is left, so all of them were notified.
    await dara.sendPlainTestNotification();
  });

  it('[PU12] treat a push service that times out as unreachable', async () => {
    server.bouncer.misbehave = () => new Promise(() => {}) as never;
    expect(await refusedWith(cast.dara.sendTestNotification())).toEqual([502, 'FAILED_TO_CONNECT_BOUNCER']);
  });
});

describe('legacy devices', () => {
  it('[PU15] are notified unencrypted, unless the organization forbids it', async () => {
    const { chen, eli, ada } = cast;
    const token = 'cd'.repeat(32);
    await chen.addApnsToken({ token, appid: 'org.stoa.App' });
    await settle();
    const notifications = async () => {
      await settle();
      const [body] = server.bouncer.requestsTo('notify');
      server.bouncer.takePushed();
      return body!;
    };
    const { id } = await direct(eli, [chen], 'in the clear');
    expect(await notifications()).toMatchObject({
      user_uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      ...{ android_devices: [], apple_devices: [token], gcm_options: { priority: 'high' } },
      gcm_payload: { event: 'message', zulip_message_id: id, content: 'in the clear', recipient_type: 'private' },
      apns_payload: { alert: { title: 'Eli Member', body: 'in the clear' }, custom: { zulip: { message_ids: [id] } } },
    });
    await chen.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' });
    expect(await notifications()).toMatchObject({ gcm_payload: { event: 'remove', zulip_message_ids: String(id) } });
    await ada.updateRealm({ require_e2ee_push_notifications: true });
    await direct(eli, [chen], 'a secret');
    const withheld = await notifications();
    expect(JSON.stringify(withheld)).not.toContain('a secret');
    expect(withheld).toMatchObject({ gcm_payload: { content: 'New message' } });
    await ada.updateRealm({ require_e2ee_push_notifications: false });
    server.bouncer.expire(token);
    await direct(eli, [chen]);
    await settle();
    expect(await refusedWith(chen.removeApnsToken({ token }))).toEqual([400, 'BAD_REQUEST']);
  });
});
