// The tables of a store as its engine describes them, in words that both engines share: what a copy reads and writes.
import { type Connection, StoreError } from '../connection.ts';
import { sql } from '../sql.ts';

export type Kind = 'text' | 'integer' | 'boolean' | 'json' | 'real' | 'bytes';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of the primary key, in its order; text or integers. */
  readonly key: readonly Column[];
  /** The column that a counter numbers, if any. */
  readonly counter: string | null;
}

const KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  json: 'json',
  'double precision': 'real',
  blob: 'bytes',
  bytea: 'bytes',
};

interface ColumnRow {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0 if it is no part of it. */
  readonly key_place: number;
  readonly is_counter: number;
}

// Virtual tables and the shadow tables below them are no tables of rows.
const SQLITE_COLUMNS = sql`select tables.name as table_name, columns.name, lower(columns.type) as type, columns.pk as key_place,
    tables.sql like '%autoincrement%' and columns.pk = 1 as is_counter
  from sqlite_schema as tables join pragma_table_list as list on list.name = tables.name and list.type = 'table'
    and list.schema = 'main'
  join pragma_table_info(tables.name) as columns
  where tables.type = 'table' and tables.name not like 'sqlite~_%' escape '~' order by tables.name, columns.name`;

const POSTGRES_COLUMNS = sql`select relname as table_name, attname as name, format_type(atttypid, atttypmod) as type,
    coalesce(array_position(indkey::int[], attnum::int) + 1, 0) as key_place,
    case when attidentity <> '' then 1 else 0 end as is_counter
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  left join pg_index on indrelid = pg_class.oid and indisprimary
  where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname, attname`;

/** Every table except those named, sorted by name; throws if one can't be copied. */
export async function readTables(db: Connection, left_out: ReadonlySet<string>): Promise<Table[]> {
  const rows = await db.all<ColumnRow>(db.engine === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS);
  const columns_of = new Map<string, ColumnRow[]>();
  for (const row of rows) {
    if (left_out.has(row.table_name)) continue;
    const columns = columns_of.get(row.table_name);
    if (columns) columns.push(row);
    else columns_of.set(row.table_name, [row]);
  }
  // Names are ordered here: the engines' orders differ.
  return [...columns_of].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, columns]) => tableOf(name, columns));
}

function tableOf(name: string, rows: readonly ColumnRow[]): Table {
  const sorted = [...rows].sort((a, b) => (a.name < b.name ? -1 : 1));
  const columns = new Map(sorted.map((row) => [row.name, { name: row.name, kind: kindOf(row) }]));
  const key = rows
    .filter(({ key_place }) => key_place > 0)
    .sort((a, b) => a.key_place - b.key_place)
    .map((row) => columns.get(row.name)!);
  if (key.length === 0) throw new StoreError(`the table ${name} can't be copied: it has no primary key`);
  if (key.some(({ kind }) => kind !== 'text' && kind !== 'integer'))
    throw new StoreError(`the table ${name} can't be copied: its primary key is neither text nor numbers`);
  const counter = rows.find(({ is_counter }) => Number(is_counter) === 1)?.name ?? null;
  return { name, columns: [...columns.values()], key, counter };
}

function kindOf({ table_name, name, type }: ColumnRow): Kind {
  const kind = KINDS[type];
  if (!kind) throw new StoreError(`the table ${table_name} can't be copied: ${name} has the unknown type ${type}`);
  return kind;
}

/** Throws unless both stores have the same tables and columns. */
export function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const describe = ({ name, columns, key }: Table) => JSON.stringify([name, columns, key]);
  const wanted = new Set(source.map(describe));
  const found = new Set(target.map(describe));
  const different =
    source.find((table) => !found.has(describe(table))) ?? target.find((table) => !wanted.has(describe(table)));
  if (different)
    throw new StoreError(
      `the two databases have different tables, ${different.name} for one: is there something in them that is not Stoa's?`,
    );
}
