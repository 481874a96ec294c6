// Copies of an embedded database while another process writes, checkpoints and truncates its log: each is one commit.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPageSnapshot } from './page-snapshot.ts';
import { sql } from './sql.ts';
import { openUntouched } from './sqlite-connection.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-pages-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const ROUNDS = 150;
/** At least this many different commits are copied, however slow the writer is. */
const STATES = 20;

/**
 * Keeps the number of rows in another table, in each of its transactions; some are rolled back. Waits for no disk, so that a slow one
 * does not make commits rare, and deletes, so that a slow reader does not let the database grow.
 */
const WRITER = `
import { Database } from 'bun:sqlite';
const database = new Database(process.argv[2], { create: true });
database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 50; pragma busy_timeout = 5000; pragma journal_size_limit = 100000');
database.exec('create table things (id integer primary key, body blob, n int); create index things_n on things (n); create table counted (n int); insert into counted values (0)');
console.log('ready');
for (let round = 0; ; round++) {
  database.exec('begin immediate');
  const added = 1 + Math.floor(Math.random() * 20);
  for (let n = 0; n < added; n++)
    database.query('insert into things (body, n) values (randomblob(?), random() % 1000)').run(Math.floor(Math.random() * 9000));
  database.query('update counted set n = n + ?').run(added);
  if (round % 30 === 5) {
    database.query('delete from things where id in (select id from things order by random() limit 400)').run();
    database.exec('update counted set n = (select count(*) from things)');
  }
  database.exec(round % 50 === 7 ? 'rollback' : 'commit');
  if (round % 200 === 3) database.exec('pragma wal_checkpoint(truncate)');
  if (Math.random() < 0.02) await new Promise((resolve) => setTimeout(resolve, 5));
}`;

const copyOf = async (path: string, copy: string, pause_ms = 0) => {
  const snapshot = await openPageSnapshot(path);
  const chunks: Buffer[] = [];
  for (const chunk of snapshot.pages()) {
    chunks.push(chunk);
    if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
  const seen = await snapshot.db.get<{ n: number; id: number }>(
    sql`select n, (select max(id) from things) as id from counted`,
  );
  snapshot.close();
  writeFileSync(copy, Buffer.concat(chunks));
  return seen;
};

it('[BU1] every copy is complete, and matches the commit that its connection sees', async () => {
  const path = join(mkdtempSync(join(directory, 'written-')), 'written.db');
  const script = join(directory, 'writer.ts');
  writeFileSync(script, WRITER);
  const writer = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  try {
    const found: unknown[] = [];
    for (let round = 0; round < ROUNDS || new Set(found).size < STATES; round++) {
      const copy = join(directory, 'copy.db');
      const seen = await copyOf(path, copy, round % 3);
      const { database } = openUntouched(copy);
      expect(database.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      const row = database.query('select n, (select max(id) from things) as id from counted').get() as typeof seen;
      expect(row).toEqual(seen);
      expect(database.query('select count(*) as n from things').get()).toEqual({ n: seen!.n });
      found.push(row!.n);
      database.close();
    }
  } finally {
    writer.kill('SIGKILL');
  }
}, 120_000);

it('[BU1] works without a write-ahead log and with a leftover one, and the copy is readable without one', async () => {
  const path = join(directory, 'plain.db');
  const copy = join(directory, 'plain-copy.db');
  const database = new Database(path, { create: true });
  database.exec(
    'create table things (id integer primary key); create table counted (n int); insert into counted values (7)',
  );
  database.close();
  expect((await copyOf(path, copy))?.n).toBe(7);
  const again = new Database(path);
  again.exec('pragma journal_mode = wal; update counted set n = 8');
  // Its process is killed: the log stays.
  const left = join(directory, 'left.db');
  for (const end of ['', '-wal']) writeFileSync(left + end, await Bun.file(path + end).bytes());
  again.close();
  expect(statSync(`${left}-wal`).size).toBeGreaterThan(0);
  expect((await copyOf(left, copy))?.n).toBe(8);
  const opened = openUntouched(copy);
  expect(opened.database.query('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' });
  expect(opened.database.query('select n from counted').get()).toEqual({ n: 8 });
  opened.close();
});
