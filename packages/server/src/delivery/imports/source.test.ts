// Archives as files: what is accepted, and what is refused.
import { afterAll, describe, expect, it } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tarOf, zipOf } from '@stoa/testkit';
import { packTar } from 'modern-tar';
import type { ArchiveSource } from './archive.ts';
import { jsonRecords } from './records/json-elements.ts';
import { readLines } from './records/json-records.ts';
import { openSource, type SourceLimits } from './source.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-imports-'));
const work = join(directory, 'work');
afterAll(() => rmSync(directory, { recursive: true }));

const LIMITS: SourceLimits = { files: 10, paths: 5000, bytes: 200_000_000, ratio: 100, disk_left: 0 };

function file(name: string, bytes: Buffer | string): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

const refusalOf = (path: string) =>
  openSource(path, work, LIMITS).then(
    async (source) => {
      await source.close();
      return 'it was opened';
    },
    (error: Error) => error.message,
  );

async function textOf(source: ArchiveSource, path: string): Promise<string> {
  return Buffer.from(await source.read(path)).toString();
}

describe('archives as files', () => {
  it('[IM2] reads directories, tars and zips alike', async () => {
    mkdirSync(join(directory, 'plain/a'), { recursive: true });
    writeFileSync(join(directory, 'plain/a/b.txt'), 'hello');
    const tar = await tarOf([['./a/b.txt', 'hello']]);
    for (const path of [
      join(directory, 'plain'),
      file('one.tar', tar),
      file('one.tar.gz', gzipSync(tar)),
      file('one.zip', zipOf([{ name: 'a/b.txt', body: 'hello' }])),
    ]) {
      const source = await openSource(path, work, LIMITS);
      expect(source.paths).toEqual(['a/b.txt']);
      expect(await textOf(source, 'a/b.txt')).toBe('hello');
      expect(source.size('a/c.txt')).toBeNull();
      await source.close();
    }
    expect(existsSync(work)).toBe(false);
  });

  it('[IM2] refuses paths that leave the archive', async () => {
    for (const name of ['../out.txt', '/etc/passwd', 'a/../../out.txt', 'a//b', 'C:/x'])
      expect(await refusalOf(file('bad.tar', await tarOf([[name, 'x']])))).toContain('leads outside');
    expect(await refusalOf(file('bad.zip', zipOf([{ name: '../out.txt', body: 'x' }])))).toContain('leads outside');
    expect(existsSync(join(directory, 'out.txt'))).toBe(false);
  });

  it('[IM2] refuses links, and two files of one path', async () => {
    const link = { name: 'link', type: 'symlink' as const, size: 0, linkname: '/etc/passwd' };
    expect(await refusalOf(file('link.tar', Buffer.from(await packTar([{ header: link }]))))).toContain('links');
    const zip = zipOf([{ name: 'link', body: '/etc/passwd', mode: 0o120777 }]);
    expect(await refusalOf(file('link.zip', zip))).toContain('links');
    mkdirSync(join(directory, 'linked'));
    symlinkSync('/etc/passwd', join(directory, 'linked/link'));
    expect(await refusalOf(join(directory, 'linked'))).toContain('links');
    const twice = await tarOf([
      ['a', '1'],
      ['a', '2'],
    ]);
    expect(await refusalOf(file('twice.tar', twice))).toContain('two files of this path');
  });

  it('[IM3] refuses archives that unpack to too much, and leaves nothing behind', async () => {
    const bomb = gzipSync(await tarOf([['zeros', Buffer.alloc(100_000_000)]]), { level: 9 });
    expect(await refusalOf(file('bomb.tar.gz', bomb))).toContain('more than 100 times its size');
    const large = zipOf([{ name: 'large', body: 'x', size: 2 ** 31 }]);
    expect(await refusalOf(file('large.zip', large))).toMatch(/unpacks to more than|size mismatch|mismatch/);
    const many = await tarOf(Array.from({ length: 11 }, (_, at) => [`file${at}`, 'x'] as const));
    expect(await refusalOf(file('many.tar', many))).toContain('more than 10 files');
    expect(existsSync(work)).toBe(false);
  });

  it('[IM3] counts bytes that belong to no file', async () => {
    const tar = await tarOf([['a', 'x']]);
    const bytes = gzipSync(Buffer.concat([tar, Buffer.alloc(68_000_000)]), { level: 1 });
    expect(await refusalOf(file('trailing.tar.gz', bytes))).toContain('more than 100 times its size');
  });

  it('[IM801] refuses paths that are long, or long together', async () => {
    const long = `${'a/'.repeat(520)}f`;
    for (const path of [
      file('long.tar', await tarOf([[long, 'x']])),
      file('long.zip', zipOf([{ name: long, body: '' }])),
    ])
      expect(await refusalOf(path)).toContain('longer than 1024 characters');
    const names = Array.from({ length: 6 }, (_, at) => [`${'b/'.repeat(450)}${at}`, 'x'] as const);
    expect(await refusalOf(file('paths.tar', await tarOf(names.slice(0, 5))))).toBe('it was opened');
    expect(await refusalOf(file('paths.tar', await tarOf(names)))).toContain('the archive has more than 5 files');
  });

  it('[IM802] unpacks nothing onto a disk that would be full, and leaves nothing behind', async () => {
    const path = file('whole.tar', await tarOf([['a', 'x']]));
    const opened = openSource(path, work, { ...LIMITS, disk_left: Number.MAX_SAFE_INTEGER });
    await expect(opened).rejects.toThrow('MiB free on the disk');
    expect(existsSync(work)).toBe(false);
  });

  it('[IM901] unpacks a compressed file once, however many parts of it are read', async () => {
    const path = file('parts.zip', zipOf([{ name: 'a', body: '0123456789' }]));
    const partOf = async (source: ArchiveSource, start: number, end: number) =>
      Buffer.concat(await Array.fromAsync(source.open('a', { start, end }))).toString();
    const source = await openSource(path, work, LIMITS);
    expect(await Promise.all([partOf(source, 2, 5), partOf(source, 0, 1)])).toEqual(['234', '0']);
    expect(await partOf(source, 5, 10)).toBe('56789');
    expect(readdirSync(work)).toEqual(['0']);
    await source.close();
    expect(existsSync(work)).toBe(false);
    const full = await openSource(path, work, { ...LIMITS, disk_left: Number.MAX_SAFE_INTEGER });
    await expect(partOf(full, 2, 5)).rejects.toThrow('MiB free on the disk');
    await full.close();
    expect(existsSync(work)).toBe(false);
  });

  it('[IM3] refuses truncated files and files that are no archive', async () => {
    const tar = gzipSync(await tarOf([['a', Buffer.from(crypto.getRandomValues(new Uint8Array(50_000)))]]));
    expect(await refusalOf(file('cut.tar.gz', tar.subarray(0, 20_000)))).toContain('incomplete or damaged');
    const zip = zipOf([{ name: 'a', body: 'hello' }]);
    expect(await refusalOf(file('cut.zip', zip.subarray(0, 40)))).toContain('incomplete or damaged');
    expect(await refusalOf(file('text', 'hello'))).toContain("isn't a .zip");
    expect(await refusalOf(join(directory, 'missing'))).toContain('there is no file');
  });
});

const sourceWith = (text: string | Buffer, size: number): ArchiveSource => {
  const bytes = Buffer.from(text as string);
  return {
    paths: ['x.json'],
    scratch: '/nowhere',
    size: () => bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
    read: async () => bytes,
  };
};

async function recordsOf(text: string | Buffer, size = 7) {
  const records: unknown[] = [];
  for await (const { table, index, value } of jsonRecords(sourceWith(text, size), 'x.json'))
    records.push([table, index, value]);
  return records;
}

describe('long files of records', () => {
  const tables = { a: [{ x: '}]"\\,é👍', y: [1, [2]] }, 3, 'te,xt'], b: [], c: { d: [1] }, e: null, 'f"': [[1], []] };

  it('[IM4] finds the same records wherever the chunk boundaries are', async () => {
    const expected = [
      ['a', 0, tables.a[0]],
      ['a', 1, 3],
      ['a', 2, 'te,xt'],
      ['c', 0, { d: [1] }],
      ['e', 0, null],
      ['f"', 0, [1]],
      ['f"', 1, []],
    ];
    for (const text of [JSON.stringify(tables), JSON.stringify(tables, null, 4)])
      for (let size = 1; size < 40; size++) expect(await recordsOf(text, size)).toEqual(expected);
    expect(await recordsOf('[{"a":1},\n{"a":2}]')).toEqual([
      ['', 0, { a: 1 }],
      ['', 1, { a: 2 }],
    ]);
    expect(await recordsOf('[]')).toEqual([]);
  });

  it('[IR15] skips a byte order mark, and says of other files that they are no JSON', async () => {
    expect(await recordsOf('\ufeff[1]', 1)).toEqual([['', 0, 1]]);
    await expect(recordsOf(Buffer.alloc(100))).rejects.toThrow('x.json: it is no JSON object or array');
    await expect(recordsOf(Buffer.from('\ufeff[1]', 'utf16le'))).rejects.toThrow(
      'x.json: it is no JSON object or array',
    );
  });

  it('[IR15] refuses records that are nested too deeply or have too many parts', async () => {
    const nested = (depth: number) => `{"a":[[], ${'['.repeat(depth)}${']'.repeat(depth)}]}`;
    expect(await recordsOf(nested(400), 1000)).toHaveLength(2);
    await expect(recordsOf(nested(600), 1000)).rejects.toThrow('x.json, record a[1]: it is nested too deeply');
    const parts = (count: number) => `[0, [${'[],'.repeat(count)}0]]`;
    expect(await recordsOf(parts(1000), 1000)).toHaveLength(2);
    await expect(recordsOf(parts(200_000), 60_000)).rejects.toThrow('x.json, record 2: it has too many parts');
  });

  it('[IM801] refuses records of countless values, and no text', async () => {
    const values = (count: number) => `[0, {"a":[${'1,'.repeat(count)}1]}]`;
    expect(await recordsOf(values(500_000), 60_000)).toHaveLength(2);
    await expect(recordsOf(values(600_001), 60_000)).rejects.toThrow('x.json, record 2: it has too many parts');
    const keys = `{"a":{${Array.from({ length: 310_000 }, (_, n) => `"${n}":1`).join()}}}`;
    await expect(recordsOf(keys, 60_000)).rejects.toThrow('x.json, record a[0]: it has too many parts');
    expect(await recordsOf(`["${',:'.repeat(700_000)}"]`, 60_000)).toHaveLength(1);
    // Each has few.
    expect(await recordsOf(`[${'[1,2],'.repeat(300_000)}3]`, 60_000)).toHaveLength(300_001);
    const line = (count: number) =>
      Array.fromAsync(readLines(sourceWith(`[${'1,'.repeat(count)}1]`, 60_000), 'x.json'));
    expect(await line(900_000)).toHaveLength(1);
    await expect(line(1_000_001)).rejects.toThrow('x.json, record 1: it has too many parts');
  });

  it('[IM4] names the invalid record', async () => {
    await expect(recordsOf('{"a":[1, nope]}')).rejects.toThrow(
      "x.json, record a[1]: it isn't valid JSON, or it's incomplete",
    );
    await expect(recordsOf(Buffer.from('7b2261223a5b22ff225d7d', 'hex'))).rejects.toThrow(
      "x.json, record a[0]: it isn't UTF-8",
    );
    await expect(recordsOf('{"a":[1,')).rejects.toThrow('x.json: the file is incomplete or has another format');
    await expect(recordsOf('[1] [2]')).rejects.toThrow('after the end');
    await expect(recordsOf('')).rejects.toThrow('incomplete');
  });
});
