// Copies between the engines of a store with every type of column.
import { afterAll, afterEach, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@stoa/testkit/kit';
import type { Store } from '../connection.ts';
import { type Migration, migrate } from '../migrate.ts';
import { openStoreWithoutMigrating, type StoreLocation } from '../open.ts';
import { sql } from '../sql.ts';
import { type CopyEnd, openTarget } from './copy-ends.ts';
import { readMarks } from './copy-marks.ts';
import { readCounters } from './counters.ts';
import { cancelCopy, type DerivedIndex, StoreCopy } from './store-copy.ts';
import { readTables } from './tables.ts';

setDefaultTimeout(60_000);

const schema: Migration = {
  version: 1,
  name: 'everything',
  statements: ({ serial, bytes }) => [
    `create table owners (id ${serial}, name text not null unique, parent_id bigint references owners)`,
    `create table things (owner_id bigint not null references owners, label text not null, is_on boolean not null,
       maybe boolean, document json, share double precision, content ${bytes}, big bigint, small integer, primary key (owner_id, label))`,
    'create index things_label on things (label) where is_on',
    `create table words (id bigint primary key, word text not null)`,
  ],
};
const INDEX: DerivedIndex = {
  table: 'owners',
  index_table: 'words',
  async add(tx, ids) {
    for (const id of ids) await tx.run(sql`insert into words (id, word) select id, name from owners where id = ${id}`);
  },
  async remove(tx, ids) {
    for (const id of ids) await tx.run(sql`delete from words where id = ${id}`);
  },
};
const TIMES = new Date('2026-11-23T06:00:00Z');

const directory = mkdtempSync(join(tmpdir(), 'stoa-copy-'));
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

let count = 0;
type TestStore = Store & { location: StoreLocation };
async function newStore(engine: 'sqlite' | 'postgres'): Promise<TestStore> {
  const data = mkdtempSync(join(directory, `${++count}-`));
  let database: string | null = null;
  if (engine === 'postgres') {
    const made = await createTestDatabase({ empty: true });
    databases.push(made);
    database = made.url;
  }
  const store = await openStoreWithoutMigrating({ data, database });
  await migrate(store, [schema]);
  return Object.assign(store, { location: { data, database } });
}

/** The embedded store as a copy opens it. */
async function asTarget(store: TestStore): Promise<CopyEnd> {
  if (store.engine === 'postgres') return store;
  await store.close();
  return openTarget(store.location);
}

async function fill(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    // The first refers to one that comes later.
    await tx.run(sql`insert into owners (id, name) values (7, 'seven')`);
    await tx.run(sql`insert into owners (id, name, parent_id) values (1, ${'it\'s "quoted" \\ \n\t ü 😀'}, 7)`);
    // Its id must not be assigned again.
    for (let n = 0; n < 9; n++)
      await tx.run(sql`insert into owners (name) values (${`counted ${n}`}) on conflict do nothing`);
    const bytes = new Uint8Array([0, 255, 1, 39, 92]);
    await tx.run(
      sql`insert into things (owner_id, label, is_on, maybe, document, share, content, big, small)
         values (1, 'full', ${true}, ${false}, ${'{"b": 1, "a": [null, "\\u0000", 1.50]}'}, ${0.1 + 0.2}, ${bytes}, 9007199254740993, -5),
                (1, '', ${false}, ${null}, ${'5'}, ${3}, ${null}, ${null}, ${null}),
                (7, 'ß Z a', ${true}, ${true}, ${'"text"'}, ${-1e300}, ${new Uint8Array()}, -9223372036854775808, 0)`,
    );
    await tx.run(sql`delete from owners where name like 'counted%'`);
  });
  await store.transaction(async (tx) => {
    for (let n = 0; n < 3000; n++)
      await tx.run(
        sql`insert into things (owner_id, label, is_on, document) values (7, ${`n${n}`}, ${n % 2 === 0}, ${'{}'})`,
      );
  });
}

const contents = async ({ db }: Pick<Store, 'db'>) => ({
  owners: await db.all(sql`select id, name, parent_id from owners order by id`),
  things: (
    await db.all<Record<string, unknown>>(
      sql`select owner_id, label, is_on, maybe, document, share, content, cast(big as text) as big, small from things`,
    )
  )
    .map((row) => ({ ...row, content: row.content && Buffer.from(row.content as Uint8Array).toString('hex') }))
    .map((row) => JSON.stringify(row))
    .sort(),
  words: await db.all(sql`select id, word from words order by id`),
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('a copy', () => {
  for (const [from, to] of [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)
    describe(`from ${from} to ${to}`, () => {
      let source: TestStore;
      let target: CopyEnd;
      beforeEach(async () => {
        source = await newStore(from);
        await fill(source);
        target = await asTarget(await newStore(to));
      });
      afterEach(async () => {
        await source.close();
        await target.close();
      });

      const begin = () => StoreCopy.begin(source, target, INDEX, () => {});
      async function expectEqual(): Promise<void> {
        const { words, ...rows } = await contents(target);
        const here = await contents(source);
        expect(rows).toEqual({ owners: here.owners, things: here.things });
        expect(words).toEqual(
          here.owners.map((row) => ({ id: (row as { id: number }).id, word: (row as { name: string }).name })),
        );
      }

      it('[EN1] keeps every value of every type, and the counters', async () => {
        const compared = await (await begin()).finish(TIMES);
        expect(compared.map(({ name, rows }) => [name, rows])).toEqual([
          ['owners', 2],
          ['things', 3003],
        ]);
        await expectEqual();
        const tables = await readTables(target.db, new Set(['schema_version', 'words']));
        expect(await readCounters(target.db, tables)).toEqual(await readCounters(source.db, tables));
        expect(await readMarks(target.db)).toEqual(new Map());
        // Constraints are back.
        const orphan = target.transaction((tx) => tx.run(sql`insert into owners (id, name) values (8, 'seven')`));
        await expect(orphan).rejects.toThrow(/unique/i);
        await orphan.catch(() => {});
      });

      it('[EN6] copies what changes after the first copy: new, changed, deleted and renamed rows', async () => {
        const copy = await begin();
        await copy.copyAhead();
        await source.transaction(async (tx) => {
          await tx.run(sql`insert into owners (id, name) values (20, 'new')`);
          await tx.run(sql`update things set label = 'renamed', share = 0.25 where label = 'n0'`);
          await tx.run(sql`delete from things where label = 'n1'`);
          await tx.run(sql`update things set document = ${'[1]'} where label = 'n2'`);
        });
        // A unique name goes from one row to another.
        await source.transaction((tx) => tx.run(sql`update owners set name = 'free' where id = 7`));
        await source.transaction((tx) => tx.run(sql`update owners set name = 'seven' where id = 1`));
        await (await begin()).finish(TIMES);
        await expectEqual();
        expect(await readMarks(source.db)).toEqual(
          new Map([
            ['moved_at', '2026-11-23T06:00:00.000Z'],
            ['source', expect.any(String)],
          ]),
        );
      });

      it('[EN6] copies what changes in the middle of the first copy', async () => {
        let changed = false;
        const change = async () => {
          changed = true;
          await source.transaction(async (tx) => {
            await tx.run(sql`update things set is_on = ${true} where label in ('n1', 'n2999')`);
            await tx.run(sql`delete from things where label in ('n3', 'n2998')`);
          });
        };
        let changing: Promise<void> = Promise.resolve();
        const copy = await StoreCopy.begin(source, target, INDEX, (step, done) => {
          if (step === 'rows' && done > 500 && !changed) changing = change();
        });
        await copy.copyAhead();
        await changing;
        expect(changed).toBe(true);
        await copy.finish(TIMES);
        await expectEqual();
      });

      it('[EN2] names the tables that differ, and leaves the source as it was', async () => {
        const copy = await begin();
        await copy.copyAhead();
        await target.transaction(async (tx) => {
          await tx.run(sql`update things set share = 0.30000000000000001 where label = 'full'`);
          await tx.run(sql`delete from owners where id = 1`);
        });
        const ended = copy.finish(TIMES);
        await expect(ended).rejects.toThrow(
          'differs from the source in owners (2 rows in the source, 1 in the copy), things (3003 rows, other values)',
        );
        expect((await readMarks(source.db)).has('moved_at')).toBe(false);
      });

      it('[EN5] a write that waits for the end of the move fails: nothing is written to the source any more', async () => {
        let write: Promise<unknown> = Promise.resolve();
        const other = await openStoreWithoutMigrating(source.location);
        const copy = await StoreCopy.begin(source, target, INDEX, (step, done) => {
          if (step === 'comparison' && done > 100)
            write = other
              .transaction((tx) => tx.run(sql`insert into owners (id, name) values (50, 'late')`))
              .catch(String);
        });
        await copy.finish(TIMES);
        expect(await write).toContain('everything in this database was moved to another one');
        await other.close();
        await expectEqual();
      });

      it('[EN4] a source can be used again after --cancel', async () => {
        await (await begin()).finish(TIMES);
        await expect(migrate(source, [schema])).rejects.toThrow('everything in this database was moved to another one');
        expect(await cancelCopy(source)).toBe(true);
        await migrate(source, [schema]);
        expect(await cancelCopy(source)).toBe(false);
        const tables = await readTables(source.db, new Set(['schema_version']));
        expect(tables.map(({ name }) => name)).toEqual(['owners', 'things', 'words']);
      });
    });

  it('[EN7] names the row that the target can not hold', async () => {
    const source = await newStore('sqlite');
    const target = await newStore('postgres');
    await source.transaction((tx) => tx.run(sql`insert into owners (id, name) values (1, 'a'), (2, ${'a\0b'})`));
    const copy = await StoreCopy.begin(source, target, INDEX, () => {});
    await expect(copy.copyAhead()).rejects.toThrow("the row 2 of owners can't be copied: a text has a NUL character");
    await source.close();
    await target.close();
  });
});
