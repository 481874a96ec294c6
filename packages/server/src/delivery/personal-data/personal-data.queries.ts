// Every read of personal exports and erasures.
import type { Erasure, PersonalExport, RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ExportUrls } from '../../kit/secrets/export-urls.ts';
import type { ErasureRow, PersonalExportRow } from './personal-data.tables.ts';

const LISTED_MAX = 1000;

export function findPersonalExport(db: Connection, realm_id: RealmId, id: number): Promise<PersonalExportRow | null> {
  return db.get<PersonalExportRow>(sql`select * from personal_exports where realm_id = ${realm_id} and id = ${id}`);
}

/** Those that the account requested or that are about it; URLs only of those it requested. */
export async function findPersonalExports(
  db: Connection,
  realm: { readonly url: string },
  user_id: UserId,
  urls: ExportUrls,
  now: number,
): Promise<PersonalExport[]> {
  const rows = await db.all<PersonalExportRow>(
    sql`select * from personal_exports where acting_user_id = ${user_id} or user_id = ${user_id}
     order by id desc limit ${LISTED_MAX}`,
  );
  return rows.map(({ realm_id: _, file_key, ...row }) => ({
    ...row,
    export_url: file_key === null || row.acting_user_id !== user_id ? null : `${realm.url}${urls.pathOf(row.id, now)}`,
  }));
}

/** How many an account has requested since then. */
export async function countPersonalExports(db: Connection, acting_user_id: UserId, since: number): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from personal_exports where acting_user_id = ${acting_user_id} and requested_at > ${since}`,
  );
  return row!.n;
}

/** The archives of all organizations. */
export async function findPersonalArchives(db: Connection): Promise<string[]> {
  const rows = await db.all<{ file_key: string }>(
    sql`select file_key from personal_exports where file_key is not null`,
  );
  return rows.map(({ file_key }) => file_key);
}

export function findErasure(db: Connection, realm_id: RealmId, user_id: UserId): Promise<ErasureRow | null> {
  return db.get<ErasureRow>(sql`select * from erasures where user_id = ${user_id} and realm_id = ${realm_id}`);
}

/** Scanning the messages takes almost all of the time. */
export function percentOf({ finished_at, stage, after_id, until_id }: ErasureRow): number {
  if (finished_at !== null) return 100;
  if (stage === 'reactions') return 0;
  return stage === 'messages' ? Math.min(98, Math.floor((after_id * 98) / Math.max(1, until_id))) : 99;
}

export async function findErasures(db: Connection, realm_id: RealmId): Promise<Erasure[]> {
  const rows = await db.all<ErasureRow>(
    sql`select * from erasures where realm_id = ${realm_id} order by requested_at desc, user_id desc limit ${LISTED_MAX}`,
  );
  return rows.map((row) => {
    const { user_id, acting_user_id, removes_messages, requested_at, finished_at, messages_removed } = row;
    const messages = removes_messages ? 'remove' : 'keep';
    const percent = percentOf(row);
    return { user_id, acting_user_id, messages, requested_at, finished_at, percent, messages_removed };
  });
}

/** Archives of the organization from before the last erasure: they still contain what was erased. [PD10] */
export async function countOlderExports(db: Connection, realm_id: RealmId): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from realm_exports where realm_id = ${realm_id} and file_key is not null
     and export_time <= (select max(requested_at) from erasures where realm_id = ${realm_id})`,
  );
  return row!.n;
}
