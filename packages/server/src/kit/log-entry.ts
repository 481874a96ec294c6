// One entry of an organization's change log and who may see it: what a write appends and the feed hands out.
import type { ChannelId, EventId, RealmId, Role, UserId } from '@stoa/contract';

/** Who receives an event. A reader who fits any member receives it, unless named in `except`. */
export interface Audience {
  everyone?: true;
  /** Everybody whose role is this one or a stronger one. */
  role_at_most?: Role;
  /** Everybody whose role is weaker than this one. */
  role_above?: Role;
  users?: readonly UserId[];
  /** Those who were subscribed when the event happened. */
  stream_id?: ChannelId;
  /** With `stream_id`: the channel was public, so queues with all_public_streams receive it too. */
  public?: true;
  except?: readonly UserId[];
  /** Guests receive it only if they are one of these, or were in one of these channels when the event happened. */
  guests?: { readonly stream_ids: readonly ChannelId[]; readonly users: readonly UserId[] };
}

export interface LogEntry {
  readonly realm_id: RealmId;
  readonly id: EventId;
  readonly type: string;
  readonly op: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly audience: Audience;
  /** Users whose role, subscriptions or account state the same write changed: what was known of their access is stale. */
  readonly touched: readonly UserId[];
}

/**
 * Log positions are this far apart, so that what is not logged (heartbeats, typing) can be given an id in between
 * without a write, and one entry can become several events for clients that need it so.
 */
export const LOG_STEP = 1000;
