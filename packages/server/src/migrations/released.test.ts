// Data of every released version is upgraded and found whole.
import { afterAll, expect, it, setDefaultTimeout } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@stoa/sdk';
import { createTestDatabase, schemaFile } from '@stoa/testkit/kit';
import pg from 'pg';
import { startApp } from '../app.ts';
import { stoaInProcess } from '../cli/stoa-in-process.ts';
import type { Engine } from '../kit/database/connection.ts';
import { openReadOnly } from '../kit/database/open.ts';
import { migrations } from './index.ts';
import type { ReleasedData } from './released-data.ts';
import { removals, removesSomething } from './removals.ts';
import { schemaText } from './schema.ts';

setDefaultTimeout(60_000);

const RELEASED = fileURLToPath(new URL('released', import.meta.url));
const engine: Engine = process.env.STOA_TEST_DATABASE ? 'postgres' : 'sqlite';
const changelog = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version!);
const directory = mkdtempSync(join(tmpdir(), 'stoa-released-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function restoreDump(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(file, 'utf8'));
  await client.end();
}

it('[DB33] data of every released version is in the repository, for both engines', () => {
  const kept = new Set(readdirSync(RELEASED));
  for (const version of versions)
    for (const engine of ['sqlite', 'postgres']) expect(kept).toContain(`${version}.${engine}.tar.gz`);
});

for (const version of versions)
  it(`[DB33] data of ${version} is upgraded, consistent and complete`, async () => {
    const unpacked = join(directory, version);
    mkdirSync(unpacked);
    const archive = join(RELEASED, `${version}.${engine}.tar.gz`);
    expect(spawnSync('tar', ['-xzf', archive, '-C', unpacked]).status).toBe(0);
    const data = join(unpacked, 'data');
    const database = await createTestDatabase({ empty: true });
    if (database.url !== null) await restoreDump(database.url, join(unpacked, 'dump.sql'));
    const store = ['--data', data, ...(database.url === null ? [] : ['--database', database.url])];
    const migrated = await stoaInProcess(['migrate', ...store]);
    expect({ code: migrated.code, stderr: migrated.stderr }).toEqual({ code: 0, stderr: '' });
    const check = async () =>
      (await stoaInProcess(['check', ...store])).stdout.split('\n').filter((line) => !line.startsWith('ok'));
    expect(await check()).toEqual(['Nothing is wrong.', '']);
    const { db, close } = await openReadOnly({ data, database: database.url });
    expect(await schemaText(db)).toBe(readFileSync(schemaFile(engine), 'utf8'));
    await close();

    const expected: ReleasedData = JSON.parse(readFileSync(join(unpacked, 'expected.json'), 'utf8'));
    const options = { data, database: database.url, host: '127.0.0.1', port: 0, dev: false };
    const app = await startApp({ ...options, checking: 'every', rate_limits: null });
    try {
      const client = createClient({ site: app.url, email: expected.email, api_key: expected.api_key });
      const { messages } = await client.getMessages({ anchor: 'newest', num_before: 100, num_after: 0 });
      expect(messages.map(({ content }) => content)).toEqual([...expected.contents]);
      expect((await client.getUsers({})).members.length).toBe(expected.users);
      const content = 'sent by the newer version';
      const { id } = await client.sendMessage({ type: 'direct', to: [expected.email], content });
      expect((await client.getMessage({ message_id: id })).message.content).toContain(content);
    } finally {
      await app.stop();
    }
    expect(await check()).toEqual(['Nothing is wrong.', '']);
    await database.drop();
  });

it('[DB34] a migration removes only what the version released before it no longer used', () => {
  const dialect = { engine, serial: '', bytes: '' } as const;
  for (const { version, statements } of migrations) {
    const is_listed = removals[version] !== undefined;
    expect({ version, is_listed }).toEqual({ version, is_listed: removesSomething(statements(dialect)) });
  }
  for (const { unused_since } of Object.values(removals))
    if (unused_since !== null) expect(versions).toContain(unused_since);
  // One exception, from before the second release. Never add another.
  expect(Object.values(removals).filter(({ unused_since }) => unused_since === null).length).toBe(1);
});

it('[DB34] recognizes statements that remove something', () => {
  const removing = [
    'alter table a drop column b',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'alter table a rename to b',
    'drop table a',
  ];
  for (const statement of removing) expect([statement, removesSomething([statement])]).toEqual([statement, true]);
  const others = [
    'drop index a',
    'alter index a rename to b',
    'alter table a add column dropped text',
    'drop trigger a',
  ];
  for (const statement of others) expect([statement, removesSomething([statement])]).toEqual([statement, false]);
});
