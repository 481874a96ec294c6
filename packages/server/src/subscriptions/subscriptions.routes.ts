// Joining, creating and leaving channels.
import { getSubscriptions, subscribe, unsubscribe } from '@stoa/contract';
import { type Route, read, write } from '../kit/http/route.ts';
import { joinChannels } from './joining.actions.ts';
import { leaveChannels } from './leaving.actions.ts';
import { findSubscriptionState } from './subscriptions.queries.ts';

export const subscriptionsRoutes: Route[] = [
  read(getSubscriptions, async ({ db, actor, now }, { include_subscribers }) => {
    const include = String(include_subscribers) as 'true' | 'false' | 'partial';
    const { subscriptions } = await findSubscriptionState(db, actor, include, now, { only_subscribed: true });
    return { subscriptions };
  }),
  write(subscribe, joinChannels),
  write(unsubscribe, leaveChannels),
];
