// A server without a push service.

import { expect, it } from 'bun:test';
import { refusedWith, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests({ push: false });

it('[PU3] [PU12] [PU18] without a push service every call reports it; devices and tokens are stored nevertheless', async () => {
  const { dara } = cast;
  const { device_id } = await dara.registerClientDevice();
  await dara.addFcmToken({ token: 'an Android' });
  const push_key = Buffer.alloc(33, 0x31).toString('base64');
  const registration = { device_id, push_key_id: 1, push_key, ...server.bouncer.seal('x', 'fcm') };
  for (const call of [() => dara.registerPushDevice(registration), () => dara.registerPushDevice({ device_id })])
    expect(await refusedWith(call())).toEqual([400, 'PUSH_SERVICE_NOT_CONFIGURED']);
  // No device can be active. Legacy tokens are stored, and the operator can configure a push service for them.
  for (const call of [() => dara.sendTestNotification(), () => dara.sendTestNotification({ device_id })])
    expect(await refusedWith(call())).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
  for (const call of [
    () => dara.sendPlainTestNotification(),
    () => dara.sendPlainTestNotification({ token: 'an Android' }),
  ])
    expect(await refusedWith(call())).toEqual([403, 'ADMIN_ACTION_REQUIRED']);
  expect(await refusedWith(dara.sendPlainTestNotification({ token: 'none' }))).toEqual([
    400,
    'INVALID_PUSH_DEVICE_TOKEN',
  ]);
  await cast.eli.sendPlainTestNotification();
  expect((await dara.getServerSettings()).push_notifications_enabled).toBe(false);
  const state = await dara.registerQueue();
  expect([state.realm_push_notifications_enabled, state.realm_push_notifications_enabled_end_timestamp]).toEqual([
    false,
    null,
  ]);
  await cast.eli.sendMessage({ type: 'direct', to: [dara.user_id] as number[], content: 'into the void' });
  await server.app.jobs.settle();
  expect(server.bouncer.requests).toEqual([]);
  expect(await server.app.store.db.all(sql`select job_id from jobs where kind like 'push.%'`)).toEqual([]);
  await dara.removeFcmToken({ token: 'an Android' });
  await dara.removeClientDevice({ device_id });
});
