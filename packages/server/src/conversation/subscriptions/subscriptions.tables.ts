// The rows this slice owns.
import type { ChannelId, UserId } from '@stoa/contract';

/** An account's settings for a channel; kept after leaving, for a later return. */
export interface SubscriptionRow {
  user_id: UserId;
  stream_id: ChannelId;
  active: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  email_notifications: boolean | null;
  push_notifications: boolean | null;
  audible_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}
