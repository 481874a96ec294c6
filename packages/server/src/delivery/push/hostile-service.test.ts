// A push service that answers with what nobody asked for.
import { expect, it } from 'bun:test';
import { serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

const settle = () => server.app.jobs.settle();
const key = { push_key_id: 1, push_key: Buffer.alloc(33, '1').toString('base64') };
const success = (fields: object) => Response.json({ result: 'success', msg: '', ...fields });

async function ends(): Promise<number | null | undefined> {
  const { realm_push_notifications_enabled_end_timestamp } = await cast.dara.registerQueue({
    fetch_event_types: ['realm'],
  });
  return realm_push_notifications_enabled_end_timestamp;
}

it('[PU22] a notification is sent once, whatever tokens and times the response names', async () => {
  const { dara, eli } = cast;
  const sealed = server.bouncer.seal('phone', 'fcm');
  const { device_id } = await dara.registerClientDevice();
  await dara.registerPushDevice({ device_id, ...key, ...sealed });
  await dara.addFcmToken({ token: 'old phone' });
  await settle();
  server.bouncer.takePushed();
  const others = Array.from({ length: 20_000 }, (_, at) => `t${at}`);
  for (const expected_end_timestamp of [1e300, -1, Number.MAX_SAFE_INTEGER + 2, '1900000000', {}]) {
    server.bouncer.misbehave = () =>
      success({
        delete_token_ids: others,
        deleted_devices: { android_devices: others, apple_devices: [null, {}, ...others.slice(0, 10)] },
        realm_push_status: { can_push: true, expected_end_timestamp },
      });
    await eli.sendMessage({ type: 'direct', to: [dara.user_id], content: 'once' });
    await settle();
    server.clock.advance(3600_000);
    await settle();
    // Two jobs, side by side.
    const paths = server.bouncer.requests.map(({ path }) => path).sort();
    expect([expected_end_timestamp, paths]).toEqual([expected_end_timestamp, ['e2ee/notify', 'notify']]);
    expect(await ends()).toBeNull();
    server.bouncer.takePushed();
  }
  server.bouncer.misbehave = null;
});

it('[PU22] a refusal with an invalid code says nothing about the registration', async () => {
  const { eli } = cast;
  for (const code of ['A'.repeat(200_000), 'A\0B', '', 'lower', '<b>', 7]) {
    server.bouncer.misbehave = () => Response.json({ result: 'error', code, msg: 'x' }, { status: 400 });
    const { device_id } = await eli.registerClientDevice();
    const sealed = server.bouncer.seal(`phone ${String(code).slice(0, 9)}`, 'fcm');
    await eli.registerPushDevice({ device_id, ...key, ...sealed });
    await settle();
    const state = async () => (await eli.registerQueue({ fetch_event_types: ['device'] })).devices![device_id];
    expect(await state()).toMatchObject({ push_registration_error_code: null, push_token_id: null });
    server.bouncer.misbehave = null;
    server.clock.advance(3600_000);
    await settle();
    expect(await state()).toMatchObject({ push_registration_error_code: null, push_token_id: sealed.token_id });
  }
});

it('[PU22] what the service says is shown shortened, on one line', async () => {
  const { dara } = cast;
  server.bouncer.misbehave = () =>
    Response.json(
      { result: 'error', code: 'PUSH_NOTIFICATIONS_DISALLOWED', msg: `a\r\nb\0\u001b[2J${'c'.repeat(500_000)}` },
      { status: 400 },
    );
  const error = await dara.sendTestNotification({}).then(
    () => null,
    (thrown: { code: string; message: string }) => thrown,
  );
  expect(error!.code).toBe('ADMIN_ACTION_REQUIRED');
  expect(error!.message).toContain(': a b [2Jccc');
  expect(error!.message.length).toBeLessThan(500);
  server.bouncer.misbehave = null;
});
