// A successful call for each endpoint of subscriptions.
import type { subscriptionsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const subscriptionsSamples: Samples<typeof subscriptionsContract> = {
  getSubscriptions: () => ({ include_subscribers: true }),
  createStream: ({ cast, unique }) => ({ name: `made ${unique()}`, subscribers: [cast.ada.user_id] }),
  subscribe: ({ unique }) => ({ subscriptions: [{ name: `sample ${unique()}` }] }),
  unsubscribe: async ({ cast, unique }) => {
    const name = `to leave ${unique()}`;
    await cast.ada.subscribe({ subscriptions: [{ name }] });
    return { subscriptions: [name] };
  },
  updateSubscriptions: ({ unique }) => ({ add: [{ name: `sample ${unique()}`, color: '#c2c2c2' }] }),
  updateSubscriptionSettings: ({ stream_id, unique }) => ({
    subscription_data: [{ stream_id, property: 'color', value: `#${String(unique()).padStart(6, '0')}` }],
  }),
  updateSubscriptionSetting: ({ stream_id }) => ({ stream_id, property: 'pin_to_top', value: true }),
  getSubscriptionStatus: ({ cast, stream_id }) => ({ user_id: cast.dara.user_id, stream_id }),
  getUserChannels: ({ cast }) => ({ user_id: cast.dara.user_id }),
};
