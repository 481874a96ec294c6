// Asking for notifications of a browser, and ending them.
import { getWebPushKey, subscribeWebPush, unsubscribeWebPush } from '@stoa/contract';
import { action, type Route, write } from '../../kit/http/route.ts';
import type { AddressRange } from '../../kit/outbound-addresses.ts';
import type { Vault } from '../../kit/vault.ts';
import { type OwnKeys, subscribeBrowser, unsubscribeBrowser } from './web-push.actions.ts';

export function webPushRoutes(keys: OwnKeys, vault: Vault, allowed: readonly AddressRange[]): Route[] {
  return [
    action(getWebPushKey, async () => ({ public_key: (await keys.get()).public_key })),
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
