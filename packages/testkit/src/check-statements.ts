// Prepares every statement of the server's source whose text can be known without running it, on both engines, and compares the rows
// that it declares with the columns that PostgreSQL describes: `npm run check:statements`. None may read a large table for a few rows.
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openStore } from '../../server/src/kit/database/open.ts';
import { migrations } from '../../server/src/migrations/index.ts';
import { largeReadOf } from './statement-plans.ts';
import { findStatements, type Kind, type SourceStatement } from './statements.ts';

/** Runs whatever it is given: migrations, the statements of others, and invariants, which are read where they are declared. */
const RUNS_ANY = /kit\/database\/|cli\/check-database\.ts/;
/** Statements on tables that are known only when they run, each with what runs them for every such table. */
const NAMED_LATE = [
  /messages\/deletion\.actions\.ts/, // the tables that slices declare; each deletion of a message goes through all
  /personal-data\/own-data\.queries\.ts/, // the tables that slices declare; personal-data.test.ts reads each
  /exports\/stoa\/stoa-rows\.queries\.ts/, // all tables with all their columns; stoa-archive.test.ts writes each
  /imports\/stoa\/check-rows\.actions\.ts/, // any table, and the invariants, which are prepared where they are declared
  /features\/scim\/scim-(users|groups)\.queries\.ts/, // conditions within conditions; filters.test.ts runs each
  /imports\/stoa\/stoa-rows\.actions\.ts/, // the tables of an archive; stoa-archive.test.ts reads each
];
/** What only one engine knows: such a statement runs only there. */
const ONLY = {
  sqlite:
    /\bmatch\b|^\s*pragma\b|\bor replace\b|\bsqlite_(master|sequence)\b|\bpragma_(table_info|foreign_key_list|index_list)\b|message_search (\(rowid|where rowid)/,
  postgres: /::|@@|\bfor (no key )?update\b|\bset local\b|\bpg_|\blist_words\b|message_search (where |\()message_id/,
};
/** The columns by the ids of table and column, and those that may be null. */
interface Schema {
  readonly names: ReadonlyMap<string, string>;
  readonly nullable: ReadonlySet<string>;
}

/** Columns that a committed row has although the schema allows null, each with the reason. */
const ALWAYS_SET = new Set([
  'channels.recipient_id', // set by the write that makes the channel: each names the other
  'recipients.user_key', // read of direct conversations only, which have it
  'event_queues.user_id', // was added to a table with rows, which are gone
]);

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

function textsOf({ variants }: SourceStatement, engine: 'sqlite' | 'postgres'): string[] {
  const [mark, foreign] = engine === 'sqlite' ? ['?', ONLY.postgres] : ['$', ONLY.sqlite];
  const texts = variants![engine].map((parts) => {
    let values = 0;
    return parts.map((part) => part ?? `${mark}${++values}`).join('');
  });
  return [...new Set(texts)].filter((text) => !foreign.test(text));
}

function describe(client: pg.Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    client.query({
      submit(connection: { parse(of: object): void; describe(of: object): void; sync(): void }) {
        connection.parse({ text, name: '', types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as never);
  });
}

const KINDS: Readonly<Record<number, Kind>> = { 16: 'boolean', 17: 'bytes', 20: 'number', 21: 'number', 23: 'number' };
const TEXTS = new Set([25, 1043, 1700]);
const kindOf = (type: number): Kind => KINDS[type] ?? (TEXTS.has(type) ? 'text' : 'other');

/** Whether a column can be null in a result: by the schema or an outer join, unless the statement asks for rows that have it. */
function mayBeNull(field: Field, text: string, { names, nullable }: Schema): boolean {
  const { name } = field;
  const column = names.get(`${field.tableID}.${field.columnID}`);
  if (!column)
    return new RegExp(`\\b(max|min|sum|string_agg)\\([^()]*\\) as ${name}\\b`).test(text) && !/\bgroup by\b/.test(text);
  const [table, column_name] = column.split('.');
  if (new RegExp(`(?<!then )\\b${column_name}( is not null| = | in \\()`).test(text.slice(text.search(/\bwhere\b/))))
    return false;
  return (nullable.has(column) && !ALWAYS_SET.has(column)) || new RegExp(`left join ${table}\\b`).test(text);
}

function faultsOf({ columns }: SourceStatement, fields: readonly Field[], text: string, schema: Schema): string[] {
  return [...(columns ?? [])].flatMap(([name, { kinds, is_nullable, is_optional }]) => {
    const field = fields.find((field) => field.name === name);
    if (!field) return is_optional ? [] : [`${name} is declared and not selected`];
    const kind = kindOf(field.dataTypeID);
    // A document may hold anything.
    if (kind !== 'other' && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes('other'))
      return [`${name} is ${kind} in the database and ${kinds.join(' or ')} in the source`];
    return !is_nullable && mayBeNull(field, text, schema) ? [`${name} may be null`] : [];
  });
}

async function check(url: string): Promise<number> {
  const found = findStatements(fileURLToPath(new URL('../../..', import.meta.url)), 'packages/server/src');
  const own = found.filter(({ place }) => !RUNS_ANY.test(place));
  const known = own.filter(({ variants }) => variants !== null);
  const data = mkdtempSync(join(tmpdir(), 'stoa-statements-'));
  for (const database of [null, url]) await (await openStore({ data, database }, migrations)).close();
  const embedded = new Database(join(data, 'stoa.db'), { readonly: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } =
    await client.query(`select attrelid || '.' || attnum as key, relname || '.' || attname as name, attnotnull
    from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0`);
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const schema = { names, nullable: new Set(rows.filter(({ attnotnull }) => !attnotnull).map(({ name }) => name)) };
  // A column that is not there must be found: a check that finds nothing is dead.
  const nowhere = [['select nowhere from users']];
  const planted = { place: 'planted', variants: { sqlite: nowhere, postgres: nowhere }, columns: null };
  if (largeReadOf(embedded, 'planted', "select id from messages where content = 'x'") === null)
    throw new Error('The check of plans is dead: it did not find the planted fault.');
  const faults: string[] = [];
  for (const statement of [...known, planted]) {
    const report = (fault: string) => faults.push(`${statement.place}: ${fault}`);
    try {
      for (const text of textsOf(statement, 'sqlite')) {
        const read = largeReadOf(embedded, statement.place, text);
        if (read !== null) report(`reads a large table to find a few rows: ${read}`);
      }
      for (const text of textsOf(statement, 'postgres'))
        for (const fault of faultsOf(statement, await describe(client, text), text, schema)) report(fault);
    } catch (error) {
      report((error as Error).message);
    }
  }
  await client.end();
  embedded.close();
  rmSync(data, { recursive: true });
  if (faults.pop()?.startsWith('planted') !== true)
    faults.push('The check is dead: it did not find the planted fault.');
  for (const { place, variants } of own)
    if (!variants && !NAMED_LATE.some((pattern) => pattern.test(place)))
      faults.push(`${place}: consists of more than templates and constants`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  const typed = known.filter(({ columns }) => columns !== null).length;
  process.stdout.write(
    `${known.length} of ${own.length} statements prepared on both engines, the rows of ${typed} compared with the schema.\n`,
  );
  return faults.length;
}

process.exitCode = (await check(process.env.STOA_TEST_DATABASE!)) === 0 ? 0 : 1;
