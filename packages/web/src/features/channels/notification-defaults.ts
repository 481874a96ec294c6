// Notifications of a channel, with the reader's defaults where it has no setting of its own. Pure.
import type { Subscription } from '@stoa/contract';

export const NOTIFICATIONS = [
  ['desktop_notifications', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'enable_stream_audible_notifications'],
  ['push_notifications', 'enable_stream_push_notifications'],
  ['email_notifications', 'enable_stream_email_notifications'],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify'],
] as const;
export type NotificationProperty = (typeof NOTIFICATIONS)[number][0];

/** The channel's own settings. */
export const chosenFor = (channel: Pick<Subscription, NotificationProperty>): NotificationProperty[] =>
  NOTIFICATIONS.map(([property]) => property).filter((property) => channel[property] !== null);
