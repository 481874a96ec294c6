// Every read of sessions.

import { type RealmId, SESSION_IDLE_SECS, SESSION_LIFETIME_SECS, type Session, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { digestOf, expiryOf, isOver, type SessionTimes } from './sessions.rules.ts';

export interface SessionRow extends SessionTimes {
  readonly session_id: number;
  readonly user_id: UserId;
  readonly confirmed_at: number;
}

const COLUMNS = 'session_id, user_id, created_at, last_used_at, ended_at, confirmed_at';

/** The session of a key in an organization, ended or not; in others the key is unknown. [SS2] */
export function findSessionByKey(db: Connection, realm_id: RealmId, key: string): Promise<SessionRow | null> {
  return findSessionByDigest(db, realm_id, digestOf(key));
}

export function findSessionByDigest(db: Connection, realm_id: RealmId, digest: string): Promise<SessionRow | null> {
  return db.get<SessionRow>(
    sql`select ${sql.raw(COLUMNS)} from sessions where key_digest = ${digest} and realm_id = ${realm_id}`,
  );
}

export function findSession(db: Connection, user_id: UserId, session_id: number): Promise<SessionRow | null> {
  return getOnce<SessionRow>(
    db,
    sql`select ${sql.raw(COLUMNS)} from sessions where session_id = ${session_id} and user_id = ${user_id}`,
  );
}

/** A condition on a column of session ids: the session is not over. */
export function isLiveSession(session_id: Fragment, now_secs: number): Fragment {
  return sql`exists (select 1 from sessions where sessions.session_id = ${session_id} and sessions.ended_at is null
    and sessions.created_at > ${now_secs - SESSION_LIFETIME_SECS} and sessions.last_used_at > ${now_secs - SESSION_IDLE_SECS})`;
}

type ListedRow = SessionRow & { readonly device_name: string };

/** Sessions that are not over, the last used first. */
export async function listSessions(
  db: Connection,
  user_id: UserId,
  current: number | undefined,
  now_secs: number,
): Promise<Omit<Session, 'has_web_push'>[]> {
  const rows = await db.all<ListedRow>(
    sql`select ${sql.raw(COLUMNS)}, device_name from sessions where user_id = ${user_id} and ended_at is null
     order by last_used_at desc, session_id desc`,
  );
  return rows
    .filter((row) => !isOver(row, now_secs))
    .map((row) => ({
      session_id: row.session_id,
      device_name: row.device_name,
      created_at: row.created_at,
      last_used_at: row.last_used_at,
      expires_at: expiryOf(row),
      is_current: row.session_id === current,
    }));
}
