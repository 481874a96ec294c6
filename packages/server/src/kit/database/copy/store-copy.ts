// Copies a store to the other engine: ahead while the source is in use, then the rest while nobody writes to it. Every step can be
// killed and continued: what it did is noted in the target, in the transaction that did it.
import { randomUUID } from 'node:crypto';
import { type Connection, StoreError, type Transaction } from '../connection.ts';
import { sql } from '../sql.ts';
import {
  type Change,
  forgetChanges,
  forgetThese,
  newestChange,
  readChanges,
  recordChanges,
  recordsChanges,
  refuseWrites,
} from './changes.ts';
import { chunksOf } from './chunks.ts';
import { type CopyEnd, estimateRows, lockTables } from './copy-ends.ts';
import { dropMarks, putMark, readMarks } from './copy-marks.ts';
import { readCounters, setCounters } from './counters.ts';
import { digestTable, type TableDigest } from './digests.ts';
import { deleteByKeys, insertRows, type Key, readAfter, readByKeys } from './rows.ts';
import { readTables, requireSameTables, type Table } from './tables.ts';
import { dropDefinitions, liftTimeLimits, restoreDefinitions } from './target-schema.ts';

/** An index of our own over the rows of a table, in tables that are not copied because the engines have different ones. */
export interface DerivedIndex {
  /** Its primary key is one number. */
  readonly table: string;
  readonly index_table: string;
  add(tx: Transaction, ids: readonly number[]): Promise<void>;
  remove(tx: Transaction, ids: readonly number[]): Promise<void>;
}

export type CopyStep = 'rows' | 'search' | 'changes' | 'indexes' | 'comparison' | 'links';
export type CopyListener = (step: CopyStep, done: number, total: number) => void;

export interface CopiedTable extends TableDigest {
  readonly name: string;
}

/** Each store has its own. Nodes of the target continue the uptime from that of the event queues. */
const OF_ONE_STORE = ['schema_version', 'store_copy', 'store_changes', 'uptime'] as const;
const CHANGES_PER_BATCH = 500;
const INDEXED_PER_BATCH = 500;
const ATTEMPTS = 5;

export class StoreCopy {
  private constructor(
    private readonly source: CopyEnd,
    private readonly target: CopyEnd,
    private readonly tables: readonly Table[],
    private readonly index: DerivedIndex,
    private readonly listen: CopyListener,
    /** Everything is in the target and the source is marked so. */
    private is_moved: boolean,
  ) {}

  /** Both stores have the schema of this program. Continues a copy that was begun. */
  static async begin(source: CopyEnd, target: CopyEnd, index: DerivedIndex, listen: CopyListener): Promise<StoreCopy> {
    const left_out = new Set([...OF_ONE_STORE, index.index_table]);
    const tables = await readTables(source.db, left_out);
    requireSameTables(tables, await readTables(target.db, left_out));
    const [here, there] = [await readMarks(source.db), await readMarks(target.db)];
    if (here.has('target')) throw new StoreError('the source is itself a copy that is not finished');
    const id = here.get('source') ?? randomUUID();
    const begun = there.get('target');
    if (begun !== undefined && begun !== id)
      throw new StoreError('the target is the unfinished copy of another source: empty it, or name an empty one');
    const is_moved = here.has('moved_at');
    if (is_moved && !there.has('verified'))
      throw new StoreError(
        `everything in the source was moved elsewhere on ${here.get('moved_at')}: "stoa migrate --from ... --cancel" undoes this`,
      );
    if (begun === undefined) await requireEmpty(target.db, tables);
    if (!is_moved && !(await recordsChanges(source.db)))
      await patiently(() =>
        source.transaction(async (tx) => {
          await lockTables(
            tx,
            tables.map(({ name }) => name),
          );
          await putMark(tx, 'source', id);
          await recordChanges(tx, tables);
        }),
      );
    if (begun === undefined)
      await target.transaction(async (tx) => {
        await putMark(tx, 'target', id);
        await dropDefinitions(tx);
      });
    return new StoreCopy(source, target, tables, index, listen, is_moved);
  }

  /** Copies what is there while the source may be in use. */
  async copyAhead(): Promise<void> {
    if (this.is_moved) return;
    const marks = await readMarks(this.target.db);
    if (marks.has('indexes')) return;
    await this.copyRows(marks);
    await this.addToIndex(marks);
    await this.copyChanges();
    await restoreDefinitions(this.target, 'index', (done, total) => this.listen('indexes', done, total));
    await this.target.transaction((tx) => putMark(tx, 'indexes', 'done'));
  }

  /** Copies the rest, compares everything and ends the copy; nobody may write to the source. Resolves with what was compared. */
  async finish(now: Date): Promise<CopiedTable[]> {
    await this.copyAhead();
    const compared = this.is_moved
      ? (JSON.parse((await readMarks(this.target.db)).get('verified')!) as CopiedTable[])
      : await this.source.transaction((tx) => this.finishRows(tx, now));
    this.is_moved = true;
    await restoreDefinitions(this.target, 'link', (done, total) => this.listen('links', done, total));
    await this.target.transaction(async (tx) => {
      await liftTimeLimits(tx);
      if (tx.engine === 'postgres') await analyze(tx, this.tables);
      await dropMarks(tx);
    });
    return compared;
  }

  private async copyRows(marks: ReadonlyMap<string, string>): Promise<void> {
    const total = await estimateRows(
      this.source.db,
      this.tables.map(({ name }) => name),
    );
    let done = 0;
    for (const table of this.tables) {
      const mark = `rows:${table.name}`;
      const begun = marks.get(mark);
      const { after, rows, is_done } = (begun ? JSON.parse(begun) : { after: null, rows: 0, is_done: false }) as {
        after: Key | null;
        rows: number;
        is_done: boolean;
      };
      let copied = rows;
      done += rows;
      if (is_done) continue;
      let last = after;
      for await (const chunk of chunksOf(this.source.db, table, after)) {
        copied += chunk.rows.length;
        last = chunk.last;
        await this.target.transaction(async (tx) => {
          await insertRows(tx, table, chunk.rows);
          await putMark(tx, mark, JSON.stringify({ after: last, rows: copied, is_done: false }));
        });
        done += chunk.rows.length;
        this.listen('rows', done, Math.max(done, total));
      }
      await this.target.transaction((tx) =>
        putMark(tx, mark, JSON.stringify({ after: last, rows: copied, is_done: true })),
      );
    }
  }

  private async addToIndex(marks: ReadonlyMap<string, string>): Promise<void> {
    const table = this.tables.find(({ name }) => name === this.index.table)!;
    const ids: Table = { ...table, columns: table.key };
    const total = await estimateRows(this.source.db, [table.name]);
    const begun = JSON.parse(marks.get('search') ?? '{"after":null,"done":0}') as { after: Key | null; done: number };
    let { after, done } = begun;
    for (;;) {
      const rows = await readAfter(this.target.db, ids, after, INDEXED_PER_BATCH);
      if (rows.length === 0) return;
      after = rows.at(-1) as Key;
      done += rows.length;
      await this.target.transaction(async (tx) => {
        await this.index.add(
          tx,
          rows.map(([id]) => Number(id)),
        );
        await putMark(tx, 'search', JSON.stringify({ after, done }));
      });
      this.listen('search', done, Math.max(done, total));
    }
  }

  /** Copies the changes noted so far. Others follow while it runs: they are left for the end. */
  private async copyChanges(): Promise<void> {
    const until = await newestChange(this.source.db);
    for (let done = 0; ; ) {
      const changes = await readChanges(this.source.db, 0, CHANGES_PER_BATCH);
      if (changes.length === 0 || changes[0]!.position > until) return;
      await this.applyChanges(this.source.db, changes, { removes: true, inserts: true });
      await this.source.transaction((tx) => forgetThese(tx, changes));
      done += changes.length;
      this.listen('changes', done, done);
    }
  }

  private async applyChanges(
    db: Connection,
    changes: readonly Change[],
    { removes, inserts }: { removes: boolean; inserts: boolean },
  ): Promise<void> {
    const keys_of = new Map<string, Map<string, Key>>();
    for (const { table_name, key } of changes) {
      const keys = keys_of.get(table_name) ?? new Map<string, Key>();
      keys_of.set(table_name, keys.set(JSON.stringify(key), key));
    }
    for (const [name, distinct] of keys_of) {
      const table = this.tables.find((table) => table.name === name)!;
      const keys = [...distinct.values()];
      const rows = inserts ? await readByKeys(db, table, keys) : [];
      await this.target.transaction(async (tx) => {
        await liftTimeLimits(tx);
        if (removes) await deleteByKeys(tx, table, keys);
        await insertRows(tx, table, rows);
        if (name !== this.index.table) return;
        const ids = keys.map(([id]) => Number(id));
        if (removes) await this.index.remove(tx, ids);
        await this.index.add(tx, inserts ? ids : []);
      });
    }
  }

  private async finishRows(source: Transaction, now: Date): Promise<CopiedTable[]> {
    await liftTimeLimits(source);
    await lockTables(
      source,
      this.tables.map(({ name }) => name),
    );
    // All go before any comes: a unique value may have gone from one row to another.
    for (const pass of [
      { removes: true, inserts: false },
      { removes: false, inserts: true },
    ]) {
      let position = 0;
      for (;;) {
        const changes = await readChanges(source, position, CHANGES_PER_BATCH);
        if (changes.length === 0) break;
        await this.applyChanges(source, pass.removes ? changes : await this.missing(changes), pass);
        position = changes.at(-1)!.position;
      }
    }
    const counters = await readCounters(source, this.tables);
    await this.target.transaction((tx) => setCounters(tx, this.tables, counters));
    const compared = await this.compare(source, counters);
    await this.target.transaction((tx) => putMark(tx, 'verified', JSON.stringify(compared)));
    await refuseWrites(source, this.tables, 'everything in this database was moved to another one');
    await putMark(source, 'moved_at', now.toISOString());
    return compared;
  }

  /** The changes whose rows the target does not have: those that came with an earlier batch of this pass are there. */
  private async missing(changes: readonly Change[]): Promise<Change[]> {
    const found = new Set<string>();
    const keys_of = Map.groupBy(changes, ({ table_name }) => table_name);
    for (const [name, of_table] of keys_of) {
      const table = this.tables.find((table) => table.name === name)!;
      const rows = await readByKeys(
        this.target.db,
        { ...table, columns: table.key },
        of_table.map(({ key }) => key),
      );
      for (const row of rows) found.add(JSON.stringify([name, row]));
    }
    return changes.filter(({ table_name, key }) => !found.has(JSON.stringify([table_name, key])));
  }

  /** Throws unless both stores hold the same rows. */
  private async compare(source: Connection, counters: ReadonlyMap<string, number>): Promise<CopiedTable[]> {
    const total =
      2 *
      (await estimateRows(
        source,
        this.tables.map(({ name }) => name),
      ));
    let done = 0;
    const counted = (rows: number) => {
      done += rows;
      this.listen('comparison', done, Math.max(done, total));
    };
    const compared: CopiedTable[] = [];
    const unequal: string[] = [];
    for (const table of this.tables) {
      const [here, there] = await Promise.all([
        digestTable(source, table, counted),
        digestTable(this.target.db, table, counted),
      ]);
      compared.push({ name: table.name, ...here });
      if (here.rows !== there.rows)
        unequal.push(`${table.name} (${here.rows} rows in the source, ${there.rows} in the copy)`);
      else if (here.digest !== there.digest) unequal.push(`${table.name} (${here.rows} rows, other values)`);
    }
    const copied = await readCounters(this.target.db, this.tables);
    for (const [name, last] of counters) if (copied.get(name) !== last) unequal.push(`${name} (its counter)`);
    if (unequal.length > 0)
      throw new StoreError(
        `the copy differs from the source in ${unequal.join(', ')}: the source is unchanged, serve it; empty the target and begin again`,
      );
    return compared;
  }
}

/** Removes from a source what copying it has left there, also the mark that everything was moved. False if there is nothing. */
export async function cancelCopy(source: CopyEnd): Promise<boolean> {
  if (!(await readMarks(source.db)).has('source')) return false;
  await source.transaction(async (tx) => {
    await forgetChanges(tx);
    await dropMarks(tx);
  });
  return true;
}

async function requireEmpty(db: Connection, tables: readonly Table[]): Promise<void> {
  for (const table of tables)
    if ((await readAfter(db, table, null, 1)).length > 0)
      throw new StoreError('the target has data already: name an empty database, or a directory without one');
}

async function analyze(tx: Transaction, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await tx.run(sql`analyze ${sql.raw(`"${name}"`)}`);
}

/** Tables are locked in an order of our own, so a write in progress may be in the way. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      const is_in_the_way = ['40P01', '55P03'].includes((error as { code?: string }).code ?? '');
      if (!is_in_the_way || attempt === ATTEMPTS) throw error;
    }
}
