// A successful call for each endpoint of push.
import type { pushContract } from '@stoa/contract';
import { forgetDevices, type Samples, type Stage } from './stage.ts';

const PUSH_KEY = { push_key_id: 2408, push_key: Buffer.alloc(33, 0x31).toString('base64') };

const SETTLED_MS = 5000;

/** Waits until the push service has received the registration. */
async function until(done: () => Promise<boolean> | boolean): Promise<void> {
  for (const started = performance.now(); !(await done()); await new Promise((next) => setTimeout(next, 5)))
    if (performance.now() - started > SETTLED_MS) throw new Error('the push service was not told');
}

async function activeDevice({ cast: { ada }, bouncer, unique }: Stage): Promise<number> {
  await forgetDevices(ada);
  const { device_id } = await ada.registerClientDevice();
  await ada.registerPushDevice({ device_id, ...PUSH_KEY, ...bouncer.seal(`active ${unique()}`, 'fcm') });
  await until(async () => {
    const { devices } = await ada.registerQueue({ fetch_event_types: ['device'] });
    return devices![String(device_id)]!.push_token_id !== null;
  });
  return device_id;
}

async function plainToken({ cast: { ada }, bouncer }: Stage): Promise<string> {
  const token = 'a plain token';
  await ada.addFcmToken({ token });
  await until(() => bouncer.knowsPlain(token));
  return token;
}

export const pushSamples: Samples<typeof pushContract> = {
  registerPushDevice: async (stage) => {
    await forgetDevices(stage.cast.ada);
    const { device_id } = await stage.cast.ada.registerClientDevice();
    return { device_id, ...PUSH_KEY, ...stage.bouncer.seal(`sample ${stage.unique()}`, 'fcm') };
  },
  sendTestNotification: async (stage) => ({ device_id: await activeDevice(stage) }),
  sendPlainTestNotification: async (stage) => ({ token: await plainToken(stage) }),
  addApnsToken: ({ unique }) => ({ token: `abcdef${String(unique() % 50).padStart(2, '0')}`, appid: 'org.stoa.App' }),
  removeApnsToken: async ({ cast, unique }) => {
    const token = `${unique() + 1_000_000}`.padStart(10, '0');
    await cast.ada.addApnsToken({ token, appid: 'org.stoa.App' });
    return { token };
  },
  addFcmToken: ({ unique }) => ({ token: `token ${unique() % 50}` }),
  removeFcmToken: async ({ cast, unique }) => {
    const token = `to remove ${unique()}`;
    await cast.ada.addFcmToken({ token });
    return { token };
  },
};
