// Every read of presence.

import type { InitialState, LegacyPresences, Presence, RealmId, UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { JsonText, type OrText } from '../../kit/json/json-text.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { findSeenIds } from '../users/user-access.queries.ts';
import type { StoredUserSettings } from '../users/user-settings.queries.ts';
import { apiEmail } from '../users/users.present.ts';
import { historyStart, type LastPresence, legacyPresences, NEVER } from './presence.rules.ts';
import { findSendersSince } from './recent-senders.queries.ts';

const DAY_SECONDS = 24 * 3600;
const ACTIVE_DAYS = 14;

export async function isPresenceShown(db: Connection, realm_id: RealmId): Promise<boolean> {
  return !(await getRealmSettings(db, realm_id)).presence_disabled;
}

export async function findKnown(db: Connection, user_id: UserId): Promise<LastPresence> {
  const row = await db.get<LastPresence>(
    sql`select active_timestamp as active, idle_timestamp as idle from user_presence where user_id = ${user_id}`,
  );
  return row ?? NEVER;
}

/** The presence of one account; null if there is none, or it was cleared. */
export function findPresence(db: Connection, user_id: UserId): Promise<Presence | null> {
  return db.get<Presence>(
    sql`select active_timestamp, idle_timestamp from user_presence where user_id = ${user_id} and idle_timestamp > 0`,
  );
}

export interface PresenceRequest {
  readonly actor: Actor;
  readonly modern: boolean;
  /** Only updates newer than this; -1 for all. */
  readonly after: number;
  readonly history_limit_days: number | undefined;
  /** Whole seconds since 1970. */
  readonly now: number;
}

export interface Presences {
  /** Keyed by user id or, for older clients, by address. [PR3] [PR4] */
  readonly presences: JsonText;
  readonly presence_last_update_id: number;
  readonly people: number;
}

/** The presence of the people whom the reader may see. */
export async function findPresences(db: Connection, request: PresenceRequest): Promise<Presences> {
  const { modern, after, now } = request;
  const { realm } = request.actor;
  if (!(await isPresenceShown(db, realm.realm_id)))
    return { presences: new JsonText(['{}']), presence_last_update_id: after, people: 0 };
  const from = sql`from user_presence join users using (user_id) where user_presence.realm_id = ${realm.realm_id}
    and update_id > ${after} and idle_timestamp >= ${historyStart(now, request.history_limit_days)} and is_active`;
  const visible_ids = await findSeenIds(db, request.actor);
  if (visible_ids !== null) return findSeenOnly(db, from, request, visible_ids);
  return modern ? findById(db, from, after) : findByAddress(db, from, request);
}

/** For limited guests. [UA4] */
async function findSeenOnly(
  db: Connection,
  from: Fragment,
  { actor, modern, after, now }: PresenceRequest,
  seen: ReadonlySet<UserId>,
): Promise<Presences> {
  const all = await findRows(db, from);
  const rows = all.filter(({ user_id }) => seen.has(user_id));
  const host = emailHost(actor.realm);
  const presences = Object.fromEntries(
    rows.map((row) => {
      const { user_id, active_timestamp, idle_timestamp } = row;
      if (modern) return [user_id, { active_timestamp, idle_timestamp }];
      return [apiEmail(row, host), legacyPresences(row, now)];
    }),
  );
  return inText(presences, all, after);
}

/** One text instead of a row per person: rows are slow, and numbers need no escaping. */
async function findById(db: Connection, from: Fragment, after: number): Promise<Presences> {
  const row = await db.get<{ presences: string | null; newest: number | null; people: number }>(
    sql`select string_agg('"' || user_presence.user_id || '":{"active_timestamp":' || active_timestamp
         || ',"idle_timestamp":' || idle_timestamp || '}', ',') as presences,
       max(update_id) as newest, count(*) as people ${from}`,
  );
  const { presences, newest, people } = row!;
  return { presences: new JsonText([`{${presences ?? ''}}`]), presence_last_update_id: newest ?? after, people };
}

interface AddressedRow extends Presence {
  readonly user_id: UserId;
  readonly update_id: number;
  readonly email: string;
  readonly is_bot: boolean;
  readonly settings: StoredUserSettings;
}

async function findByAddress(
  db: Connection,
  from: Fragment,
  { actor, after, now }: PresenceRequest,
): Promise<Presences> {
  const rows = await findRows(db, from);
  const host = emailHost(actor.realm);
  const presences: Record<string, LegacyPresences> = {};
  for (const row of rows) presences[apiEmail(row, host)] = legacyPresences(row, now);
  return inText(presences, rows, after);
}

function findRows(db: Connection, from: Fragment): Promise<AddressedRow[]> {
  return db.all<AddressedRow>(
    sql`select user_presence.user_id, active_timestamp, idle_timestamp, update_id, email, is_bot, settings ${from}`,
  );
}

function inText(presences: object, rows: readonly AddressedRow[], after: number): Presences {
  return {
    presences: new JsonText([JSON.stringify(presences)]),
    presence_last_update_id: rows.reduce((id, { update_id }) => Math.max(id, update_id), after),
    people: rows.length,
  };
}

export async function findPresenceState(
  db: Connection,
  actor: Actor,
  how: { modern: boolean; history_limit_days: number | undefined; now: number },
): Promise<Partial<OrText<InitialState>>> {
  const { presences, presence_last_update_id } = await findPresences(db, { actor, after: -1, ...how });
  return { presences, presence_last_update_id, server_timestamp: how.now };
}

/** True if an organization is too large to announce everybody to everybody. [PR5] */
export async function isLarge(db: Connection, realm_id: RealmId, people: number): Promise<boolean> {
  const found = await db.get(
    sql`select 1 as found from users where realm_id = ${realm_id} and is_active and not is_bot limit 1 offset ${people}`,
  );
  return found !== null;
}

/**
 * All bots, and everybody active in the last 14 days: present, writing or holding a queue. Accounts that turned presence off
 * count as active, since it can't be known. [SB4]
 */
export async function findRecentlyActive(
  db: Connection,
  realm_id: RealmId,
  now_ms: number,
): Promise<ReadonlySet<UserId>> {
  const now = Math.floor(now_ms / 1000);
  const since = now - ACTIVE_DAYS * DAY_SECONDS;
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and is_active and (is_bot
       or exists (select 1 from user_presence where user_presence.user_id = users.user_id and idle_timestamp >= ${since})
       or exists (select 1 from event_queues where event_queues.user_id = users.user_id and last_active_at >= ${since * 1000})
       or (settings ->> 'presence_enabled') is not null)`,
  );
  const senders = await findSendersSince(db, realm_id, { since, now });
  return new Set([...rows.map(({ user_id }) => user_id), ...senders]);
}
