// How a channel's notification settings relate to the defaults for all channels. Draws nothing.
import type { Subscription, UserSettings } from '@stoa/contract';
import { NOTIFICATION_TABLE, type NotificationColumn } from './setting-rows.ts';

/** The property of a subscription for each kind of notification. */
export const CHANNEL_PROPERTIES = {
  desktop: 'desktop_notifications',
  sound: 'audible_notifications',
  push: 'push_notifications',
  email: 'email_notifications',
  wildcard: 'wildcard_mentions_notify',
} as const satisfies Record<NotificationColumn, keyof Subscription>;

const DEFAULTS = NOTIFICATION_TABLE.find(({ label }) => label === 'set_row_channels')!.keys;
const COLUMNS = Object.keys(CHANNEL_PROPERTIES) as NotificationColumn[];

const defaultOf = (settings: UserSettings, column: NotificationColumn): boolean => settings[DEFAULTS[column]!];

export const deliveryOf = (channel: Subscription, settings: UserSettings, column: NotificationColumn): boolean =>
  channel[CHANNEL_PROPERTIES[column]] ?? defaultOf(settings, column);

/** The kinds of notification in which the channel differs. */
export const differences = (channel: Subscription, settings: UserSettings): NotificationColumn[] =>
  COLUMNS.filter((column) => deliveryOf(channel, settings, column) !== defaultOf(settings, column));
