// Subscriptions: who is in which channel, and how they see it.
import { slice } from '../kit/slice.ts';
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from '../shapes/subscriptions.events.ts';
import { createStream } from './create-channel.endpoints.ts';
import {
  getSubscriptionStatus,
  getUserChannels,
  updateSubscriptionSetting,
  updateSubscriptionSettings,
} from './own-settings.endpoints.ts';
import { getSubscriptions, subscribe, unsubscribe, updateSubscriptions } from './subscriptions.endpoints.ts';
import { reduceSubscriptions, subscriptionsState } from './subscriptions.state.ts';

export * from './create-channel.endpoints.ts';
export * from './own-settings.endpoints.ts';
export * from './subscriptions.endpoints.ts';
export * from './subscriptions.state.ts';

export const subscriptionsContract = slice({
  name: 'subscriptions',
  endpoints: {
    getSubscriptions,
    subscribe,
    unsubscribe,
    createStream,
    updateSubscriptions,
    updateSubscriptionSettings,
    updateSubscriptionSetting,
    getSubscriptionStatus,
    getUserChannels,
  },
  events: [subscriptionAdd, subscriptionUpdate, subscriptionRemove, subscriptionPeerAdd, subscriptionPeerRemove],
  state: { subscriptions: subscriptionsState },
  reduce: [reduceSubscriptions],
});
