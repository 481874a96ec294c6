// Subscriptions and their personal settings.

import { type IncludeSubscribers, subscriptionsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findStateTexts } from '../channels/channel-texts.queries.ts';
import { presentSubscriptionEvent } from './subscription-events.present.ts';
import { subscriptionsInvariants } from './subscriptions.invariants.ts';
import { findOwnSubscriptions, findSubscriptionState } from './subscriptions.queries.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';

export const subscriptionsSlice = defineSlice({
  contract: subscriptionsContract,
  routes: subscriptionsRoutes,
  presenters: { subscription: presentSubscriptionEvent },
  state: {
    subscriptions: async (db, request) => {
      const { actor, now, params } = request;
      const include_subscribers = String(params.include_subscribers) as IncludeSubscribers;
      const knows_null = params.client_capabilities.notification_settings_null ?? false;
      const channels = await findStateTexts(db, request);
      return findSubscriptionState(db, actor, channels, { include_subscribers, knows_null, now });
    },
  },
  tables: {
    subscriptions: {
      accounts: ['user_id'],
      on_export: { field: 'subscriptions', find: findOwnSubscriptions },
      on_erasure: 'rows',
    },
    subscription_spans: {
      accounts: ['user_id'],
      on_export: { none: 'it only says which messages were received' },
      on_own_export: { owner: 'user_id', by: 'stream_id' },
      on_erasure: 'rows',
    },
  },
  invariants: subscriptionsInvariants,
});
