// Registering for push notifications, and test notifications.
import {
  addApnsToken,
  addFcmToken,
  registerPushDevice,
  removeApnsToken,
  removeFcmToken,
  sendPlainTestNotification,
  sendTestNotification,
} from '@stoa/contract';
import { action, type Route, write } from '../../kit/http/route.ts';
import { addToken, registerDevice, removeToken } from './push.actions.ts';
import { requireBouncer, type TryOut, tryDevices, tryTokens } from './try-out.ts';

export function pushRoutes(parts: TryOut): Route[] {
  const { service } = parts;
  const { vault } = service;
  return [
    write(registerPushDevice, async (context, params) => {
      requireBouncer(service);
      await registerDevice(context, vault, context.actor, params);
      return {};
    }),
    action(sendTestNotification, async ({ actor, now }, { device_id }) => {
      await tryDevices(parts, actor, now, device_id);
      return {};
    }),
    action(sendPlainTestNotification, async ({ actor, now }, { token }) => {
      await tryTokens(parts, actor, now, token);
      return {};
    }),
    write(addApnsToken, async (context, { token, appid }) => {
      await addToken(context, vault, context.actor, { token, kind: 'apns', app_id: appid });
      return {};
    }),
    write(removeApnsToken, async (context, { token }) => {
      await removeToken(context, vault, context.actor, { token, kind: 'apns' });
      return {};
    }),
    write(addFcmToken, async (context, { token }) => {
      await addToken(context, vault, context.actor, { token, kind: 'fcm', app_id: null });
      return {};
    }),
    write(removeFcmToken, async (context, { token }) => {
      await removeToken(context, vault, context.actor, { token, kind: 'fcm' });
      return {};
    }),
  ];
}
