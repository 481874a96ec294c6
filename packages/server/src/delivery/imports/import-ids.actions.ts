// What an import has written: which of our rows each record of the archive became. Written with the rows themselves, so that
// an import that was killed goes on without writing anything twice.
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
  | 'messages'
  | 'archive'
  | 'distances';

export interface ImportRow {
  readonly realm_id: RealmId;
  readonly format: string;
  readonly digest: string;
  readonly finished_at: number | null;
}

export async function beginImport(
  tx: Transaction,
  { realm_id, format, digest }: Omit<ImportRow, 'finished_at'>,
): Promise<void> {
  await tx.run(sql`insert into imports (realm_id, format, digest) values (${realm_id}, ${format}, ${digest})`);
}

export async function endImport(tx: Transaction, realm_id: RealmId, now_s: number): Promise<void> {
  await tx.run(sql`update imports set finished_at = ${now_s} where realm_id = ${realm_id}`);
}

export function findImport(db: Connection, host: string): Promise<ImportRow | null> {
  return db.get<ImportRow>(
    sql`select imports.realm_id, format, digest, finished_at from imports join realms using (realm_id) where host = ${host}`,
  );
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
       (select kind, from_id from import_ids where realm_id = ${realm_id} limit ${sql.raw(PER_WRITE)})`,
  );
}
