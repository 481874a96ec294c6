// Browser notifications.

import { webPushContract } from '@stoa/contract';
import { Outbound } from '../../kit/outbound/outbound.ts';
import type { AddressRange } from '../../kit/outbound/outbound-addresses.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { OwnKeys } from './web-push.actions.ts';
import { webPushInvariants } from './web-push.invariants.ts';
import { webPushHandler } from './web-push.jobs.ts';
import { webPushRoutes } from './web-push.routes.ts';

export interface WebPushConfig {
  /** Non-public address ranges allowed for browser push services, because every account can name a URL. */
  readonly web_push_allow: readonly AddressRange[];
}

export const webPushSlice = defineSlice({
  contract: webPushContract,
  tables: {
    web_push_subscriptions: {
      accounts: ['user_id'],
      on_export: { none: 'a key, or what follows from one' },
      on_own_export: { owner: 'user_id', by: 'subscription_id', without: ['endpoint_digest', 'sealed'] },
      on_erasure: 'rows',
    },
  },
  invariants: webPushInvariants,
  open({ store, writer, clock, vault, second_factor, web_push_allow }: Services & WebPushConfig) {
    const keys = new OwnKeys(writer, vault);
    const outbound = new Outbound({ allow: web_push_allow });
    return {
      routes: webPushRoutes(keys, vault, web_push_allow),
      jobs: [webPushHandler({ store, clock, vault, second_factor, outbound, keys })],
    };
  },
});
