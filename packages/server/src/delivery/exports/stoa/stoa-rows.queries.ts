// Reads the rows of an organization, table by table, in pages by the primary key.
import type { RealmId } from '@stoa/contract';
import type { Connection, Parameter } from '../../../kit/database/connection.ts';
import { type Fragment, sql } from '../../../kit/database/sql.ts';
import { JOBS_THAT_GO, type Owned } from './stoa-tables.rules.ts';

export interface Column {
  readonly name: string;
  readonly is_json: boolean;
  /** Its place in the primary key, from 1; 0 if it is not in the key. */
  readonly key: number;
  /** The database assigns its values. */
  readonly is_counted: boolean;
}

/** The columns of a table in an order that both engines share. */
export async function findColumns(db: Connection, table: string): Promise<Column[]> {
  if (db.engine === 'postgres') {
    const rows = await db.all<{ name: string; type: string; key: number; identity: string }>(
      sql`select attname as name, format_type(atttypid, atttypmod) as type, attidentity as identity,
         coalesce((select array_position(indkey::int2[], attnum) from pg_index where indrelid = attrelid and indisprimary), -1) + 1 as key
       from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped order by attname`,
    );
    return rows.map(({ name, type, key, identity }) => ({
      name,
      is_json: type === 'json',
      key: Number(key),
      is_counted: identity !== '',
    }));
  }
  const rows = await db.all<{ name: string; type: string; key: number }>(
    sql`select name, type, pk as key from pragma_table_info(${table}) order by name`,
  );
  const text = await db.get<{ text: string }>(sql`select sql as text from sqlite_master where name = ${table}`);
  const is_counting = text!.text.toLowerCase().includes('autoincrement');
  return rows.map(({ name, type, key }) => ({
    name,
    is_json: type.toLowerCase() === 'json',
    key: Number(key),
    is_counted: is_counting && Number(key) === 1,
  }));
}

const ROWS_PER_PAGE = 500;
export type Row = Readonly<Record<string, unknown>>;

/** All rows of a table that the organization owns. */
export async function* ownedRows(
  db: Connection,
  realm_id: RealmId,
  owned: Owned,
  columns: readonly Column[],
): AsyncGenerator<Row[]> {
  const keys = columns.filter(({ key }) => key > 0).sort((a, b) => a.key - b.key);
  const names = sql.raw(keys.map(({ name }) => quoted(name)).join(', '));
  const selected = sql.raw(columns.map(({ name }) => quoted(name)).join(', '));
  let after: Parameter[] | null = null;
  for (;;) {
    const beyond = after === null ? sql.nothing : sql` and (${names}) > (${sql.tuple(after)})`;
    const rows: Row[] = await db.all<Row>(
      sql`select ${selected} from ${sql.raw(owned.table)} where ${isOwned(realm_id, owned)}${beyond}
       order by ${names} limit ${sql.raw(ROWS_PER_PAGE)}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_PAGE) return;
    after = keys.map(({ name }) => rows.at(-1)![name] as Parameter);
  }
}

/** Quoted, because names such as `order` are keywords. */
export const quoted = (name: string): string => `"${name}"`;

function isOwned(realm_id: RealmId, owned: Owned): Fragment {
  if (owned.by === 'account') return sql`user_id in (select user_id from users where realm_id = ${realm_id})`;
  if (owned.by === 'message') return sql`message_id in (select id from messages where realm_id = ${realm_id})`;
  if (owned.by === 'owner') {
    const key = sql.raw(owned.key);
    return sql`${key} in (select ${key} from ${sql.raw(owned.owner)} where realm_id = ${realm_id})`;
  }
  if (owned.part !== undefined) return sql`realm_id = ${realm_id} and is_bot = ${owned.part === 'bots'}`;
  if (owned.table === 'jobs') return sql`realm_id = ${realm_id} and kind in (${sql.list([...JOBS_THAT_GO])})`;
  return sql`realm_id = ${realm_id}`;
}
