// Sorting more records than fit into memory, and lines of JSON.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memorySource } from '../memory-source.ts';
import { readLines } from './json-records.ts';
import { type KeyedRecord, sortRecords } from './sort-records.ts';

let place: string;
const outer = process.env.TMPDIR;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'stoa-sort-'));
  process.env.TMPDIR = place;
});
afterAll(() => {
  if (outer === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outer;
  rmSync(place, { recursive: true });
});

async function* records(count: number): AsyncGenerator<KeyedRecord> {
  for (let at = 0; at < count; at++) yield { key: (at * 7919) % 101, json: JSON.stringify({ at, text: 'é "\n' }) };
}

describe('records of an archive', () => {
  it('[IR4] sorts more than fits into memory, and keeps the order of equal keys', async () => {
    const all = await Array.fromAsync(records(1000));
    const expected = all.sort((a, b) => a.key - b.key).map(({ json }) => json);
    expect(await Array.fromAsync(sortRecords(records(1000), 2000))).toEqual(expected);
    expect(await Array.fromAsync(sortRecords(records(1000)))).toEqual(expected);
    expect(readdirSync(place)).toEqual([]);
  });

  it('[IR4] removes temporary files when a reader stops early or the source fails', async () => {
    for await (const _ of sortRecords(records(1000), 2000)) break;
    const failing = async function* () {
      yield* records(500);
      throw new Error('cut off');
    };
    await expect(Array.fromAsync(sortRecords(failing(), 2000))).rejects.toThrow('cut off');
    expect(readdirSync(place)).toEqual([]);
  });

  it('[IR6] names the line that is truncated or not UTF-8', async () => {
    const read = (text: string | Uint8Array) =>
      Array.fromAsync(readLines(memorySource({ 'a.jsonl': text }), 'a.jsonl'));
    expect(await read('{"a":1}\n\n[2]')).toEqual([
      { value: { a: 1 }, line: 1 },
      { value: [2], line: 3 },
    ]);
    await expect(read('1\n{"a":')).rejects.toThrow("a.jsonl, record 2: it isn't valid JSON, or is cut off");
    await expect(read(new Uint8Array([0x31, 0x0a, 0xff]))).rejects.toThrow("a.jsonl, record 2: it isn't UTF-8");
  });
});
