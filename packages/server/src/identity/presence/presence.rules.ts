// The effect of a presence report, and the form of presence for older clients. Times in whole seconds. Pure.
import {
  DEFAULT_PRESENCE_HISTORY_DAYS,
  LEGACY_ACTIVE_SECONDS,
  type LegacyPresences,
  LIMITS,
  type Presence,
} from '@stoa/contract';

export type PresenceStatus = 'active' | 'idle';

const {
  server_presence_offline_threshold_seconds: OFFLINE_SECONDS,
  server_presence_ping_interval_seconds: PING_SECONDS,
} = LIMITS;
/** A report this soon after the last one changes nothing: several clients of one account report each minute. */
const FRESH_SECONDS = PING_SECONDS - 5;
/** Absent for longer means at least one missed report; others may already show the account as offline. */
const MISSED_SECONDS = OFFLINE_SECONDS - PING_SECONDS - 10;
/** This long ago is offline for every client, even a delayed one. */
const LONG_GONE_SECONDS = OFFLINE_SECONDS + 120;
const DAY_SECONDS = 24 * 3600;

/** The last known times of an account; 0 for never. */
export interface LastPresence {
  readonly active: number;
  readonly idle: number;
}
export const NEVER: LastPresence = { active: 0, idle: 0 };

export interface Reported {
  readonly known: LastPresence;
  readonly is_changed: boolean;
  /** The account just returned: write and announce it at once. */
  readonly is_back: boolean;
}

/** [PR2] */
export function applyReport(before: LastPresence, status: PresenceStatus, now: number): Reported {
  const is_active = status === 'active';
  const idle = now - before.idle > FRESH_SECONDS ? now : before.idle;
  const active = is_active && now - before.active > FRESH_SECONDS ? now : before.active;
  const known = { active, idle: Math.max(idle, active) };
  const is_changed = known.active !== before.active || known.idle !== before.idle;
  const missed = now - before.idle > MISSED_SECONDS || (is_active && now - before.active > MISSED_SECONDS);
  return { known, is_changed, is_back: is_changed && missed };
}

/** The presence shown for an account that turned presence off: offline for minutes. [PR7] */
export function longGone(now: number): Presence {
  return { active_timestamp: now - LONG_GONE_SECONDS, idle_timestamp: now - LONG_GONE_SECONDS };
}

/** One client's presence, and again as the aggregate. [PR3] */
export function legacyPresences({ active_timestamp, idle_timestamp }: Presence, now: number): LegacyPresences {
  const is_active = now - active_timestamp <= LEGACY_ACTIVE_SECONDS;
  const aggregated = is_active
    ? { client: 'website', status: 'active' as const, timestamp: active_timestamp }
    : { client: 'website', status: 'idle' as const, timestamp: idle_timestamp };
  return { aggregated, website: { ...aggregated, pushable: false } };
}

export function isOffline(timestamp: number, now: number): boolean {
  return now - timestamp > OFFLINE_SECONDS;
}

/** The oldest time that is answered; cleared presence never is. [PR4] */
export function historyStart(now: number, days: number = DEFAULT_PRESENCE_HISTORY_DAYS): number {
  return Math.max(1, now - days * DAY_SECONDS);
}
