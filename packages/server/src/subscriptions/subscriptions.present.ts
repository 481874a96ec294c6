// A channel together with what one person has set for it. Pure.
import type { Channel, Subscription, UserId } from '@stoa/contract';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export type PersonalSettings = Omit<SubscriptionRow, 'user_id' | 'stream_id' | 'active'>;

/** Colours that are easy to tell apart, light enough for dark text. */
const PALETTE = [
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
];

/** The same for everybody who is new in a channel, so that one event serves them all. */
export function newSettings(stream_id: number): PersonalSettings {
  return {
    color: PALETTE[stream_id % PALETTE.length]!,
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    email_notifications: null,
    push_notifications: null,
    audible_notifications: null,
    wildcard_mentions_notify: null,
  };
}

export function presentSubscription(
  channel: Channel,
  settings: PersonalSettings,
  subscribers: readonly UserId[] | undefined,
): Subscription {
  return {
    ...channel,
    desktop_notifications: settings.desktop_notifications,
    email_notifications: settings.email_notifications,
    wildcard_mentions_notify: settings.wildcard_mentions_notify,
    push_notifications: settings.push_notifications,
    audible_notifications: settings.audible_notifications,
    pin_to_top: settings.pin_to_top,
    is_muted: settings.is_muted,
    in_home_view: !settings.is_muted,
    color: settings.color,
    ...(subscribers ? { subscribers: [...subscribers] } : {}),
  };
}
