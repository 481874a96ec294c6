// Every read of data exports and of consents.

import type { ExportType, RealmExport, RealmId, UserId } from '@stoa/contract';
import { getRealmRow } from '../../identity/realm/realm.queries.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ExportUrls } from '../../kit/secrets/export-urls.ts';

export interface ExportRow {
  readonly id: number;
  readonly realm_id: RealmId;
  readonly acting_user_id: UserId;
  readonly export_type: ExportType;
  /** In seconds since 1970, like all times here. */
  readonly export_time: number;
  /** The archive's key in the file store; null until it exists and after it is deleted. */
  readonly file_key: string | null;
  readonly size: number | null;
  readonly failed_timestamp: number | null;
  readonly deleted_timestamp: number | null;
}

export function isPending(row: ExportRow): boolean {
  return row.file_key === null && row.failed_timestamp === null && row.deleted_timestamp === null;
}

export function findExportRow(db: Connection, realm_id: RealmId, id: number): Promise<ExportRow | null> {
  return db.get<ExportRow>(sql`select * from realm_exports where realm_id = ${realm_id} and id = ${id}`);
}

/** All exports, oldest first, with URLs valid from now. */
export async function findExports(
  db: Connection,
  realm_id: RealmId,
  urls: ExportUrls,
  now: number,
): Promise<RealmExport[]> {
  const { url } = await getRealmRow(db, realm_id);
  const rows = await db.all<ExportRow>(sql`select * from realm_exports where realm_id = ${realm_id} order by id`);
  return rows.map((row) => ({
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.export_time,
    deleted_timestamp: row.deleted_timestamp,
    failed_timestamp: row.failed_timestamp,
    export_url: row.file_key === null ? null : `${url}${urls.pathOf(row.id, now)}`,
    pending: isPending(row),
    export_type: row.export_type,
  }));
}

export async function countExportsSince(db: Connection, realm_id: RealmId, since: number): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from realm_exports where realm_id = ${realm_id} and export_time > ${since}`,
  );
  return row!.n;
}

/** Whether owners may export without consent, as set by the server operator. */
export async function hasFullContentAccess(db: Connection, realm_id: RealmId): Promise<boolean> {
  const row = await db.get<{ owner_full_content_access: boolean }>(
    sql`select owner_full_content_access from realms where realm_id = ${realm_id}`,
  );
  return row!.owner_full_content_access;
}

interface Consent {
  readonly user_id: UserId;
  readonly consented: boolean;
  readonly email_address_visibility: number;
}

/** The consents of all active people. */
export async function findConsents(db: Connection, realm_id: RealmId): Promise<Consent[]> {
  const people = await db.all<{ user_id: UserId; settings: StoredUserSettings }>(
    sql`select user_id, settings from users where realm_id = ${realm_id} and is_active and not is_bot order by user_id`,
  );
  return people.map(({ user_id, settings }) => {
    const { allow_private_data_export, email_address_visibility } = completeSettings(settings);
    return { user_id, consented: allow_private_data_export, email_address_visibility };
  });
}

/** Icon, logos and custom emoji, which everybody can see. */
export async function findPictureKeys(db: Connection, realm_id: RealmId): Promise<string[]> {
  const rows = await db.all<{ file_key: string }>(
    sql`select file_key from realm_pictures where realm_id = ${realm_id} and file_key is not null
     union all select file_key from realm_emoji where realm_id = ${realm_id}`,
  );
  return rows.map(({ file_key }) => file_key);
}

/** The archives of all organizations. */
export async function findArchiveFiles(db: Connection): Promise<string[]> {
  const rows = await db.all<{ file_key: string }>(sql`select file_key from realm_exports where file_key is not null`);
  return rows.map(({ file_key }) => file_key);
}
