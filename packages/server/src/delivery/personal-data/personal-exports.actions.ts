// Every write of archives of one person's data.
import { BadRequest, PERSONAL_EXPORT_DAYS, type RealmId, Refused, type UserId } from '@stoa/contract';
import { checkMayChangeAccess } from '../../identity/account-changes/account-changes.rules.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { checkNotErased } from '../../identity/users/erased.queries.ts';
import { completeSettings } from '../../identity/users/user-settings.queries.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { keepFiles, releaseFiles } from '../../kit/files/loose-files.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { countPersonalExports, findPersonalExport } from './personal-data.queries.ts';
import type { PersonalExportRow } from './personal-data.tables.ts';

export const PERSONAL_EXPORT_JOB = 'personal-export';
const DAY_SECS = 24 * 60 * 60;
const REMOVED_AT_ONCE = 100;

/** Returns the id of the export; a job creates the archive. [PD1] [PD2] [PD3] */
export async function requestPersonalExport(context: WriteContext, actor: Actor, of?: UserId): Promise<number> {
  const { tx, now, caps } = context;
  const { realm_id } = actor.realm;
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  const user_id = of ?? actor.user_id;
  const is_own = user_id === actor.user_id;
  if (!isAdministrator(actor)) {
    if (!is_own) throw Refused('personal_export_forbidden');
    const { personal_exports_disabled } = await getRealmSettings(tx, realm_id);
    if (personal_exports_disabled) throw Refused('personal_export_off');
  }
  const user = await getUserRow(tx, realm_id, user_id);
  checkMayChangeAccess(actor, user);
  if (user.is_bot) throw BadRequest('Bots have no personal data.');
  await checkNotErased(tx, user_id);
  const lately = await countPersonalExports(tx, actor.user_id, seconds(now) - 7 * DAY_SECS);
  caps.check('personal-exports-per-week', lately);
  const is_public = !is_own && !completeSettings(user.settings).allow_private_data_export;
  const row = await tx.get<{ id: number }>(
    sql`insert into personal_exports (realm_id, user_id, acting_user_id, is_public, requested_at)
     values (${realm_id}, ${user_id}, ${actor.user_id}, ${is_public}, ${seconds(now)}) returning id`,
  );
  context.record({ kind: 'personal_export_requested', user_id });
  context.enqueue({ kind: PERSONAL_EXPORT_JOB, body: { export_id: row!.id } });
  return row!.id;
}

/** Skips a row that somebody else is changing: transactions that note several, in any order, must not wait for each other. */
export async function recordPercent({ tx }: Pick<WriteContext, 'tx'>, id: number, percent: number): Promise<void> {
  const unfinished = sql`id = ${id} and finished_at is null`;
  const free = sql.byEngine({
    sqlite: unfinished,
    postgres: sql`id in (select id from personal_exports where ${unfinished} for update skip locked)`,
  });
  await tx.run(sql`update personal_exports set percent = ${percent} where ${free}`);
}

/** Leaves an archive that another node created meanwhile, or that was deleted meanwhile, to be collected. */
export async function finishPersonalExport(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  { id, file_key, size }: { id: number; file_key: string; size: number },
): Promise<void> {
  const row = await findPersonalExport(tx, realm_id, id);
  if (!row || row.finished_at !== null || row.failed_at !== null) return;
  await keepFiles(tx, [file_key]);
  await tx.run(
    sql`update personal_exports set file_key = ${file_key}, size = ${size}, percent = 100, finished_at = ${seconds(now)}
     where id = ${id}`,
  );
}

export async function failPersonalExport({ tx, now }: WriteContext, realm_id: RealmId, id: number): Promise<void> {
  await tx.run(
    sql`update personal_exports set failed_at = ${seconds(now)}
     where id = ${id} and realm_id = ${realm_id} and finished_at is null`,
  );
}

/** Also one that is not ready; it is then not created. [PD3] */
export async function deletePersonalExport(context: WriteContext, actor: Actor, id: number): Promise<void> {
  const row = await findPersonalExport(context.tx, actor.realm.realm_id, id);
  if (row?.acting_user_id !== actor.user_id) throw Refused('export_unknown');
  await removeArchive(context, row);
  context.record({ kind: 'personal_export_deleted', user_id: row.user_id });
}

async function removeArchive({ tx, now }: WriteContext, row: PersonalExportRow): Promise<void> {
  if (row.file_key !== null) await releaseFiles(tx, row.realm_id, [row.file_key], now);
  await tx.run(
    sql`update personal_exports set file_key = null, failed_at = coalesce(failed_at, finished_at, ${seconds(now)}) where id = ${row.id}`,
  );
}

/** Archives of an account that is erased, whoever requested them, at most `limit`. Returns how many. [PD8] */
export async function forgetPersonalExportsOf(
  context: WriteContext,
  realm_id: RealmId,
  user_id: UserId,
  limit: number,
): Promise<number> {
  const rows = await context.tx.all<PersonalExportRow>(
    sql`select * from personal_exports where realm_id = ${realm_id} and (user_id = ${user_id} or acting_user_id = ${user_id})
     order by id limit ${limit}`,
  );
  for (const row of rows) {
    await removeArchive(context, row);
    await context.tx.run(sql`delete from personal_exports where id = ${row.id}`);
  }
  return rows.length;
}

/** Removes archives that are a week old. [PD3] */
export async function expirePersonalExports({ db }: Store, writer: Writer, now: number): Promise<void> {
  const before = seconds(now) - PERSONAL_EXPORT_DAYS * DAY_SECS;
  const old = await db.all<PersonalExportRow>(
    sql`select * from personal_exports where file_key is not null and finished_at < ${before} order by id limit ${REMOVED_AT_ONCE}`,
  );
  for (const row of old) await writer.write(row.realm_id, (context) => removeArchive(context, row));
}
