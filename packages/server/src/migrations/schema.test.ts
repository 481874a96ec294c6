import { Database } from 'bun:sqlite';
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

/** Of these an organization has few, or an account or channel is seldom named. */
const SHORT: ReadonlySet<string> = new Set([
  ...['archive_imports.acting_user_id', 'bot_offers.offered_by', 'channel_folders.creator_id'],
  ...['bot_settings.default_events_register_stream_id', 'bot_settings.default_sending_stream_id'],
  ...['confirmations.made_by_user_id', 'erasures.acting_user_id', 'realm_emoji.author_id'],
  ...['realm_exports.acting_user_id', 'scheduled_messages.stream_id', 'silenced_senders.sender_id'],
]);

it('[IM68] every long table that refers to accounts, channels or conversations has an index by that column', () => {
  const database = new Database(':memory:');
  database.exec(readFileSync(schemaFile('sqlite'), 'utf8'));
  const all = <T>(text: string) => database.query(text).all() as T[];
  const unindexed: string[] = [];
  for (const { name } of all<{ name: string }>(`select name from sqlite_master where type = 'table'`)) {
    const indexes = all<{ name: string; partial: number }>(`pragma index_list('${name}')`).filter(
      ({ name: index, partial }) => partial === 0 || index === 'users_bot_owner',
    );
    const first = new Set(indexes.map((index) => all<{ name: string }>(`pragma index_info('${index.name}')`)[0]?.name));
    for (const { table, from } of all<{ table: string; from: string }>(`pragma foreign_key_list('${name}')`)) {
      const is_key = all(`select 1 from pragma_table_info('${name}') where name = '${from}' and pk = 1`).length > 0;
      if (['users', 'channels', 'recipients'].includes(table) && !first.has(from) && !is_key)
        unindexed.push(`${name}.${from}`);
    }
  }
  database.close();
  expect(unindexed.filter((column) => column !== 'channels.recipient_id').sort()).toEqual([...SHORT].sort());
});
