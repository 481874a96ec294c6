// Finds the loss in a damaged embedded database: the unreadable pages, their tables, and the rows that were on them.
import type { SqliteConnection } from './sqlite-connection.ts';

/** Beyond this many, the rest is not listed. */
const MESSAGES_SHOWN = 10_000;
const RANGES_SHOWN = 100;

export interface LostRows {
  /** Neither bound is lost; null if nothing before or after can be read. */
  readonly after: number | null;
  readonly before: number | null;
}

export interface Damage {
  /** The table or index; null for pages that belong to none. */
  readonly name: string | null;
  readonly type: 'table' | 'index' | 'other';
  /** Numbers of the damaged pages, as far as they are known. */
  readonly pages: readonly number[];
  /** For tables: between which ids rows may be lost. Null where that can't be known. */
  readonly lost: readonly LostRows[] | null;
  /** How many rows can be read; null where that can't be known. */
  readonly readable: number | null;
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
}

/** Empty if the file is whole; null if not even its schema can be read. */
export function findDamage({ database }: SqliteConnection): Damage[] | null {
  let schema: SchemaRow[];
  try {
    schema = database.query<SchemaRow, []>('select type, name, tbl_name, rootpage from sqlite_schema').all();
  } catch {
    return null;
  }
  const messages = [...findMessages(database, schema)];
  if (messages.every((message) => message === 'ok')) return [];
  const pages = new Map<number, Set<number>>();
  const note = (root: number, page: number | null) => {
    if (!pages.has(root)) pages.set(root, new Set());
    if (page !== null) pages.get(root)!.add(page);
  };
  for (const message of messages) {
    const [, root, page] = /^Tree (\d+) page (\d+)/.exec(message) ?? [];
    const [, index] = /(?:missing from|entries in|entry in) index (\S+)/.exec(message) ?? [];
    if (root !== undefined) note(Number(root), Number(page));
    else if (index !== undefined) note(schema.find(({ name }) => name === index)?.rootpage ?? 0, null);
    else if (message !== 'ok' && !message.startsWith('*** in database')) note(0, null);
  }
  const entryOf = (root: number) => schema.find(({ rootpage, type }) => rootpage === root && type !== 'trigger');
  const tables = new Set([...pages.keys()].map((root) => entryOf(root)).filter((entry) => entry?.type === 'table'));
  const lost_tables = new Set([...tables].map((entry) => entry!.name));
  return [...pages].flatMap(([root, numbers]): Damage[] => {
    const entry = root === 0 ? undefined : entryOf(root);
    const found = { name: entry?.name ?? null, pages: [...numbers].sort((a, b) => a - b) };
    // An intact index has entries of lost rows; that is no additional damage.
    if (entry?.type === 'index' && numbers.size === 0 && lost_tables.has(entry.tbl_name)) return [];
    if (entry === undefined && lost_tables.size > 0 && numbers.size === 0) return [];
    if (entry?.type !== 'table') return [{ ...found, type: entry ? 'index' : 'other', lost: null, readable: null }];
    return [{ ...found, type: 'table', ...findLostRows(database, entry.name) }];
  });
}

/** A check ends at the first unreadable page, so each table is then checked separately. */
function* findMessages(database: SqliteConnection['database'], schema: readonly SchemaRow[]): Generator<string> {
  const check = function* (what: string): Generator<string, boolean> {
    try {
      const rows = database.query(`pragma integrity_check(${what})`).iterate() as Iterable<{ integrity_check: string }>;
      for (const { integrity_check } of rows) yield* integrity_check.split('\n');
      return true;
    } catch (error) {
      yield (error as Error).message;
      return false;
    }
  };
  if (yield* check(String(MESSAGES_SHOWN))) return;
  for (const { type, name } of schema) if (type === 'table') yield* check(quoted(name));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Reads the whole table; after an unreadable page it continues at the next readable row. */
function findLostRows(database: SqliteConnection['database'], table: string): Pick<Damage, 'lost' | 'readable'> {
  const name = quoted(table);
  let first: ReturnType<typeof database.prepare>;
  try {
    first = database.prepare(`select rowid as id, * from ${name} where rowid >= ?1 order by rowid limit 1`);
  } catch {
    return { lost: null, readable: null }; // a table without row ids
  }
  const next = (from: number): number | null | undefined => {
    try {
      return (first.get(from) as { id: number } | null)?.id ?? null;
    } catch {
      return undefined;
    }
  };
  const lost: LostRows[] = [];
  let readable = 0;
  let last: number | null = null;
  let from = -Number.MAX_SAFE_INTEGER;
  for (;;) {
    try {
      const rows = database
        .prepare(`select rowid as id, * from ${name} where rowid >= ?1 order by rowid`)
        .iterate(from) as Iterable<{ id: number }>;
      for (const { id } of rows) {
        last = id;
        readable++;
      }
      return { lost, readable };
    } catch {
      const before = findReadable(next, (last ?? 0) + 1);
      lost.push({ after: last, before });
      if (before === null || lost.length === RANGES_SHOWN) return { lost, readable };
      from = before;
    }
  }
}

/** The first row from here on that can be read; null if there is none. */
function findReadable(next: (from: number) => number | null | undefined, from: number): number | null {
  let unreadable = from;
  let step = 1;
  while (next(unreadable + step) === undefined) {
    unreadable += step;
    step *= 2;
    if (unreadable > Number.MAX_SAFE_INTEGER / 4) return null;
  }
  let fine = unreadable + step;
  while (fine - unreadable > 1) {
    const middle = unreadable + Math.floor((fine - unreadable) / 2);
    if (next(middle) === undefined) unreadable = middle;
    else fine = middle;
  }
  return next(fine) ?? null;
}
