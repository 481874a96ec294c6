// Every read of presence.
import type { InitialState, LegacyPresences, Presence, RealmId, UserId } from '@stoa/contract';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import type { KeptSettings } from '../settings/settings.queries.ts';
import { apiEmail } from '../users/users.present.ts';
import { emailHost } from '../users/users.queries.ts';
import { historyStart, type Known, legacyPresences, NEVER } from './presence.rules.ts';

const DAY_SECONDS = 24 * 3600;
const ACTIVE_DAYS = 14;

export async function isPresenceShown(db: Connection, realm_id: RealmId): Promise<boolean> {
  return !(await getRealmSettings(db, realm_id)).presence_disabled;
}

export async function findKnown(db: Connection, user_id: UserId): Promise<Known> {
  const row = await db.get<Known>(
    'select active_timestamp as active, idle_timestamp as idle from user_presence where user_id = $1',
    [user_id],
  );
  return row ?? NEVER;
}

/** The presence of one account; null if there is none, or it is forgotten. */
export function findPresence(db: Connection, user_id: UserId): Promise<Presence | null> {
  return db.get<Presence>(
    'select active_timestamp, idle_timestamp from user_presence where user_id = $1 and idle_timestamp > 0',
    [user_id],
  );
}

export interface PresenceRequest {
  readonly realm: Realm;
  readonly modern: boolean;
  /** Only what is newer than this update; -1 for all. */
  readonly after: number;
  readonly history_limit_days: number | undefined;
  /** Whole seconds since 1970. */
  readonly now: number;
}

export interface Presences {
  readonly presences: Record<string, Presence> | Record<string, LegacyPresences>;
  readonly presence_last_update_id: number;
}

interface Row extends Presence {
  readonly user_id: UserId;
  readonly update_id: number;
}
type AddressedRow = Row & { email: string; is_bot: boolean; settings: KeptSettings };

/** Who was there, by user id or, for older clients, by address. [PR3] [PR4] */
export async function findPresences(db: Connection, request: PresenceRequest): Promise<Presences> {
  const { realm, modern, after, now } = request;
  if (!(await isPresenceShown(db, realm.realm_id))) return { presences: {}, presence_last_update_id: after };
  const rows = await db.all<AddressedRow>(
    `select user_presence.user_id, active_timestamp, idle_timestamp, update_id ${modern ? '' : ', email, is_bot, settings'}
     from user_presence join users using (user_id)
     where user_presence.realm_id = $1 and update_id > $2 and idle_timestamp >= $3 and is_active`,
    [realm.realm_id, after, historyStart(now, request.history_limit_days)],
  );
  const host = emailHost(realm);
  const entries = rows.map((row) => {
    const { user_id, active_timestamp, idle_timestamp } = row;
    const presence = { active_timestamp, idle_timestamp };
    return modern ? [user_id, presence] : [apiEmail(row, host), legacyPresences(presence, now)];
  });
  const newest = rows.reduce((id, { update_id }) => Math.max(id, update_id), after);
  return { presences: Object.fromEntries(entries), presence_last_update_id: newest };
}

export async function findPresenceState(
  db: Connection,
  realm: Realm,
  how: { modern: boolean; history_limit_days: number | undefined; now: number },
): Promise<Partial<InitialState>> {
  return { ...(await findPresences(db, { realm, after: -1, ...how })), server_timestamp: how.now };
}

/** Whether an organization is too large for everybody to be told of everybody. [PR5] */
export async function isLarge(db: Connection, realm_id: RealmId, people: number): Promise<boolean> {
  const sql = 'select 1 as found from users where realm_id = $1 and is_active and not is_bot limit 1 offset $2';
  return (await db.get(sql, [realm_id, people])) !== null;
}

/**
 * All bots and everybody who has been active in the last 14 days: who was there, has written or holds a queue. Of who has
 * turned presence off nobody can say that they were not. [SB4]
 */
export async function findRecentlyActive(
  db: Connection,
  realm_id: RealmId,
  now_ms: number,
): Promise<ReadonlySet<UserId>> {
  const since = Math.floor(now_ms / 1000) - ACTIVE_DAYS * DAY_SECONDS;
  const rows = await db.all<{ user_id: UserId }>(
    `select user_id from users where realm_id = $1 and is_active and (is_bot
       or exists (select 1 from user_presence where user_presence.user_id = users.user_id and idle_timestamp >= $2)
       or exists (select 1 from event_queues where event_queues.user_id = users.user_id and last_active_at >= $3)
       or (select timestamp from messages where sender_id = users.user_id order by id desc limit 1) >= $2
       or cast(settings as text) like '%presence_enabled%')`,
    [realm_id, since, since * 1000],
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
