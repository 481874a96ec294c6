// A channel as a subscriber sees it. Spec 2.1.
import { z } from 'zod';
import { Channel, subscriberLists } from './channel.ts';

/** Distinguishable colours, light enough for dark text. */
export const CHANNEL_COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const;

/** Notification properties of a channel, by the user setting that applies when the channel's value is null. */
export const CHANNEL_NOTIFICATIONS = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
  push_notifications: 'enable_stream_push_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
} as const;
export type ChannelNotification = keyof typeof CHANNEL_NOTIFICATIONS;

export const Subscription = Channel.extend({
  /** Null in these five: the user's own setting applies. Clients without `notification_settings_null` receive that value. */
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  /** Deprecated: the inverse of `is_muted`. */
  in_home_view: z.boolean(),
  /** `#` followed by six lowercase hexadecimal digits. */
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  ...subscriberLists,
});
export type Subscription = z.output<typeof Subscription>;

/** Channels with fewer subscribers than this always list all of them in `subscribers`. Spec 8. */
export const FULL_LIST_BELOW = 250;

export const NeverSubscribed = Channel.extend(subscriberLists);
export type NeverSubscribed = z.output<typeof NeverSubscribed>;

/** All, none, or for large channels only bots and recently active people. Spec 4.22. */
export const IncludeSubscribers = z.enum(['true', 'false', 'partial']).or(z.boolean()).default('false');
export type IncludeSubscribers = 'true' | 'false' | 'partial';
