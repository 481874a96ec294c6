// The ids that an import has assigned to records of the archive. Written in the transaction of the rows, so that an interrupted
// import continues without writing anything twice.
import type { RealmId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export type ImportedKind =
  | 'users'
  | 'groups'
  | 'channels'
  | 'emoji'
  | 'files'
  | 'avatars'
  /** Subscriptions to channels that existed before: `from_id` has the channel, the account and the number of spans. */
  | 'subscriptions'
  | 'personal'
  | 'messages'
  | 'archive'
  | 'distances'
  /** Which process works on the import. */
  | 'run';

export interface ImportRow {
  readonly realm_id: RealmId;
  readonly format: string;
  readonly digest: string;
  readonly finished_at: number | null;
  /** The organization existed before, so the import alone can be undone. */
  readonly into_existing: boolean;
  readonly undoing_since: number | null;
}

/** Replaces the record of an earlier import, which can't be undone from then on. */
export async function beginImport(
  tx: Transaction,
  {
    realm_id,
    format,
    digest,
    into_existing = false,
  }: Pick<ImportRow, 'realm_id' | 'format' | 'digest'> & Partial<ImportRow>,
): Promise<void> {
  await forgetImport(tx, realm_id);
  await tx.run(sql`insert into imports ${sql.insert({ realm_id, format, digest, into_existing })}`);
}

export async function forgetImport(tx: Transaction, realm_id: RealmId): Promise<void> {
  await tx.run(sql`delete from imports where realm_id = ${realm_id}`);
}

export async function endImport(tx: Transaction, realm_id: RealmId, now_s: number): Promise<void> {
  await tx.run(sql`update imports set finished_at = ${now_s} where realm_id = ${realm_id}`);
}

export function findImport(db: Connection, host: string): Promise<ImportRow | null> {
  return db.get<ImportRow>(sql`select imports.* from imports join realms using (realm_id) where host = ${host}`);
}

export function findImportInto(db: Connection, realm_id: RealmId): Promise<ImportRow | null> {
  return db.get<ImportRow>(sql`select * from imports where realm_id = ${realm_id}`);
}

/** Whether an import into the organization has begun and not ended. */
export async function isUnfinished(db: Connection, { realm_id }: Pick<ImportRow, 'realm_id'>): Promise<boolean> {
  return (await findImportInto(db, realm_id))?.finished_at === null;
}

export async function recordIds(
  tx: Transaction,
  realm_id: RealmId,
  kind: ImportedKind,
  ids: readonly (readonly [from: string, to: number, position?: number])[],
): Promise<void> {
  for (const batch of batchesOf(ids))
    await tx.run(
      sql`insert into import_ids (realm_id, kind, from_id, to_id, position) values ${sql.rows(
        batch.map(([from, to, position = null]) => [realm_id, kind, from, to, position]),
      )}`,
    );
}

/** Records of the archive that were matched with existing rows. */
export async function recordMatches(
  tx: Transaction,
  realm_id: RealmId,
  kind: ImportedKind,
  ids: Iterable<readonly [from: string, to: number]>,
): Promise<void> {
  for (const batch of batchesOf([...ids]))
    await tx.run(
      sql`insert into import_ids (realm_id, kind, from_id, to_id, is_matched) values ${sql.rows(
        batch.map(([from, to]) => [realm_id, kind, from, to, true]),
      )} on conflict do nothing`,
    );
}

/** Ids of objects that the import created, by their ids in the archive; not those it matched. */
export async function findMadeIds<I extends number>(
  db: Connection,
  realm_id: RealmId,
  kind: Exclude<ImportedKind, 'messages'>,
): Promise<Map<string, I>> {
  const rows = await db.all<{ from_id: string; to_id: I }>(
    sql`select from_id, to_id from import_ids where realm_id = ${realm_id} and kind = ${kind} and not is_matched`,
  );
  return new Map(rows.map(({ from_id, to_id }) => [from_id, to_id]));
}

/** For kinds that fit into memory. */
export async function findIds<I extends number>(
  db: Connection,
  realm_id: RealmId,
  kind: Exclude<ImportedKind, 'messages'>,
): Promise<Map<string, I>> {
  const rows = await db.all<{ from_id: string; to_id: I }>(
    sql`select from_id, to_id from import_ids where realm_id = ${realm_id} and kind = ${kind}`,
  );
  return new Map(rows.map(({ from_id, to_id }) => [from_id, to_id]));
}

export async function findMessageIds(
  db: Connection,
  realm_id: RealmId,
  from_ids: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const batch of batchesOf(from_ids))
    for (const { from_id, to_id } of await db.all<{ from_id: string; to_id: number }>(
      sql`select from_id, to_id from import_ids where realm_id = ${realm_id} and kind = 'messages' and from_id in (${sql.list(batch)})`,
    ))
      found.set(from_id, to_id);
  return found;
}

export async function countMessageIds(db: Connection, realm_id: RealmId): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from import_ids where realm_id = ${realm_id} and kind = 'messages'`,
  );
  return row!.count;
}

/** From now on the import is being undone. */
export async function markUndoing(tx: Transaction, realm_id: RealmId, now_s: number): Promise<void> {
  await tx.run(sql`update imports set undoing_since = ${now_s} where realm_id = ${realm_id} and undoing_since is null`);
}

/** The last message that the import has written; 0 if there is none. */
export async function findLastMessageId(db: Connection, realm_id: RealmId): Promise<number> {
  const row = await db.get<{ id: number | null }>(
    sql`select max(to_id) as id from import_ids where realm_id = ${realm_id} and kind = 'messages'`,
  );
  return row?.id ?? 0;
}

/** Removes ids from the import's record: their rows are removed. */
export async function forgetIds(
  tx: Transaction,
  realm_id: RealmId,
  kind: ImportedKind,
  to_ids: readonly number[],
): Promise<void> {
  for (const batch of batchesOf(to_ids))
    await tx.run(
      sql`delete from import_ids where realm_id = ${realm_id} and kind = ${kind} and to_id in (${sql.list(batch)})`,
    );
}

/** Removes some ids of one kind that the import created from its record: their rows are about to be removed. */
export function takeIds(
  tx: Transaction,
  realm_id: RealmId,
  kind: ImportedKind,
  limit: number,
): Promise<{ from_id: string; to_id: number }[]> {
  return tx.all<{ from_id: string; to_id: number }>(
    sql`delete from import_ids where realm_id = ${realm_id} and kind = ${kind} and from_id in
       (select from_id from import_ids where realm_id = ${realm_id} and kind = ${kind} and not is_matched limit ${limit})
     returning from_id, to_id`,
  );
}

/** The first message that the import has written; above every id if there is none. */
export async function findFirstMessageId(db: Connection, realm_id: RealmId): Promise<number> {
  const row = await db.get<{ id: number | null }>(
    sql`select min(to_id) as id from import_ids where realm_id = ${realm_id} and kind = 'messages'`,
  );
  return row?.id ?? Number.MAX_SAFE_INTEGER;
}

/** The newest message up to a position of the archive; 0 if there is none. */
export async function newestUpTo(db: Connection, realm_id: RealmId, position: number): Promise<number> {
  const row = await db.get<{ to_id: number }>(
    sql`select to_id from import_ids where realm_id = ${realm_id} and position is not null
       and position <= cast(${position} as double precision) order by position desc, to_id desc limit 1`,
  );
  return row?.to_id ?? 0;
}

/** The ids in order of kind, a page after `after`. */
export function findIdPage(
  db: Connection,
  realm_id: RealmId,
  after: { kind: string; from_id: string },
  limit: number,
): Promise<{ kind: string; from_id: string; to_id: number }[]> {
  return db.all(
    sql`select kind, from_id, to_id from import_ids where realm_id = ${realm_id}
       and (kind > ${after.kind} or (kind = ${after.kind} and from_id > ${after.from_id})) order by kind, from_id limit ${limit}`,
  );
}

const PER_WRITE = 5000;

/** Removes some of the ids of an import that has ended; returns how many. */
export function removeIds(tx: Transaction, realm_id: RealmId): Promise<number> {
  return tx.run(
    sql`delete from import_ids where realm_id = ${realm_id} and (kind, from_id) in
       (select kind, from_id from import_ids where realm_id = ${realm_id} and kind <> 'run' limit ${sql.raw(PER_WRITE)})`,
  );
}
