// Commands on data that a move has left behind or has not finished yet, and a backup of data of another version.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stoaInProcess } from './stoa-in-process.ts';

let directory: string;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-moved-'));
  const who = ['--org', 'Moved', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', 'http://moved.example'];
  expect(await stoaInProcess(['init', '--data', at('served'), ...who])).toMatchObject({ code: 0 });
  expect(await stoaInProcess(['backup', '--data', at('served'), at('backups')])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A copy of the data with the mark that a move leaves there. */
function withMark(name: string, mark: string): string {
  cpSync(at('served'), at(name), { recursive: true });
  const database = new Database(join(at(name), 'stoa.db'));
  database.exec('create table store_copy (name text primary key, value text not null)');
  database.query('insert into store_copy values (?, ?)').run(mark, '2026-11-22T19:30:00.000Z');
  database.close();
  return at(name);
}

describe('data that was moved', () => {
  it('[EN700] backs up neither a source that has been moved nor an unfinished copy, and removes no earlier backup', async () => {
    for (const [mark, words] of [
      [
        'moved_at',
        /^stoa: everything in this database was moved to another one on 2026-11-22\S+: serve that one; [^\n]+\n$/,
      ],
      ['target', /^stoa: the database is a copy that is not finished: [^\n]+\n$/],
    ] as const) {
      const data = withMark(`backed-up-${mark}`, mark);
      const { code, stderr } = await stoaInProcess(['backup', '--data', data, at('backups'), '--keep', '1d']);
      expect(stderr).toMatch(words);
      expect(code).toBe(1);
      expect(await stoaInProcess(['backup', '--data', data, at(`new-${mark}`)])).toMatchObject({ code: 1 });
      expect(existsSync(join(at(`new-${mark}`), 'files'))).toBe(false);
    }
    expect(await stoaInProcess(['restore', '--data', at('restored'), at('backups')])).toMatchObject({ code: 0 });
  });

  it('[EN700] is reported by the checks of the data and by the doctor', async () => {
    const data = withMark('checked', 'moved_at');
    const checked = await stoaInProcess(['check', '--data', data]);
    expect(checked.stdout).toMatch(/^WRONG the data is what is served: 1\n {8}everything in this database was moved/m);
    expect(checked.code).toBe(1);
    const examined = await stoaInProcess(['doctor', '--data', data]);
    expect(examined.stdout).toMatch(/^fail {2}database: everything in this database was moved to another one/m);
    expect(examined.code).toBe(1);
  });
});

describe('data of another version', () => {
  it('[BU701] is backed up only by the program that it is from', async () => {
    const data = at('older');
    cpSync(at('served'), data, { recursive: true });
    const database = new Database(join(data, 'stoa.db'));
    database.exec('delete from schema_version where version = (select max(version) from schema_version)');
    database.exec('drop table personal_exports');
    database.close();
    const { code, stderr } = await stoaInProcess(['backup', '--data', data, at('of-older')]);
    expect(stderr).toMatch(
      /^stoa: the data in \S+ has schema version \d+, and this program has \d+: back it up with the program that last served it, [^\n]+\n$/,
    );
    expect([code, existsSync(at('of-older'))]).toEqual([1, false]);
  });
});
