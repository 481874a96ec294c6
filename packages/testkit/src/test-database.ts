// A database of its own for each server under test, on the PostgreSQL that STOA_TEST_DATABASE names. Embedded otherwise.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** Null for the embedded database. */
  readonly url: string | null;
  drop(): Promise<void>;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const administrative = process.env.STOA_TEST_DATABASE;
  if (!administrative) return { url: null, drop: async () => {} };
  const name = `stoa_test_${randomBytes(6).toString('hex')}`;
  await administer(administrative, `create database ${name}`);
  const url = new URL(administrative);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(administrative, `drop database ${name} with (force)`) };
}
