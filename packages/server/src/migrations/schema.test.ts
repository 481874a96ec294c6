import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { openTestStore, schemaFile } from '@stoa/testkit/kit';
import { checksumOf, type Migration, migrate, pendingMigrations } from '../kit/database/migrate.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from './index.ts';
import { schemaText } from './schema.ts';

it('[DB27] the committed schema matches the migrations; otherwise run npm run schema', async () => {
  const test = await openTestStore();
  const text = await schemaText(test.store.db);
  expect(text).toContain('create table messages (\n');
  expect(text).toBe(readFileSync(schemaFile(test.store.engine), 'utf8'));
  await test.close();
});

it('[DB28] no released migration was edited: npm run schema adds the checksums of new ones', () => {
  const now = migrations.map((migration) => [
    String(migration.version),
    { sqlite: checksumOf(migration, 'sqlite'), postgres: checksumOf(migration, 'postgres') },
  ]);
  const committed = JSON.parse(readFileSync(new URL('checksums.json', import.meta.url), 'utf8'));
  expect(committed).toEqual(Object.fromEntries(now));
});

it('[DB29] data of an edited migration is refused with a clear sentence; data from before checksums gets them', async () => {
  const test = await openTestStore();
  const { store } = test;
  const change = (statement: ReturnType<typeof sql>) => store.transaction((tx) => tx.run(statement));
  await change(sql`alter table schema_version drop column checksum`);
  await migrate(store, migrations);
  const rows = await store.db.all<{ version: number; checksum: string }>(
    sql`select version, checksum from schema_version`,
  );
  expect(rows.every(({ checksum }) => /^[0-9a-f]{16}$/.test(checksum))).toBe(true);
  expect(await pendingMigrations(store.db, migrations)).toEqual([]);
  const next: Migration = {
    version: 9999,
    name: 'of the test',
    statements: () => ['create table of_the_test (n integer)'],
  };
  expect(await pendingMigrations(store.db, [...migrations, next])).toEqual([next]);
  await change(sql`update schema_version set checksum = 'another' where version = 12`);
  await expect(migrate(store, migrations)).rejects.toThrow('another form of migration 12');
  await test.close();
});
