// A channel as a subscriber sees it. Spec 2.1.
import { z } from 'zod';
import { Channel, subscriberLists } from '../channels/channel.ts';

export const Subscription = Channel.extend({
  /** Null in these five: as the user's own setting. */
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  /** Deprecated: the inverse of `is_muted`. */
  in_home_view: z.boolean(),
  /** `#` and six hexadecimal digits in lower case. */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  ...subscriberLists,
});
export type Subscription = z.output<typeof Subscription>;

/** Channels with fewer people than this always come with all of them in `subscribers`. Spec 8. */
export const FULL_LIST_BELOW = 250;

export const NeverSubscribed = Channel.extend(subscriberLists);
export type NeverSubscribed = z.output<typeof NeverSubscribed>;

/** Everybody, nobody, or of large channels only bots and people seen lately. Spec 4.22. */
export const IncludeSubscribers = z.enum(['true', 'false', 'partial']).or(z.boolean()).default('false');
export type IncludeSubscribers = 'true' | 'false' | 'partial';
