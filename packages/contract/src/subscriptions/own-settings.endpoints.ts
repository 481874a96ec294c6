// Personal settings of subscriptions, and checks of who is subscribed where.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ChannelId, UserId } from '../kit/values.ts';
import { OWN_PROPERTIES, subscriptionUpdate } from '../shapes/subscriptions.events.ts';

/**
 * `color` takes a text such as `#76ce90`, all others booleans. Notification properties also take null: the user's own
 * setting.
 */
const property = z.enum(OWN_PROPERTIES);
const value = z.union([z.boolean(), z.string(), z.null()]);

export const updateSubscriptionSettings = endpoint({
  id: 'update-subscription-settings',
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      subscription_data: z.array(z.object({ stream_id: ChannelId, property, value })).max(1000),
    }),
  emits: [subscriptionUpdate],
  summary: 'Change personal settings of channels',
});

export const updateSubscriptionSetting = endpoint({
  id: 'update-subscription-setting',
  method: 'PATCH',
  path: '/users/me/subscriptions/{stream_id}',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ stream_id: ChannelId, property, value }),
  emits: [subscriptionUpdate],
  summary: 'Change one personal setting of a channel',
});

export const getSubscriptionStatus = endpoint({
  id: 'get-subscription-status',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  access: 'user',
  scope: 'read',
  params: () => z.object({ user_id: UserId, stream_id: ChannelId }),
  result: () => z.object({ is_subscribed: z.boolean() }),
  summary: 'Check whether a user is subscribed to a channel',
});

export const getUserChannels = endpoint({
  id: 'get-user-channels',
  method: 'GET',
  path: '/users/{user_id}/channels',
  access: 'user',
  scope: 'read',
  params: () => z.object({ user_id: UserId }),
  result: () =>
    z.object({
      /** Channels the caller can know of, without archived ones. */
      subscribed_channel_ids: z.array(ChannelId),
    }),
  summary: 'List the channels a user is subscribed to',
  since: 440,
});
