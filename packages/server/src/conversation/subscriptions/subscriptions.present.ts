// A channel with one account's settings for it. Pure.
import {
  CHANNEL_COLORS,
  CHANNEL_NOTIFICATIONS,
  type Channel,
  type ChannelNotification,
  type Subscription,
  type UserId,
  type UserSettings,
} from '@stoa/contract';
import type { SubscriptionRow } from './subscriptions.tables.ts';

export type PersonalSettings = Omit<SubscriptionRow, 'user_id' | 'stream_id' | 'active'>;

/** The same for everyone new in a channel, so that one event serves them all. */
export function newSettings(stream_id: number): PersonalSettings {
  return {
    color: CHANNEL_COLORS[stream_id % CHANNEL_COLORS.length]!,
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    email_notifications: null,
    push_notifications: null,
    audible_notifications: null,
    wildcard_mentions_notify: null,
  };
}

/** The account's settings for all channels, which null refers to. */
export type ChannelDefaults = Readonly<Record<ChannelNotification, boolean>>;

export function channelDefaults(settings: UserSettings): ChannelDefaults {
  const entries = Object.entries(CHANNEL_NOTIFICATIONS).map(([property, setting]) => [property, settings[setting]]);
  return Object.fromEntries(entries) as ChannelDefaults;
}

/** The settings with every null replaced, for clients without support for null. [SB24] */
export function withDefaults<S extends Partial<PersonalSettings>>(settings: S, defaults: ChannelDefaults): S {
  const filled: Record<string, boolean> = {};
  for (const [property, value] of Object.entries(defaults))
    if (settings[property as ChannelNotification] === null) filled[property] = value;
  return { ...settings, ...filled };
}

export function presentSubscription(
  channel: Channel,
  settings: PersonalSettings,
  subscribers: readonly UserId[] | undefined,
): Subscription {
  return { ...channel, ...presentOwn(settings), ...(subscribers ? { subscribers: [...subscribers] } : {}) };
}

/** The fields of a subscription that are not the channel's. */
export function presentOwn(settings: PersonalSettings): Omit<Subscription, keyof Channel> {
  return {
    desktop_notifications: settings.desktop_notifications,
    email_notifications: settings.email_notifications,
    wildcard_mentions_notify: settings.wildcard_mentions_notify,
    push_notifications: settings.push_notifications,
    audible_notifications: settings.audible_notifications,
    pin_to_top: settings.pin_to_top,
    is_muted: settings.is_muted,
    in_home_view: !settings.is_muted,
    color: settings.color,
  };
}
