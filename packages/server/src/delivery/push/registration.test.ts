// Devices and their push registration, through HTTP and a fake push service.

import { afterEach, describe, expect, it } from 'bun:test';
import { MAX_DEVICES, MAX_PUSH_TOKENS } from '@stoa/contract';
import { bouncerError, type Person, refusedWith, serveTests, verifyEvents } from '@stoa/testkit';
import { SECRET_MIN } from '../../identity/auth/secret.ts';
import { checkSecret } from '../../identity/auth/secret-mark.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import { ApiKeys } from '../../kit/secrets/api-keys.ts';

// Registrations that are given up are reported as failures.
const { server, cast } = await serveTests({ failures_expected: true });
afterEach(() => {
  server.bouncer.misbehave = null;
});

const BAD = [400, 'BAD_REQUEST'] as [number, string];

const settle = () => server.app.jobs.settle();
const keyOf = (byte: number, length = 32) => Buffer.concat([Buffer.from([0x31]), Buffer.alloc(length, byte)]);
const key = (push_key_id: number) => ({ push_key_id, push_key: keyOf(push_key_id % 256).toString('base64') });
const devicesOf = async (person: Person) => (await person.registerQueue({ fetch_event_types: ['device'] })).devices!;
const deviceOf = async (person: Person, device_id: number) => (await devicesOf(person))[String(device_id)]!;

let count = 0;
async function newDevice(person: Person, token = `token ${++count}`) {
  const { device_id } = await person.registerClientDevice();
  const sealed = server.bouncer.seal(token, 'fcm');
  await person.registerPushDevice({ device_id, ...key(7), ...sealed });
  await settle();
  return { device_id, token, sealed };
}

describe('devices', () => {
  it('[PU1] [PU2] are added and removed; only their owner is notified', async () => {
    const { dara, eli } = cast;
    const made = await verifyEvents([dara, eli], () => dara.registerClientDevice());
    const { device_id } = made.value;
    expect(made.events).toEqual([[{ type: 'device', op: 'add', id: expect.any(Number), device_id }], []]);
    expect(await deviceOf(dara, device_id)).toEqual({
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    });
    for (const id of [device_id + 1000, -1, 0, Number.MAX_SAFE_INTEGER]) {
      expect(await refusedWith(dara.removeClientDevice({ device_id: id }))).toEqual(BAD);
      expect(await refusedWith(dara.registerPushDevice({ device_id: id, ...key(1) }))).toEqual(BAD);
    }
    expect(await refusedWith(eli.removeClientDevice({ device_id }))).toEqual(BAD);
    expect(
      await refusedWith(eli.registerPushDevice({ device_id, ...key(1), ...server.bouncer.seal('x', 'fcm') })),
    ).toEqual(BAD);
    const removal = await verifyEvents([dara, eli], () => dara.removeClientDevice({ device_id }));
    expect(removal.events).toEqual([[{ type: 'device', op: 'remove', id: expect.any(Number), device_id }], []]);
    expect(await refusedWith(dara.removeClientDevice({ device_id }))).toEqual(BAD);
  });

  it('[PU1] are limited to 200 per account', async () => {
    const { finn } = cast;
    const made: number[] = [];
    for (let at = 0; at < MAX_DEVICES; at += 50)
      made.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => finn.registerClientDevice()))).map(
          (device) => device.device_id,
        ),
      );
    expect(await refusedWith(finn.registerClientDevice())).toEqual(BAD);
    await finn.removeClientDevice({ device_id: made[0]! });
    await finn.registerClientDevice();
    expect(Object.keys(await devicesOf(finn))).toHaveLength(MAX_DEVICES);
  });
});

describe('registering', () => {
  it('[PU3] [PU5] takes key and token, and is complete when the push service has the token', async () => {
    const { dara, eli } = cast;
    const { device_id } = await dara.registerClientDevice();
    const sealed = server.bouncer.seal('the first token', 'apns');
    server.bouncer.requests.length = 0;
    // The push service answers late, so that the events before and after are distinct.
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.bouncer.misbehave = () => waiting.then(() => null) as never;
    const registration = await verifyEvents([dara, eli], () =>
      dara.registerPushDevice({ device_id, ...key(2408), ...sealed }),
    );
    const now = expect.any(Number);
    expect(registration.events).toEqual([
      [
        {
          ...{ type: 'device', op: 'update', id: now, device_id, push_key_id: 2408 },
          ...{ pending_push_token_id: sealed.token_id, push_token_last_updated_timestamp: now },
        },
      ],
      [],
    ]);
    const done = await verifyEvents([dara, eli], async () => {
      answer();
      await settle();
    });
    expect(done.events).toEqual([
      [
        {
          ...{ type: 'device', op: 'update', id: now, device_id },
          ...{ push_token_id: sealed.token_id, pending_push_token_id: null },
        },
      ],
      [],
    ]);
    const { token_id, bouncer_public_key, encrypted_push_registration } = sealed;
    const { realm_uuid } = await dara.registerQueue({ fetch_event_types: ['realm'] });
    expect(server.bouncer.requestsTo('e2ee/register')).toEqual([
      { realm_uuid, token_id, bouncer_public_key, encrypted_push_registration },
    ]);
  });

  it('[PU3] changes only the key, or only the token', async () => {
    const { dara } = cast;
    const { device_id, sealed } = await newDevice(dara);
    const rotated = await verifyEvents(dara, () => dara.registerPushDevice({ device_id, ...key(9) }));
    expect(rotated.events[0]).toEqual([
      { type: 'device', op: 'update', id: expect.any(Number), device_id, push_key_id: 9 },
    ]);
    const again = server.bouncer.seal('another token', 'fcm');
    server.clock.advance(10_000);
    await verifyEvents(dara, async () => {
      await dara.registerPushDevice({ device_id, ...again });
      expect((await deviceOf(dara, device_id)).push_token_id).toBeOneOf([sealed.token_id, again.token_id]);
      await settle();
    });
    expect(await deviceOf(dara, device_id)).toMatchObject({ push_key_id: 9, push_token_id: again.token_id });
  });

  it('[PU3] takes each half complete, and both the first time', async () => {
    const { dara } = cast;
    const { device_id } = await dara.registerClientDevice();
    const sealed = server.bouncer.seal('half', 'fcm');
    const before = await devicesOf(dara);
    expect(await refusedWith(dara.registerPushDevice({ device_id }))).toEqual(BAD);
    expect(await refusedWith(dara.registerPushDevice({ device_id, ...key(1) }))).toEqual(BAD);
    expect(await refusedWith(dara.registerPushDevice({ device_id, ...sealed }))).toEqual(BAD);
    const all = { device_id, ...key(1), ...sealed };
    for (const name of Object.keys(all).filter((name) => name !== 'device_id')) {
      const { [name as keyof typeof all]: _left_out, ...rest } = all;
      expect([name, ...(await refusedWith(dara.registerPushDevice(rest as typeof all)))]).toEqual([name, ...BAD]);
    }
    expect(await devicesOf(dara)).toEqual(before);
    await dara.registerPushDevice(all);
  });

  it('[PU4] takes keys of exactly 32 bytes after 0x31, and ids of 32 bits', async () => {
    const { dara } = cast;
    const { device_id } = await newDevice(dara);
    const good = keyOf(1).toString('base64');
    for (const push_key of [
      ...['', 'x', good.slice(0, -4), `${good}AAAA`, good.replace(/.$/, '='), `${good}\n`, good.replace('M', '-')],
      ...[keyOf(1, 31).toString('base64'), keyOf(1, 33).toString('base64'), Buffer.alloc(33, 0x32).toString('base64')],
    ])
      expect([
        push_key,
        ...(await refusedWith(dara.registerPushDevice({ device_id, push_key_id: 1, push_key }))),
      ]).toEqual([push_key, ...BAD]);
    for (const push_key_id of [-1, 2 ** 32, 1.5])
      expect(await refusedWith(dara.registerPushDevice({ device_id, push_key_id, push_key: good }))).toEqual(BAD);
    for (const push_key_id of [0, 1, 2 ** 32 - 1]) {
      await dara.registerPushDevice({ device_id, push_key_id, push_key: good });
      expect((await deviceOf(dara, device_id)).push_key_id).toBe(push_key_id);
    }
  });

  it('[PU4] takes token ids of exactly 8 bytes, and limits all lengths', async () => {
    const { dara } = cast;
    const { device_id, sealed } = await newDevice(dara);
    const eight = Buffer.alloc(8, 200).toString('base64');
    for (const wrong of [
      { token_id: '' },
      { token_id: Buffer.alloc(7).toString('base64') },
      { token_id: Buffer.alloc(9).toString('base64') },
      { token_id: eight.replace(/=$/, '') },
      { token_id: 'not Base64!!' },
      { bouncer_public_key: '' },
      { bouncer_public_key: 'A'.repeat(1001) },
      { encrypted_push_registration: '' },
      { encrypted_push_registration: 'A'.repeat(20_001) },
      { token_kind: 'web' as 'fcm' },
    ])
      expect([wrong, ...(await refusedWith(dara.registerPushDevice({ device_id, ...sealed, ...wrong })))]).toEqual([
        wrong,
        ...BAD,
      ]);
    await dara.registerPushDevice({ device_id, ...sealed, encrypted_push_registration: 'A'.repeat(20_000) });
    await settle();
    expect((await deviceOf(dara, device_id)).push_registration_error_code).toBe('BAD_REQUEST');
  });

  it('[PU5] reports why the push service refused, and clears the error with the next attempt', async () => {
    const { dara } = cast;
    for (const code of ['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED', 'BAD_REQUEST']) {
      server.bouncer.misbehave = () => bouncerError(code);
      const { device_id } = await dara.registerClientDevice();
      const sealed = server.bouncer.seal(`refused ${code}`, 'fcm');
      await dara.registerPushDevice({ device_id, ...key(1), ...sealed });
      await verifyEvents(dara, settle);
      expect(await deviceOf(dara, device_id)).toMatchObject({
        push_token_id: null,
        pending_push_token_id: sealed.token_id,
        push_registration_error_code: code,
      });
      server.bouncer.misbehave = null;
      await dara.registerPushDevice({ device_id, ...sealed });
      await settle();
      expect(await deviceOf(dara, device_id)).toMatchObject({
        push_token_id: sealed.token_id,
        pending_push_token_id: null,
        push_registration_error_code: null,
      });
    }
  });

  it('[PU5] retries for hours while the push service is down, fails, sends garbage or refuses the server', async () => {
    const { dara } = cast;
    const { device_id } = await dara.registerClientDevice();
    const sealed = server.bouncer.seal('patient', 'fcm');
    await server.bouncer.goDown();
    await dara.registerPushDevice({ device_id, ...key(1), ...sealed });
    await settle();
    server.bouncer.comeUp();
    for (const answer of [
      () => bouncerError('INTERNAL', 500),
      () => new Response('<html>', { status: 502 }),
      () => new Response('{"result":', { status: 200 }),
      () => new Response('[]', { status: 200 }),
      () => bouncerError('RATE_LIMIT_HIT', 429),
      () => bouncerError('INVALID_ZULIP_SERVER', 401),
      () => bouncerError('MISSING_REMOTE_REALM'),
      () => Response.redirect('http://127.0.0.1:1/', 302),
    ]) {
      server.bouncer.misbehave = answer;
      server.clock.advance(3600_000);
      await settle();
      expect(await deviceOf(dara, device_id)).toMatchObject({
        pending_push_token_id: sealed.token_id,
        push_registration_error_code: null,
      });
    }
    server.bouncer.misbehave = null;
    server.clock.advance(3600_000);
    await settle();
    expect((await deviceOf(dara, device_id)).push_token_id).toBe(sealed.token_id);
  });

  it('[PU5] gives up eventually', async () => {
    const { dara } = cast;
    const { device_id } = await dara.registerClientDevice();
    server.bouncer.misbehave = () => bouncerError('INTERNAL', 500);
    await dara.registerPushDevice({ device_id, ...key(1), ...server.bouncer.seal('in vain', 'fcm') });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await settle();
      server.clock.advance(3600_000);
    }
    expect((await deviceOf(dara, device_id)).push_registration_error_code).toBe('REQUEST_EXPIRED');
  });

  it('[PU5] ignores a response that arrives too late', async () => {
    const { dara } = cast;
    const { device_id } = await dara.registerClientDevice();
    const [old, young] = [server.bouncer.seal('old', 'fcm'), server.bouncer.seal('young', 'fcm')];
    server.bouncer.misbehave = ({ body }) => (body.token_id === old.token_id ? bouncerError('BAD_REQUEST') : null);
    await dara.registerPushDevice({ device_id, ...key(1), ...old });
    await dara.registerPushDevice({ device_id, ...young });
    const { device_id: removed } = await dara.registerClientDevice();
    await dara.registerPushDevice({ device_id: removed, ...key(1), ...server.bouncer.seal('removed', 'fcm') });
    await dara.removeClientDevice({ device_id: removed });
    await settle();
    expect(await deviceOf(dara, device_id)).toMatchObject({
      push_token_id: young.token_id,
      push_registration_error_code: null,
    });
  });

  it('[PU7] moves a token to the newest device of an account; other accounts on the phone keep it', async () => {
    const { dara, eli } = cast;
    const first = await newDevice(dara, 'one phone');
    const hers = await newDevice(eli, 'one phone');
    const { value: second } = await verifyEvents(dara, () => newDevice(dara, 'one phone'));
    expect((await deviceOf(dara, first.device_id)).push_token_id).toBeNull();
    expect((await deviceOf(dara, second.device_id)).push_token_id).toBe(second.sealed.token_id);
    expect((await deviceOf(eli, hers.device_id)).push_token_id).toBe(second.sealed.token_id);
  });
});

describe('legacy registration', () => {
  const hex = 'ab'.repeat(32);
  const app = { appid: 'org.stoa.App' };

  it('[PU13] adds tokens of both platforms once each, and removes them', async () => {
    const { eli, dara } = cast;
    await eli.addApnsToken({ token: hex, ...app });
    await eli.addApnsToken({ token: hex, ...app });
    await eli.addFcmToken({ token: 'an Android' });
    await settle();
    expect(server.bouncer.requestsTo('register')).toMatchObject([
      { token: hex, token_kind: '1', ios_app_id: 'org.stoa.App' },
      { token: 'an Android', token_kind: '2' },
    ]);
    expect(await refusedWith(dara.removeApnsToken({ token: hex }))).toEqual(BAD);
    expect(await refusedWith(eli.removeFcmToken({ token: hex }))).toEqual(BAD);
    await eli.removeApnsToken({ token: hex });
    await eli.removeFcmToken({ token: 'an Android' });
    expect(await refusedWith(eli.removeApnsToken({ token: hex }))).toEqual(BAD);
    await settle();
    expect([hex, 'an Android'].map((token) => server.bouncer.knowsPlain(token))).toEqual([false, false]);
  });

  it('[PU13] refuses empty, overlong and invalid tokens', async () => {
    const { eli } = cast;
    for (const token of ['', 'a'.repeat(4097)]) {
      expect(await refusedWith(eli.addFcmToken({ token }))).toEqual(BAD);
      expect(await refusedWith(eli.removeFcmToken({ token }))).toEqual(BAD);
      expect(await refusedWith(eli.addApnsToken({ token, ...app }))).toEqual(BAD);
    }
    for (const token of ['xyz', 'abc', 'ab cd', hex.slice(1), `${hex}g`])
      expect(await refusedWith(eli.addApnsToken({ token, ...app }))).toEqual(BAD);
    for (const appid of ['', 'a b', 'a/../b', 'x'.repeat(201), 'é'])
      expect(await refusedWith(eli.addApnsToken({ token: hex, appid }))).toEqual(BAD);
    for (const length of [4095, 4096]) {
      await eli.addFcmToken({ token: 'a'.repeat(length) });
      await eli.removeFcmToken({ token: 'a'.repeat(length) });
    }
    const { finn } = cast;
    const tokens = Array.from({ length: MAX_PUSH_TOKENS }, (_, at) => `${at}`);
    await Promise.all(tokens.map((token) => finn.addFcmToken({ token })));
    expect(await refusedWith(finn.addFcmToken({ token: 'one more' }))).toEqual(BAD);
    await finn.removeFcmToken({ token: '0' });
    await finn.addFcmToken({ token: 'one more' });
  });

  it('[PU810] takes tokens of Apple in Base64, also as lenient decoders read it', async () => {
    const { eli } = cast;
    for (const token of ['apple-tokenbb', 'dGhlIHRva2Vu', 'dG9rZW4=', 'dGhl_IHRva2Vu', '+/+/', 'QQ==']) {
      await eli.addApnsToken({ token, ...app });
      await eli.removeApnsToken({ token });
    }
    for (const token of ['apple-token', 'dG9rZW4', 'dG9rZ===', 'dG=9rZW4', 'no token', 'töken123', '-', '===='])
      expect(await refusedWith(eli.addApnsToken({ token, ...app }))).toEqual(BAD);
  });

  it('[PU6] ends for a token that is registered for encrypted notifications', async () => {
    const { eli, dara } = cast;
    for (const person of [eli, dara]) await person.addFcmToken({ token: 'both ways' });
    await eli.addFcmToken({ token: 'only the old' });
    await settle();
    const { device_id } = await eli.registerClientDevice();
    await eli.registerPushDevice({ device_id, ...key(1), ...server.bouncer.seal('both ways', 'fcm') });
    expect(await refusedWith(eli.removeFcmToken({ token: 'both ways' }))).toEqual(BAD);
    await settle();
    for (const [person, token] of [
      [eli, 'only the old'],
      [dara, 'both ways'],
    ] as const)
      await person.removeFcmToken({ token });
    // Apple's tokens are hexadecimal; the id can hash their text or their bytes.
    for (const bytes of [Buffer.from(hex, 'hex'), Buffer.from(hex)]) {
      await eli.addApnsToken({ token: hex, ...app });
      const token_id = new Bun.CryptoHasher('sha256').update(bytes).digest().subarray(0, 8).toString('base64');
      await eli.registerPushDevice({ device_id, ...server.bouncer.seal(hex, 'apns'), token_id });
      expect(await refusedWith(eli.removeApnsToken({ token: hex }))).toEqual(BAD);
    }
    await settle();
  });

  it('[PU13] removes tokens that the push service refuses', async () => {
    const { eli } = cast;
    server.bouncer.misbehave = () => bouncerError('BAD_REQUEST');
    await eli.addFcmToken({ token: 'refused' });
    await settle();
    expect(await refusedWith(eli.removeFcmToken({ token: 'refused' }))).toEqual(BAD);
  });
});

describe('secrets', () => {
  it('[PU16] [PU17] keys and tokens are not readable in the store, and are deleted with the account', async () => {
    const { user_id } = await cast.ada.createUser({
      email: 'leaving@stoa.example',
      full_name: 'Leaving',
      password: 'a long enough password',
    });
    const { api_key } = await server.client().fetchApiKey({
      username: 'leaving@stoa.example',
      password: 'a long enough password',
    });
    const leaving = Object.assign(server.client('leaving@stoa.example', api_key), { user_id }) as Person;
    const { device_id } = await newDevice(leaving, 'phone of who leaves');
    await leaving.addFcmToken({ token: 'plain token of who leaves' });
    await settle();
    const rows = async () => {
      const { db } = server.app.store;
      const devices = await db.all(sql`select * from devices where user_id = ${user_id}`);
      return [...devices, ...(await db.all(sql`select * from push_tokens where user_id = ${user_id}`))];
    };
    const kept = JSON.stringify(await rows());
    expect(kept).toContain(`"device_id":${device_id}`);
    for (const secret of [key(7).push_key, 'plain token', Buffer.from('plain token').toString('base64')])
      expect(kept).not.toContain(secret);
    await cast.ada.deactivateUser({ user_id, actions: {} });
    expect(await rows()).toEqual([]);
    await cast.ada.reactivateUser({ user_id });
    expect(await rows()).toEqual([]);
  });

  it('[AU891] another API key ends every phone of the account, and tells the clients that remain', async () => {
    const { dara, eli } = cast;
    const password = 'a phone of somebody else';
    await cast.ada.createUser({ email: 'robbed@stoa.example', full_name: 'Robbed', password });
    const credentials = { username: 'robbed@stoa.example', password };
    const { api_key, user_id } = await server.client().fetchApiKey(credentials);
    const { session_key } = await server.client().createSession(credentials);
    const clientOf = (key: string) => Object.assign(server.client(credentials.username, key), { user_id }) as Person;
    const [thief, owner] = [clientOf(api_key), clientOf(session_key)];
    await newDevice(thief, 'phone of a thief');
    await thief.registerClientDevice();
    await thief.addFcmToken({ token: 'plain token of a thief' });
    await settle();
    const others = await newDevice(dara);
    const { value, events } = await verifyEvents([owner, eli], () => owner.regenerateOwnApiKey({ password }));
    expect(events[0]!.map(({ type, op }) => [type, op])).toEqual([
      ['device', 'remove'],
      ['device', 'remove'],
    ]);
    expect(events[1]).toEqual([]);
    expect(await devicesOf(owner)).toEqual({});
    expect(await refusedWith(clientOf(value.api_key).removeFcmToken({ token: 'plain token of a thief' }))).toEqual(BAD);
    expect(await deviceOf(dara, others.device_id)).toBeDefined();
  });

  it('[AU893] another secret of the server ends all phones, invitations, and links to passwords and addresses', async () => {
    const { ada, dara, eli } = cast;
    await newDevice(dara, 'phone under the old secret');
    await dara.addFcmToken({ token: 'plain token under the old secret' });
    await ada.createPasswordResetLink({ user_id: eli.user_id });
    await ada.createMultiuseInvite({});
    const { db } = server.app.store;
    const left = async () => [
      await db.all(sql`select device_id from devices`),
      await db.all(sql`select id from push_tokens`),
      await db.all(sql`select id from confirmations`),
      await db.all(sql`select id from invites where status = 'pending'`),
    ];
    expect((await left()).every((rows) => rows.length > 0)).toBe(true);
    await checkSecret(server.app.writer, new ApiKeys('x'.repeat(SECRET_MIN)), true);
    expect(await left()).toEqual([[], [], [], []]);
  });
});
