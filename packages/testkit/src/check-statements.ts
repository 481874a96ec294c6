// Prepares every statement of the server's source whose text can be known without running it, on both engines, and compares the rows
// that it declares with the columns that PostgreSQL describes: `npm run check:statements`.
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openStore } from '../../server/src/kit/database/open.ts';
import { migrations } from '../../server/src/migrations/index.ts';
import { findStatements, type Kind, type Part, type SourceStatement } from './statements.ts';

/** Statements of one engine only. */
const OF_ONE_ENGINE = /kit\/database\/|migrations\/|postgres-words|search\.actions/;
/** May be null in the schema and is not where it is read: set in the transaction that makes the row, or asked for by the statement. */
const NEVER_NULL = new Set(['recipient_id', 'session_id', 'user_key', 'user_id']);

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

const textOf = (parts: readonly Part[], mark: string) => {
  let values = 0;
  return parts.map((part) => part ?? `${mark}${++values}`).join('');
};

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

function faultsOf({ columns }: SourceStatement, fields: readonly Field[], nullable: ReadonlySet<string>): string[] {
  return [...(columns ?? [])].flatMap(([name, { kinds, is_nullable, is_optional }]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return is_optional ? [] : [`${name} is declared and not selected`];
    const kind = kindOf(field.dataTypeID);
    // A document may hold anything.
    if (kind !== 'other' && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes('other'))
      return [`${name} is ${kind} in the database and ${kinds.join(' or ')} in the source`];
    const may_be_null = nullable.has(`${field.tableID}.${field.columnID}`) && !NEVER_NULL.has(name);
    return may_be_null && !is_nullable ? [`${name} may be null`] : [];
  });
}

async function check(url: string): Promise<number> {
  const found = findStatements(fileURLToPath(new URL('../../..', import.meta.url)), 'packages/server/src');
  const known = found.filter(({ parts, place }) => parts !== null && !OF_ONE_ENGINE.test(place));
  const data = mkdtempSync(join(tmpdir(), 'stoa-statements-'));
  for (const database of [null, url]) await (await openStore({ data, database }, migrations)).close();
  const embedded = new Database(join(data, 'stoa.db'), { readonly: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select attrelid, attnum from pg_attribute where attnum > 0 and not attnotnull');
  const nullable = new Set(rows.map(({ attrelid, attnum }) => `${attrelid}.${attnum}`));
  // A column that is not there must be found: a check that finds nothing is dead.
  const planted = { place: 'planted', parts: ['select nowhere from users'], columns: null };
  const faults: string[] = [];
  for (const statement of [...known, planted]) {
    const report = (fault: string) => faults.push(`${statement.place}: ${fault}`);
    try {
      embedded.prepare(textOf(statement.parts!, '?')).finalize();
      for (const fault of faultsOf(statement, await describe(client, textOf(statement.parts!, '$')), nullable))
        report(fault);
    } catch (error) {
      report((error as Error).message);
    }
  }
  await client.end();
  embedded.close();
  rmSync(data, { recursive: true });
  if (faults.pop()?.startsWith('planted') !== true)
    faults.push('The check is dead: it did not find the planted fault.');
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  const typed = known.filter(({ columns }) => columns !== null).length;
  process.stdout.write(
    `${known.length} of ${found.length} statements prepared on both engines, the rows of ${typed} compared with the schema.\n`,
  );
  return faults.length;
}

process.exitCode = (await check(process.env.STOA_TEST_DATABASE!)) === 0 ? 0 : 1;
