// Browser notifications by Web Push (RFC 8030, 8291, 8292), for the same events as on mobile devices. A Stoa extension.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';

/** At most 100 notified browsers per account. */
export const MAX_WEB_PUSH_SUBSCRIPTIONS = 100;
export const MAX_WEB_PUSH_ENDPOINT_LENGTH = 2000;

export const getWebPushKey = endpoint({
  id: 'get-web-push-key',
  method: 'GET',
  path: '/web_push/key',
  access: 'user',
  scope: 'key',
  result: () =>
    z.object({
      /** An uncompressed P-256 point in base64url: the `applicationServerKey` for the browser's subscription. */
      public_key: z.string(),
    }),
  summary: 'Get the key that a browser needs to subscribe to notifications',
});

export const subscribeWebPush = endpoint({
  id: 'subscribe-web-push',
  method: 'POST',
  path: '/web_push/subscriptions',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      /** From the browser's subscription: an https URL, the browser's public key and its secret, both in base64url. */
      endpoint: z.string().max(MAX_WEB_PUSH_ENDPOINT_LENGTH),
      p256dh: z.string(),
      auth: z.string(),
    }),
  summary:
    'Subscribe a browser to notifications until the calling session ends; replaces the previous subscription of the session',
});

export const unsubscribeWebPush = endpoint({
  id: 'unsubscribe-web-push',
  method: 'DELETE',
  path: '/web_push/subscriptions',
  access: 'user',
  scope: 'key',
  params: () => z.object({ endpoint: z.string().max(MAX_WEB_PUSH_ENDPOINT_LENGTH) }),
  summary: 'Unsubscribe a browser from notifications; succeeds if it is not subscribed',
});

export const webPushContract = slice({
  name: 'web-push',
  endpoints: { getWebPushKey, subscribeWebPush, unsubscribeWebPush },
});
