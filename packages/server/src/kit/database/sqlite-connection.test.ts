// Prepared statements of a connection to the embedded database, and opening it where files are read-only.
import { afterEach, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConnection } from './sqlite-connection.ts';
import { StoreCaches } from './store-caches.ts';

const connection = openConnection(':memory:', false, new StoreCaches());
afterEach(() => connection.close());

it('[DB41] prepares a long text for one use, which leaves the others prepared', async () => {
  const { database } = connection;
  const prepare = database.prepare.bind(database);
  let prepared = 0;
  let finalized = 0;
  database.prepare = ((text: string) => {
    const statement = prepare(text);
    const finalize = statement.finalize.bind(statement);
    statement.finalize = () => {
      finalized++;
      finalize();
    };
    prepared++;
    return statement;
  }) as typeof database.prepare;
  const short = () => connection.allOf('select 1 as one', []);
  const long = (n: number) => connection.allOf(`select ${n} as n -- ${'x'.repeat(30_000)}`, []);
  await short();
  for (let n = 0; n < 20; n++) expect(await long(n)).toEqual([{ n }]);
  expect([prepared, finalized]).toEqual([21, 20]);
  expect(await short()).toEqual([{ one: 1 }]);
  expect(prepared).toBe(21);
});

it('[DB62] makes its own files writable, and refuses those of another account', () => {
  // Root may write everything, so another account opens the database.
  const is_root = process.getuid!() === 0;
  const uid = is_root ? 65_534 : process.getuid!();
  const directory = mkdtempSync(join(tmpdir(), 'stoa-own-'));
  const path = join(directory, 'stoa.db');
  const script = `const { openSqlite } = await import('${import.meta.dirname}/sqlite.ts');
    const { sql } = await import('${import.meta.dirname}/sql.ts');
    const store = openSqlite('${path}');
    await store.transaction((tx) => tx.run(sql\`create table if not exists things (id integer)\`));
    await store.close();`;
  const open = () => spawnSync(process.execPath, ['-e', script], { uid, encoding: 'utf8', cwd: directory });
  try {
    chownSync(directory, uid, -1);
    expect(open()).toMatchObject({ status: 0, stderr: '' });
    for (const name of [path, `${path}-shm`, `${path}-wal`]) {
      writeFileSync(name, '', { flag: 'a' });
      chownSync(name, uid, -1);
      chmodSync(name, 0o400);
    }
    expect(open()).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    if (!is_root) return;
    chownSync(path, 0, -1);
    expect(open().stderr).toContain(`can't open the database ${path}: EPERM`);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
