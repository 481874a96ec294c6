// Marks that a copy leaves in its databases: in the target its progress, in the source the copy that it belongs to.
import { type Connection, StoreError, type Transaction } from '../connection.ts';
import { sql } from '../sql.ts';

const MARKS = 'store_copy';
const CREATE = sql`create table if not exists store_copy (name text primary key, value text not null)`;

export async function hasTable(db: Connection, name: string): Promise<boolean> {
  const found = await db.get(
    db.engine === 'postgres'
      ? sql`select 1 as found where to_regclass(${name}) is not null`
      : sql`select 1 as found from sqlite_schema where type = 'table' and name = ${name}`,
  );
  return found !== null;
}

/** Empty if no copy concerns this database. */
export async function readMarks(db: Connection): Promise<Map<string, string>> {
  if (!(await hasTable(db, MARKS))) return new Map();
  const rows = await db.all<{ name: string; value: string }>(sql`select name, value from store_copy order by name`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function putMark(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.run(CREATE);
  await tx.run(
    sql`insert into store_copy (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`,
  );
}

export async function dropMark(tx: Transaction, name: string): Promise<void> {
  await tx.run(sql`delete from store_copy where name = ${name}`);
}

export async function dropMarks(tx: Transaction): Promise<void> {
  await tx.run(sql`drop table if exists store_copy`);
}

/** Throws if this database must not be served: it is an unfinished copy, or everything in it was moved. [EN4] */
export async function refuseCopies(db: Connection): Promise<void> {
  const marks = await readMarks(db);
  if (marks.has('target'))
    throw new StoreError(
      'the database is a copy that is not finished: run "stoa migrate --from ... --to ..." again, or serve what it is copied from',
    );
  const moved_at = marks.get('moved_at');
  if (moved_at !== undefined)
    throw new StoreError(
      `everything in this database was moved to another one on ${moved_at}: serve that one; ` +
        '"stoa migrate --from ... --cancel" undoes this, and what was written there since would be missing here',
    );
}
