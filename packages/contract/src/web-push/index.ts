// Notifications of browsers by Web Push (RFC 8030, 8291, 8292): what tells mobile devices tells them too. Stoa's own.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';

/** So many browsers may an account have notified at a time. */
export const MAX_WEB_PUSH_SUBSCRIPTIONS = 100;
export const MAX_WEB_PUSH_ENDPOINT_LENGTH = 2000;

export const getWebPushKey = endpoint({
  id: 'get-web-push-key',
  method: 'GET',
  path: '/web_push/key',
  access: 'user',
  params: z.object({}),
  result: z.object({
    /** An uncompressed point of P-256 as base64url: the `applicationServerKey` that browsers subscribe with. */
    public_key: z.string(),
  }),
  summary: 'Get the key that a browser needs to be notified',
});

export const subscribeWebPush = endpoint({
  id: 'subscribe-web-push',
  method: 'POST',
  path: '/web_push/subscriptions',
  access: 'user',
  params: z.object({
    /** As the browser's subscription has them: an https address, the browser's public key and its secret, both base64url. */
    endpoint: z.string().max(MAX_WEB_PUSH_ENDPOINT_LENGTH),
    p256dh: z.string(),
    auth: z.string(),
  }),
  result: z.object({}),
  summary:
    'Notify a browser from now on, until the session that asks ends; it takes the place of what the session asked for before',
});

export const unsubscribeWebPush = endpoint({
  id: 'unsubscribe-web-push',
  method: 'DELETE',
  path: '/web_push/subscriptions',
  access: 'user',
  params: z.object({ endpoint: z.string().max(MAX_WEB_PUSH_ENDPOINT_LENGTH) }),
  result: z.object({}),
  summary: 'Notify a browser no longer; one that is not notified is no error',
});

export const webPushContract = slice({
  name: 'web-push',
  endpoints: { getWebPushKey, subscribeWebPush, unsubscribeWebPush },
});
