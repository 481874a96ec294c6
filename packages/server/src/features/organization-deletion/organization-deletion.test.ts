// Deletion of an organization with rows in every table, beside another one that must stay as it is.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@stoa/contract';
import { callerOf, callRaw, samples, scimClient, setStage, startServer, type TestServer, texts } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { findStoredFiles, invariants } from '../../slices.ts';
import { OrganizationDeletion } from './organization-deletion.actions.ts';
import {
  BY_THEMSELVES,
  OF_ACCOUNTS,
  OF_MESSAGES,
  OF_ORGANIZATION,
  OF_OTHERS,
  OF_THE_SERVER,
} from './organization-tables.rules.ts';
import { cancelDeletion, scheduleDeletion } from './pending-deletion.actions.ts';

setDefaultTimeout(120_000);

const DAY_MS = 24 * 60 * 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ dev: true });
});
afterAll(() => server.stop());

const LISTED: readonly string[] = [
  ...OF_MESSAGES,
  ...OF_ACCOUNTS,
  ...OF_OTHERS.map(([table]) => table),
  ...OF_ORGANIZATION,
  ...BY_THEMSELVES,
  ...OF_THE_SERVER,
];

/** Without the word index, whose rows the database removes with their messages. */
async function findTables(): Promise<string[]> {
  const { db, engine } = server.app.store;
  const rows = await db.all<{ name: string }>(
    engine === 'postgres'
      ? sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'message_search'`
      : sql`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'
          and name not like 'message~_search%' escape '~'`,
  );
  return rows.map(({ name }) => name).sort();
}

const OF_SERVER: ReadonlySet<string> = new Set(OF_THE_SERVER);

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of (await findTables()).filter((name) => !OF_SERVER.has(name))) {
    const row = await server.app.store.db.get<{ rows: number }>(sql`select count(*) as rows from ${sql.raw(table)}`);
    counts[table] = Number(row!.rows);
  }
  return counts;
}

function filesOf(realm_id: number): string[] {
  const files = join(server.data, 'files');
  return (readdirSync(files, { recursive: true }) as string[]).filter(
    (path) => path.split('/')[1] === String(realm_id) && statSync(join(files, path)).isFile(),
  );
}

const run = (now: number) => {
  const { store, writer, files } = server.app;
  return new OrganizationDeletion({
    store,
    writer,
    clock: systemClock,
    files: files.files,
    findStoredFiles: () => findStoredFiles(store.db),
  }).run(now);
};

it('[OD4] every table is listed exactly once', async () => {
  expect([...LISTED].sort()).toEqual(await findTables());
});

it('[OD1] [OD2] [OD3] an organization is deactivated at once, can be restored in time, and is then deleted completely', async () => {
  const before = await countRows();
  // A host name of this machine, so that raw calls reach it.
  const doomed = await server.organization('localhost');
  const url = server.url.replace('127.0.0.1', 'localhost');
  const cast = await doomed.cast();
  const { writer, store } = server.app;
  const { realm_id } = doomed.realm;
  const stage = await setStage(cast, { ...server, ...doomed, url } as TestServer);
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])
    await callRaw(url, endpoint, texts(await samples[name](stage)), await callerOf(name, cast.ada, stage));
  await cast.ada.getOwnUser();
  expect(filesOf(realm_id).length).toBeGreaterThan(3);
  await cast.ada.muteUser({ muted_user_id: cast.dara.user_id });
  await cast.dara.sendMessage({ type: 'channel', to: stage.stream_id, topic: 'unread', content: 'seen by few' });
  const scim = await scimClient(server, doomed);
  for (const [kind, resource] of [
    ['/Users', { userName: 'zoe@stoa.example', externalId: 'z1' }],
    ['/Groups', { displayName: 'Provisioned', externalId: 'g1' }],
  ] as const)
    expect((await scim.post(kind, resource)).status).toBe(201);
  const filled = Object.values(await countRows()).filter((rows) => rows > 0).length;
  expect(filled).toBeGreaterThan(50);

  const now = Date.now();
  await writer.write(realm_id, (context) => scheduleDeletion(context, realm_id, now + 14 * DAY_MS));
  await expect(cast.ada.getOwnUser()).rejects.toThrow('deactivated');
  await run(now + 13 * DAY_MS);
  expect(await writer.write(realm_id, (context) => cancelDeletion(context, realm_id))).toBe(true);
  expect((await cast.ada.getOwnUser()).user_id).toBe(cast.ada.user_id);

  await writer.write(realm_id, (context) => scheduleDeletion(context, realm_id, now));
  const stopped: OrganizationDeletion = new OrganizationDeletion({
    store,
    writer,
    clock: systemClock,
    files: server.app.files.files,
    findStoredFiles: () => {
      stopped.stop();
      return findStoredFiles(store.db);
    },
  });
  await stopped.run(now);
  expect(await writer.write(realm_id, (context) => cancelDeletion(context, realm_id))).toBe(false);
  await run(now);
  expect(await countRows()).toEqual(before);
  expect(filesOf(realm_id)).toEqual([]);
  await expect(cast.ada.getOwnUser()).rejects.toThrow();
  for (const { title, violations, engine, fine } of invariants)
    if (engine === undefined || engine === store.engine) {
      const rows = await store.db.all<Record<string, unknown>>(violations);
      expect({ title, rows: rows.filter((row) => !fine?.(row)) }).toEqual({ title, rows: [] });
    }
});
