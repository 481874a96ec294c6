// Our own archive: an organization with rows in every table goes into an empty server and is the same there.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import {
  type Cast,
  callerOf,
  callRaw,
  type EmptyServer,
  exportStoaArchive,
  samples,
  scimClient,
  setStage,
  startEmptyServer,
  startServer,
  type TestServer,
  tarOf,
  texts,
} from '@stoa/testkit';
import { unpackTar } from 'modern-tar';
import { openBase } from '../../../base.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { newestVersion } from '../../../kit/database/migrate.ts';
import { sql } from '../../../kit/database/sql.ts';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import { Lifecycle } from '../../../kit/lifecycle/lifecycle.ts';
import { migrations } from '../../../migrations/index.ts';
import { findStoredFiles, invariants } from '../../../slices.ts';
import { findColumns, ownedRows, type Row } from '../../exports/stoa/stoa-rows.queries.ts';
import { BOUND_TO_SECRET, JOBS_THAT_GO, LEFT_BEHIND, OWNED } from '../../exports/stoa/stoa-tables.rules.ts';
import { ERASURE_JOB } from '../../personal-data/erasing.actions.ts';
import { openSource } from '../source.ts';
import { importStoa, type StoaImport } from './import-stoa.ts';
import { kindOf, MovedIds } from './move-ids.rules.ts';
import { openStoaArchive } from './stoa-archive.ts';

setDefaultTimeout(120_000);
const directory = mkdtempSync(join(tmpdir(), 'stoa-own-archive-'));
const file = join(directory, 'whole.tar.gz');
let server: TestServer;
let cast: Cast;
let number = 0;
/** The archive's contents. */
let was: Record<string, Row[]>;

beforeAll(async () => {
  server = await startServer({ dev: true });
  cast = await server.cast();
  const stage = await setStage(cast, server);
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])
    await callRaw(server.url, endpoint, texts(await samples[name](stage)), await callerOf(name, cast.ada, stage));
  const { ada, dara, eli } = cast;
  await dara.subscribe({
    subscriptions: [{ name: 'behind a door' }],
    invite_only: true,
    principals: [dara.user_id, eli.user_id],
  });
  await dara.sendMessage({ type: 'stream', to: 'behind a door', topic: 'x', content: 'said behind a door' });
  await dara.sendMessage({ type: 'direct', to: [eli.user_id], content: 'said to Eli' });
  await ada.muteUser({ muted_user_id: dara.user_id });
  const scim = await scimClient(server);
  await scim.post('/Users', { userName: 'zoe', emails: [{ value: 'zoe@stoa.example' }], externalId: 'z1' });
  await scim.post('/Groups', {
    displayName: 'Provisioned',
    externalId: 'g1',
    members: [{ value: String(eli.user_id) }],
  });
  await server.app.jobs.settle();
  await exportTo(file);
  was = await contentsOf(server.app.store.db);
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

type Parts = Pick<StoaImport, 'store' | 'writer' | 'files'>;
const partsOf = ({ app }: { app: TestServer['app'] }): Parts => app;

function exportTo(path: string, { store, files }: Parts = partsOf(server)): Promise<void> {
  return exportStoaArchive(path, { store, files, realm: server.realm, now: server.clock.now() });
}

/** Imports into `target`; `progress` may throw, like a run that is killed. */
async function importFrom(
  path: string,
  { parts, url }: { parts: Parts; url: string },
  progress: (text: string) => void = () => {},
  secret_mark = server.app.keys.derive('mark'),
) {
  const source = await openSource(path, join(directory, `source-${++number}`));
  try {
    const archive = await openStoaArchive(source, newestVersion(migrations), () => {});
    const { store, writer, files } = parts;
    const now = Date.now();
    return await importStoa({ store, writer, files, archive, url, now, secret_mark, progress });
  } finally {
    await source.close();
  }
}

const targetOf = (copy: EmptyServer) => ({ parts: partsOf(copy), url: copy.url });

/** Increases with every change, also by the import itself. */
const COUNTERS = new Set(['revision', 'surroundings_revision']);
const CHANGED: Readonly<Record<string, readonly string[]>> = { realms: ['host', 'url', 'log_floor'] };

/** All rows of the organization, by table. */
async function contentsOf(db: Connection, realm_id = server.realm.realm_id): Promise<Record<string, Row[]>> {
  const contents: Record<string, Row[]> = {};
  for (const owned of OWNED) {
    const { table } = owned;
    const columns = (await findColumns(db, table)).sort((a, b) => (a.name < b.name ? -1 : 1));
    contents[table] ??= [];
    for await (const page of ownedRows(db, realm_id, owned, columns))
      for (const row of page)
        contents[table].push(
          Object.fromEntries(
            Object.entries(row).filter(([name]) => !COUNTERS.has(name) && !CHANGED[table]?.includes(name)),
          ),
        );
  }
  return contents;
}

async function invariantsHold({ db, engine }: { db: Connection; engine: string }): Promise<void> {
  for (const { title, violations, fine, engine: only = engine } of invariants)
    if (only === engine)
      expect([title, (await db.all<Record<string, unknown>>(violations)).filter((row) => !fine?.(row))]).toEqual([
        title,
        [],
      ]);
}

const everything = { anchor: 0, num_before: 0, num_after: 1000 };

describe('our own archive', () => {
  it('[EX20] has every table of an organization', async () => {
    const { db, engine } = server.app.store;
    const tables = await db.all<{ name: string }>(
      engine === 'postgres'
        ? sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'message_search'`
        : sql`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'
            and name not like 'message~_search%' escape '~'`,
    );
    const of_server = ['schema_version', 'secret_marks', 'server_keys', 'setup_keys', 'uptime'];
    const known = new Set([...OWNED.map(({ table }) => table), ...Object.keys(LEFT_BEHIND), ...of_server]);
    expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    const filled = Object.values(await contentsOf(db)).filter((rows) => rows.length > 0);
    expect(filled.length).toBeGreaterThan(40);
  });

  it('[EX20] [IM21] gives an empty server the same rows, files and answers', async () => {
    const copy = await startEmptyServer();
    try {
      await importFrom(file, targetOf(copy));
      const is = await contentsOf(copy.app.store.db);
      for (const table of Object.keys(was)) expect([table, is[table]]).toEqual([table, was[table]!]);
      for (const key of (await findStoredFiles(copy.app.store.db)).sort())
        expect([key, await bytesOf(copy, key)]).toEqual([key, await bytesOf(server, key)]);
      expect(await copy.app.store.db.all(sql`select * from loose_files`)).toEqual([]);
      await invariantsHold(copy.app.store);
      for (const person of [cast.ada, cast.dara, cast.eli, cast.finn]) {
        const { keys } = copy.app;
        const there = createClient({
          site: copy.url,
          email: person.email,
          api_key: keys.keyOf(person.user_id, await generationOf(copy, person.user_id)),
        });
        const [own, copied] = [await person.getMessages(everything), await there.getMessages(everything)];
        const shown = ({ messages }: typeof own) =>
          messages.map(({ id, content, flags, subject, reactions }) => ({ id, content, flags, subject, reactions }));
        expect(shown(copied)).toEqual(shown(own));
        expect((await there.getSubscriptions()).subscriptions.map(({ name }) => name)).toEqual(
          (await person.getSubscriptions()).subscriptions.map(({ name }) => name),
        );
        const found = { ...everything, narrow: [{ operator: 'search', operand: 'door' }] };
        expect((await there.getMessages(found)).messages.map(({ id }) => id)).toEqual(
          (await person.getMessages(found)).messages.map(({ id }) => id),
        );
      }
      // New rows get ids of their own.
      const eli = createClient({
        site: copy.url,
        email: cast.eli.email,
        api_key: copy.app.keys.keyOf(cast.eli.user_id, await generationOf(copy, cast.eli.user_id)),
      });
      const { id } = await eli.sendMessage({ type: 'direct', to: [cast.eli.user_id], content: 'new here' });
      expect(id).toBeGreaterThan(Math.max(...(was.messages as { id: number }[]).map((row) => row.id)));
    } finally {
      await copy.stop();
    }
  });

  it('[IM22] continues where it was killed; the organization stays deactivated until then', async () => {
    const copy = await startEmptyServer();
    try {
      const killed = importFrom(file, targetOf(copy), (text) => {
        if (text.endsWith(', messages')) throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      const { db } = copy.app.store;
      expect(await db.get(sql`select count(*) as count from reactions`)).toEqual({ count: 0 });
      expect(await db.get(sql`select count(*) as count from realms where deactivated_at is not null`)).toEqual({
        count: 1,
      });
      await importFrom(file, targetOf(copy));
      expect(await contentsOf(db)).toEqual(was);
      await expect(importFrom(file, targetOf(copy))).rejects.toThrow('there is already an organization at');
    } finally {
      await copy.stop();
    }
  });

  it('[IM23] omits what needs the old secret on a server with another', async () => {
    const copy = await startEmptyServer();
    try {
      await importFrom(file, targetOf(copy), () => {}, 'the mark of another secret');
      const is = await contentsOf(copy.app.store.db);
      expect([was.invites!.length > 0, is.invites]).toEqual([true, []]);
      expect(is.messages).toEqual(was.messages!);
      await invariantsHold(copy.app.store);
    } finally {
      await copy.stop();
    }
  });

  it('[IM21] goes through an embedded database and back unchanged', async () => {
    const lifecycle = new Lifecycle(() => {});
    const data = mkdtempSync(join(directory, 'embedded-'));
    const copy = await startEmptyServer();
    const base = await openBase({ data, database: null }, lifecycle);
    const files = openFileParts(data, null, base.writer);
    try {
      const parts: Parts = { store: base.store, writer: base.writer, files };
      await importFrom(file, { parts, url: copy.url });
      expect(await contentsOf(base.store.db)).toEqual(was);
      const mark = server.app.keys.derive('mark');
      await base.writer.write(null, ({ tx }) => tx.run(sql`insert into secret_marks (id, mark) values (1, ${mark})`));
      const again = join(directory, 'again.tar.gz');
      await exportTo(again, parts);
      await importFrom(again, targetOf(copy));
      expect(await contentsOf(copy.app.store.db)).toEqual(was);
      await invariantsHold(copy.app.store);
    } finally {
      files.close();
      await lifecycle.stop();
      await copy.stop();
    }
  });
});

describe('our own archive beside other organizations', () => {
  it('[IM24] names every column that refers to ids', async () => {
    const lifecycle = new Lifecycle(() => {});
    const { store } = await openBase({ data: mkdtempSync(join(directory, 'schema-')), database: null }, lifecycle);
    try {
      for (const table of new Set(OWNED.map((owned) => owned.table)))
        for (const { column, to } of await store.db.all<{ column: string; to: string }>(
          sql`select "from" as "column", "table" as "to" from pragma_foreign_key_list(${table})`,
        ))
          if (!BOUND_TO_SECRET.has(table)) expect([table, column, kindOf(table, column)]).toEqual([table, column, to]);
    } finally {
      await lifecycle.stop();
    }
  });

  it('[IM24] continues an erasure with the account and the messages that it was about', () => {
    const moved = new MovedIds(
      new Map([
        ['users', 100],
        ['messages', 50],
      ]),
      'http://old.example',
      new Set(),
    );
    expect(moved.row('jobs', { kind: 'erasure', body: { user_id: 7 } })).toEqual({
      kind: 'erasure',
      body: { user_id: 107 },
    });
    expect(moved.row('erasures', { user_id: 7, acting_user_id: null, after_id: 0, until_id: 20 })).toEqual({
      user_id: 107,
      acting_user_id: null,
      after_id: 0,
      until_id: 70,
    });
    expect(JOBS_THAT_GO).toContain(ERASURE_JOB);
  });

  it('[IM24] has the same content under new ids, and changes nothing of the others', async () => {
    const busy = await startServer();
    try {
      const people = await busy.cast();
      await people.ada.subscribe({ subscriptions: [{ name: 'theirs' }] });
      for (const n of [1, 2, 3, 4, 5])
        await people.ada.sendMessage({ type: 'stream', to: 'theirs', topic: 'x', content: `theirs ${n}` });
      await busy.app.jobs.settle();
      const { db } = busy.app.store;
      const theirs = await contentsOf(db, busy.realm.realm_id);
      const url = busy.url.replace('127.0.0.1', 'localhost');
      const killed = importFrom(file, { parts: partsOf(busy), url }, (text) => {
        if (text.endsWith(', reactions')) throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      const { realm, ids_stay } = await importFrom(file, { parts: partsOf(busy), url });
      expect(ids_stay).toBe(false);
      expect(await contentsOf(db, busy.realm.realm_id)).toEqual(theirs);
      await invariantsHold(busy.app.store);
      const is = await contentsOf(db, realm.realm_id);
      // The same except for numbers: the database checks references, and the invariants check ranges and flags.
      const plain = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row).replace(/\d+/g, '#'));
      for (const [table, rows] of Object.entries(was)) {
        if (BOUND_TO_SECRET.has(table) || table === 'sessions') expect([table, is[table]]).toEqual([table, []]);
        else expect([table, plain(is[table]!)]).toEqual([table, plain(rows)]);
      }
      for (const key of await findStoredFiles(db))
        expect([key, (await bytesOf(busy, key)) !== 'missing']).toEqual([key, true]);
      const named = new Map(is.users!.map(({ full_name, user_id }) => [full_name as string, user_id as number]));
      for (const person of [cast.ada, cast.dara, cast.eli, cast.finn]) {
        const user_id = named.get(is.users!.find(({ email }) => email === person.email)!.full_name as string)!;
        const there = createClient({
          site: url,
          email: person.email,
          api_key: busy.app.keys.keyOf(user_id as never, await generationOf(busy, user_id)),
        });
        const [own, copied] = [await person.getMessages(everything), await there.getMessages(everything)];
        const shown = ({ messages }: typeof own) =>
          messages.map(({ content, flags, subject, reactions, sender_full_name }) =>
            JSON.stringify([content, flags, subject, reactions, sender_full_name]).replace(/\d+/g, '#'),
          );
        expect(shown(copied)).toEqual(shown(own));
        for (const { content } of copied.messages)
          for (const [, id, name] of content.matchAll(/data-user-id="(\d+)">@([^<]+)</g))
            expect([name, named.get(name!)]).toEqual([name, Number(id)]);
      }
    } finally {
      await busy.stop();
    }
  });
});

describe('an archive that was changed or truncated', () => {
  async function refusalOf(change: (files: Map<string, Buffer>) => void): Promise<string> {
    const entries = await unpackTar(Bun.gunzipSync(readFileSync(file)));
    const files = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data!)]));
    change(files);
    const path = join(directory, `changed-${++number}.tar`);
    writeFileSync(path, await tarOf([...files]));
    const source = await openSource(path, join(directory, `source-${number}`));
    try {
      await openStoaArchive(source, newestVersion(migrations), () => {});
      return 'it was read';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await source.close();
    }
  }
  const messages = (files: Map<string, Buffer>) => [...files.keys()].find((name) => name.includes('-messages/'))!;

  it('[IM20] is refused in a sentence that names the file', async () => {
    expect(await refusalOf(() => {})).toBe('it was read');
    const changed = await refusalOf((files) => {
      const name = messages(files);
      files.set(name, Buffer.from(files.get(name)!.toString().replace('said', 'SAID')));
    });
    expect(changed).toMatch(
      /^tables\/\d+-messages\/000001\.jsonl: the file was changed or damaged: its checksum differs$/,
    );
    expect(await refusalOf((files) => files.delete(messages(files)))).toMatch(/^tables\/.*: the file is missing$/);
    expect(await refusalOf((files) => files.set('tables/99-spies/1.jsonl', Buffer.from('[]')))).toBe(
      'tables/99-spies/1.jsonl: the file is not in the list',
    );
    expect(await refusalOf((files) => files.delete('manifest.json'))).toBe(
      'there is no manifest.json: this is no archive of Stoa, or it is incomplete',
    );
    expect(
      await refusalOf((files) => {
        const list = files.get('files.jsonl')!.toString().split('\n');
        files.set('files.jsonl', Buffer.from(list.slice(1).join('\n')));
      }),
    ).toBe('files.jsonl: the list was changed or damaged: its checksum differs');
    const manifest = (change: object) => (files: Map<string, Buffer>) => {
      const was = JSON.parse(files.get('manifest.json')!.toString());
      files.set('manifest.json', Buffer.from(JSON.stringify({ ...was, ...change })));
    };
    expect(await refusalOf(manifest({ schema: 3 }))).toContain('the archive has schema version 3, this program');
    expect(await refusalOf(manifest({ rows: null }))).toBe('manifest.json: it has the wrong form');
    expect(await refusalOf(manifest({ realm_id: 77 }))).toMatch(/^files\/.*: the file is of another organization$/);
  });

  it('[IM20] that is truncated is refused', async () => {
    const path = join(directory, 'cut.tar.gz');
    const bytes = readFileSync(file);
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    await expect(openSource(path, join(directory, 'source-cut'))).rejects.toThrow(
      'the archive is incomplete or damaged',
    );
  });
});

async function bytesOf({ app }: { app: TestServer['app'] }, key: string): Promise<string> {
  const stored = await app.files.files.get(key);
  if (stored === null) return 'missing';
  return new Bun.CryptoHasher('sha256').update(await new Response(stored as Blob).arrayBuffer()).digest('hex');
}

async function generationOf({ app }: { app: TestServer['app'] }, user_id: number): Promise<number> {
  const row = await app.store.db.get<{ api_key_generation: number }>(
    sql`select api_key_generation from users where user_id = ${user_id}`,
  );
  return row!.api_key_generation;
}
