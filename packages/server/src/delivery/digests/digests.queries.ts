// Every read of digests but their content: which organizations want them, and who may get one.
import type { RealmId, Role, UserId, UserSettings } from '@stoa/contract';
import { settingsOf } from '../../identity/realm/realm-settings.queries.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import { lastActiveAt, type Schedule } from './digests.rules.ts';

export interface DigestRealm {
  readonly realm_id: RealmId;
  /** Null if the organization wants no digests. */
  readonly weekday: number | null;
  /** The noted schedule; null for none. */
  readonly schedule: Schedule | null;
  readonly presence_disabled: boolean;
}

const findRealmsWhere = async (db: Connection, which: Fragment): Promise<DigestRealm[]> => {
  const rows = await db.all<{
    realm_id: RealmId;
    settings: Parameters<typeof settingsOf>[0];
    weekday: number | null;
    since: number | null;
  }>(
    sql`select realms.realm_id, settings, weekday, since from realms
     left join digest_schedules on digest_schedules.realm_id = realms.realm_id
     where deactivated_at is null and ${which} order by realms.realm_id`,
  );
  return rows.map(({ realm_id, settings, weekday, since }) => {
    const { digest_emails_enabled, digest_weekday, presence_disabled } = settingsOf(settings);
    return {
      realm_id,
      weekday: digest_emails_enabled ? digest_weekday : null,
      schedule: weekday === null ? null : { weekday, since: since! },
      presence_disabled,
    };
  });
};

/** The organizations that want digests, or wanted them when that was last noted. */
export const findDigestRealms = (db: Connection): Promise<DigestRealm[]> =>
  findRealmsWhere(
    db,
    sql`(weekday is not null or cast(settings ->> 'digest_emails_enabled' as text) in ('1', 'true'))`,
  );

/** Null if it has been deactivated. */
export async function findDigestRealm(db: Connection, realm_id: RealmId): Promise<DigestRealm | null> {
  const [realm] = await findRealmsWhere(db, sql`realms.realm_id = ${realm_id}`);
  return realm ?? null;
}

/** The time zones of an organization's people, from one to the next by the index. */
export async function findTimeZones(db: Connection, realm_id: RealmId): Promise<string[]> {
  const first = (after: Fragment) =>
    sql`(select timezone from users where realm_id = ${realm_id} and is_active and not is_bot ${after} order by timezone limit 1)`;
  const rows = await db.all<{ timezone: string }>(
    sql`with recursive zones (timezone) as (
       select ${first(sql.nothing)}
       union all select ${first(sql`and timezone > zones.timezone`)} from zones where zones.timezone is not null)
     select timezone from zones where timezone is not null`,
  );
  return rows.map(({ timezone }) => timezone).sort();
}

const ACTIVITY = sql`date_joined, active_timestamp,
  (select max(last_active_at) from event_queues where event_queues.user_id = users.user_id) as last_polled_at,
  (select max(last_used_at) from sessions where sessions.user_id = users.user_id) as session_used_at,
  (select max(last_used_at) from access_tokens where access_tokens.user_id = users.user_id) as token_used_at`;

interface ActivityRow {
  settings: StoredUserSettings;
  date_joined: number;
  active_timestamp: number | null;
  last_polled_at: number | null;
  session_used_at: number | null;
  token_used_at: number | null;
}

function activeAt(row: ActivityRow, { presence_disabled }: Pick<DigestRealm, 'presence_disabled'>): number {
  const shares_presence = !presence_disabled && completeSettings(row.settings).presence_enabled;
  const used_at = Math.max(row.session_used_at ?? 0, row.token_used_at ?? 0);
  return lastActiveAt({ ...row, shares_presence, used_at });
}

export interface Candidate {
  readonly user_id: UserId;
  readonly wants_digests: boolean;
  /** In milliseconds. */
  readonly active_at: number;
  /** The day of their last digest; null for none. */
  readonly for_day: number | null;
  /** Nobody has signed in yet, so nobody has confirmed the address. */
  readonly awaits_first_login: boolean;
}

/** People of a time zone, by id. */
export async function findCandidates(
  db: Connection,
  realm: Pick<DigestRealm, 'realm_id' | 'presence_disabled'>,
  timezone: string,
  after: UserId,
  limit: number,
): Promise<Candidate[]> {
  const rows = await db.all<ActivityRow & { user_id: UserId; for_day: number | null; awaits_first_login: boolean }>(
    sql`select users.user_id, settings, awaits_first_login, for_day, ${ACTIVITY}
     from users left join user_presence on user_presence.user_id = users.user_id
     left join digests on digests.user_id = users.user_id
     where users.realm_id = ${realm.realm_id} and timezone = ${timezone} and users.user_id > ${after}
       and is_active and not is_bot order by users.user_id limit ${limit}`,
  );
  return rows.map(({ user_id, awaits_first_login, for_day, ...row }) => ({
    user_id,
    wants_digests: completeSettings(row.settings).enable_digest_emails,
    active_at: activeAt(row, realm),
    for_day,
    awaits_first_login,
  }));
}

export interface DigestReader {
  readonly user_id: UserId;
  readonly role: Role;
  readonly email: string;
  readonly email_key: string;
  readonly settings: UserSettings;
  readonly active_at: number;
  /** In seconds. */
  readonly date_joined: number;
  readonly for_day: number;
  readonly nonce: string;
}

/** Whom a queued digest is for; null once the account is deactivated. */
export async function findDigestReader(
  db: Connection,
  realm: Pick<DigestRealm, 'realm_id' | 'presence_disabled'>,
  user_id: UserId,
): Promise<DigestReader | null> {
  const row = await db.get<ActivityRow & Omit<DigestReader, 'settings' | 'active_at'>>(
    sql`select users.user_id, role, email, email_key, settings, for_day, nonce, ${ACTIVITY}
     from users join digests on digests.user_id = users.user_id
     left join user_presence on user_presence.user_id = users.user_id
     where users.realm_id = ${realm.realm_id} and users.user_id = ${user_id} and is_active and not is_bot`,
  );
  return row && { ...row, active_at: activeAt(row, realm), settings: completeSettings(row.settings) };
}

/** The owner of a link that ends digests; null for an unknown key. */
export async function findReaderByKey(db: Connection, realm_id: RealmId, key: string): Promise<UserId | null> {
  const row = await db.get<{ user_id: UserId }>(
    sql`select users.user_id from digests join users on users.user_id = digests.user_id
     where key_hash = ${linkHash(key)} and realm_id = ${realm_id} and is_active`,
  );
  return row?.user_id ?? null;
}
