// Every write of data exports. Administrators receive the whole list.

import {
  type ExportType,
  exportConsentChanged,
  type RealmId,
  Refused,
  ROLE,
  realmExportsChanged,
  realmUpdate,
} from '@stoa/contract';
import type { SettingsChange } from '../../identity/settings/settings.hooks.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { keepFiles, releaseFiles } from '../../kit/files/loose-files.ts';
import type { ExportUrls } from '../../kit/secrets/export-urls.ts';
import { seconds } from '../../kit/time/clock.ts';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { countExportsSince, findExportRow, findExports, hasFullContentAccess, isPending } from './exports.queries.ts';

export const EXPORT_JOB = 'realm-export';
const WEEK_SECONDS = 7 * 24 * 60 * 60;

async function emitExports({ tx, now, emit }: WriteContext, realm_id: RealmId, urls: ExportUrls): Promise<void> {
  const exports = await findExports(tx, realm_id, urls, now);
  emit(realmExportsChanged, { exports }, { role_at_most: ROLE.administrator });
}

/** Returns the id of the export; a job creates the archive. [EX1] [EX2] [EX3] */
export async function requestExport(
  context: WriteContext,
  actor: Actor,
  export_type: ExportType,
  urls: ExportUrls,
): Promise<number> {
  const { tx, now, caps } = context;
  const { realm_id } = actor.realm;
  if (export_type === 'full_without_consent') {
    const may = actor.role === ROLE.owner && (await hasFullContentAccess(tx, realm_id));
    if (!may) throw Refused('export_of_all_forbidden');
  }
  const lately = await countExportsSince(tx, realm_id, seconds(now) - WEEK_SECONDS);
  // The message that clients of this API expect.
  if (lately >= caps.of('exports-per-week')) throw Refused('exports_too_many');
  const row = await tx.get<{ id: number }>(
    sql`insert into realm_exports (realm_id, acting_user_id, export_type, export_time)
     values (${realm_id}, ${actor.user_id}, ${export_type}, ${seconds(now)}) returning id`,
  );
  context.record({ kind: 'export_requested', changes: initialValues({ export_type }) });
  context.enqueue({ kind: EXPORT_JOB, body: { export_id: row!.id } });
  await emitExports(context, realm_id, urls);
  return row!.id;
}

/** Leaves an archive that another node created meanwhile to be collected. */
export async function finishExport(
  context: WriteContext,
  realm_id: RealmId,
  { export_id, file_key, size }: { export_id: number; file_key: string; size: number },
  urls: ExportUrls,
): Promise<void> {
  const row = await findExportRow(context.tx, realm_id, export_id);
  if (!row || !isPending(row)) return;
  await keepFiles(context.tx, [file_key]);
  await context.tx.run(sql`update realm_exports set file_key = ${file_key}, size = ${size} where id = ${export_id}`);
  await emitExports(context, realm_id, urls);
}

export async function failExport(
  context: WriteContext,
  realm_id: RealmId,
  export_id: number,
  urls: ExportUrls,
): Promise<void> {
  const failed = await context.tx.run(
    sql`update realm_exports set failed_timestamp = ${seconds(context.now)} where id = ${export_id} and realm_id = ${realm_id} and file_key is null`,
  );
  if (failed > 0) await emitExports(context, realm_id, urls);
}

/** [EX7] */
export async function deleteExport(
  context: WriteContext,
  realm_id: RealmId,
  export_id: number,
  urls: ExportUrls,
): Promise<void> {
  const { tx, now } = context;
  const row = await findExportRow(tx, realm_id, export_id);
  if (!row) throw Refused('export_unknown');
  if (row.deleted_timestamp !== null) throw Refused('export_deleted');
  if (row.failed_timestamp !== null) throw Refused('export_failed');
  if (row.file_key === null) throw Refused('export_in_progress');
  await tx.run(
    sql`update realm_exports set file_key = null, deleted_timestamp = ${seconds(now)} where id = ${export_id}`,
  );
  context.record({ kind: 'export_deleted' });
  await releaseFiles(tx, realm_id, [row.file_key], now);
  await emitExports(context, realm_id, urls);
}

/** Allows or forbids owners to export without consent. Only the server operator changes this. */
export async function setFullContentAccess(
  { tx, emit, record }: WriteContext,
  realm_id: RealmId,
  allowed: boolean,
): Promise<void> {
  const changed = await tx.run(
    sql`update realms set owner_full_content_access = ${allowed} where realm_id = ${realm_id} and owner_full_content_access <> ${allowed}`,
  );
  const changes = [{ field: 'owner_full_content_access', old: !allowed, new: allowed }];
  if (changed > 0) record({ kind: 'organization_changed', changes });
  emit(realmUpdate, { property: 'owner_full_content_access', value: allowed }, { everyone: true });
}

/** Administrators see which private data they may export. */
export async function announceConsent(
  { emit }: WriteContext,
  { user_id, names, settings }: SettingsChange,
): Promise<void> {
  if (!names.includes('allow_private_data_export')) return;
  const consented = settings.allow_private_data_export!;
  emit(exportConsentChanged, { user_id, consented }, { role_at_most: ROLE.administrator });
}
