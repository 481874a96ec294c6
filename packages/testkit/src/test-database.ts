// A separate database for each server under test, on the PostgreSQL in STOA_TEST_DATABASE; otherwise SQLite.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore } from '../../server/src/kit/database/open.ts';
import { migrations } from '../../server/src/migrations/index.ts';

export interface TestDatabase {
  /** Null for SQLite. */
  readonly url: string | null;
  drop(): Promise<void>;
}

/** A number that no other program uses on the same PostgreSQL: the lock for creating the template. */
const TEMPLATE_LOCK = 7486217;

async function administer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(administrative: string, name: string): string {
  const url = new URL(administrative);
  url.pathname = `/${name}`;
  return url.href;
}

/** A migrated file, closed and so without a log beside it. Copying one takes 1 ms, migrating 40. */
async function migratedFile(): Promise<Uint8Array> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-template-'));
  try {
    await (await openStore({ data, database: null }, migrations)).close();
    return readFileSync(join(data, 'stoa.db'));
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** Copying a migrated database takes half as long as migrating an empty one. Its name depends on the migrations. */
async function template(administrative: string): Promise<string> {
  const words = { engine: 'postgres', serial: '', bytes: '' } as const;
  const text = JSON.stringify(migrations.map(({ version, statements }) => [version, statements(words)]));
  const name = `stoa_template_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  await administer(administrative, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // Renamed only when complete, because its creator may be killed.
    await client.query(`drop database if exists ${name}_begun with (force)`);
    await client.query(`create database ${name}_begun`);
    const store = await openStore({ data: '', database: urlOf(administrative, `${name}_begun`) }, migrations);
    await store.close();
    await client.query(`alter database ${name}_begun rename to ${name}`);
  });
  return name;
}

let made: Promise<string> | undefined;
let made_file: Promise<Uint8Array> | undefined;

/** `empty`: without any table, for tests of the first start. An embedded one is migrated if its directory is named. */
export async function createTestDatabase({ empty = false, data = '' } = {}): Promise<TestDatabase> {
  const administrative = process.env.STOA_TEST_DATABASE;
  if (!administrative) {
    if (data !== '') {
      made_file ??= migratedFile();
      writeFileSync(join(data, 'stoa.db'), await made_file);
    }
    return { url: null, drop: async () => {} };
  }
  const name = `stoa_test_${randomBytes(6).toString('hex')}`;
  if (!empty) made ??= template(administrative);
  // Copied as files, it is there in a third of the time that passing it through the log takes.
  const from = empty ? '' : ` template ${await made} strategy file_copy`;
  await administer(administrative, (client) => client.query(`create database ${name}${from}`));
  return {
    url: urlOf(administrative, name),
    async drop() {
      await administer(administrative, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
