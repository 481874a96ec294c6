// Events of subscriptions that begin, end or change. Order within one change: remove, then peer_remove, then stream/delete.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, UserId } from '../kit/values.ts';
import { Subscription } from './subscription.ts';

export const subscriptionAdd = event({
  type: 'subscription',
  op: 'add',
  fields: () => z.object({ subscriptions: z.array(Subscription) }),
  summary: 'The receiver was subscribed to channels; `subscribers` lists everybody now in them.',
});
export const subscriptionRemove = event({
  type: 'subscription',
  op: 'remove',
  fields: () => z.object({ subscriptions: z.array(z.object({ stream_id: ChannelId, name: z.string() })) }),
  summary: 'The receiver was unsubscribed from channels.',
});
const peers = z.object({ stream_ids: z.array(ChannelId), user_ids: z.array(UserId) });
export const subscriptionPeerAdd = event({
  type: 'subscription',
  op: 'peer_add',
  fields: () => peers,
  summary: 'Others subscribed to channels the receiver can see.',
});
export const subscriptionPeerRemove = event({
  type: 'subscription',
  op: 'peer_remove',
  fields: () => peers,
  summary: 'Somebody unsubscribed from a channel the receiver can see; includes the receiver if they can still see it.',
});

/** Personal settings of a subscription. `in_home_view` is the deprecated inverse of `is_muted`. */
export const OWN_PROPERTIES = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type OwnProperty = (typeof OWN_PROPERTIES)[number];

export const subscriptionUpdate = event({
  type: 'subscription',
  op: 'update',
  fields: () =>
    z.object({
      stream_id: ChannelId,
      property: z.enum(OWN_PROPERTIES),
      /** Null for notification properties: the user's own setting applies. */
      value: z.union([z.boolean(), z.string(), z.null()]),
    }),
  summary: 'The receiver changed a personal setting of a channel.',
});
