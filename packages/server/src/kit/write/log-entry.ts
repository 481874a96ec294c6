// A log entry and its audience: what a write appends and the feed delivers.
import type { ChannelId, EventId, RealmId, Role, UserId } from '@stoa/contract';

/** Who receives an event: everyone who matches any member, unless named in `except`. */
export interface Audience {
  everyone?: true;
  /** Accounts with this role or a stronger one. */
  role_at_most?: Role;
  /** Accounts with a weaker role than this one. */
  role_above?: Role;
  users?: readonly UserId[];
  /** Accounts subscribed to the channel when the event happened. */
  stream_id?: ChannelId;
  /** With `stream_id`: the channel was public, so queues with all_public_streams receive it too. */
  public?: true;
  except?: readonly UserId[];
  /** Guests receive it only if listed here, or subscribed to one of these channels when the event happened. */
  guests?: { readonly stream_ids: readonly ChannelId[]; readonly users: readonly UserId[] };
}

export interface LogEntry {
  readonly realm_id: RealmId;
  readonly id: EventId;
  readonly type: string;
  readonly op: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly audience: Audience;
  /** Users whose role, subscriptions or account state changed in the same write: cached access is stale. */
  readonly invalidated_user_ids: readonly UserId[];
}

/**
 * Log positions are this far apart, so that unlogged events (heartbeats, typing) get ids in between without a write, and one
 * entry can become several events.
 */
export const LOG_STEP = 1000;
