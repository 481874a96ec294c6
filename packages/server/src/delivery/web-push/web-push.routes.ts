// Subscribing and unsubscribing browsers, and which sessions have one.
import { getSessions, getWebPushKey, subscribeWebPush, unsubscribeWebPush } from '@stoa/contract';
import { listSessions } from '../../identity/sessions/sessions.queries.ts';
import { action, type Route, read, write } from '../../kit/http/route.ts';
import type { AddressRange } from '../../kit/outbound/outbound-addresses.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import { seconds } from '../../kit/time/clock.ts';
import { type OwnKeys, subscribeBrowser, unsubscribeBrowser } from './web-push.actions.ts';
import { findNotifiedSessions } from './web-push.queries.ts';

export function webPushRoutes(keys: OwnKeys, vault: Vault, allowed: readonly AddressRange[]): Route[] {
  return [
    action(getWebPushKey, async () => ({ public_key: (await keys.get()).public_key })),
    read(getSessions, async ({ db, actor, now }) => {
      const sessions = await listSessions(db, actor.user_id, actor.session_id, seconds(now));
      const notified = await findNotifiedSessions(db, actor.user_id);
      return {
        sessions: sessions.map((session) => ({ ...session, has_web_push: notified.has(session.session_id) })),
      };
    }),
    write(subscribeWebPush, async (context, subscription) => {
      await subscribeBrowser(context, vault, context.actor, subscription, allowed);
      return {};
    }),
    write(unsubscribeWebPush, async (context, { endpoint }) => {
      await unsubscribeBrowser(context, context.actor, endpoint);
      return {};
    }),
  ];
}
