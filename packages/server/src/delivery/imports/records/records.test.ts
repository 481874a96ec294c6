// Sorting more records than fit into memory, and lines of JSON.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leastProcessorMs } from '@stoa/testkit';
import { z } from 'zod';
import { ArchiveError } from '../archive-error.ts';
import { TopicNames } from '../content/topic-names.ts';
import { UniqueNames } from '../content/unique-names.ts';
import { memorySource } from '../memory-source.ts';
import { check, readLines } from './json-records.ts';
import { UNREPORTED } from './optional-fields.ts';
import { type KeyedRecord, sortRecords } from './sort-records.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'stoa-sort-'));
});
afterAll(() => rmSync(place, { recursive: true }));

async function* records(count: number): AsyncGenerator<KeyedRecord> {
  for (let at = 0; at < count; at++) yield { key: (at * 7919) % 101, json: JSON.stringify({ at, text: 'é "\n' }) };
}

describe('records of an archive', () => {
  it('[IR4] sorts more than fits into memory, and keeps the order of equal keys', async () => {
    const all = await Array.fromAsync(records(1000));
    const expected = all.sort((a, b) => a.key - b.key).map(({ json }) => json);
    expect(await Array.fromAsync(sortRecords(records(1000), place, 2000))).toEqual(expected);
    expect(await Array.fromAsync(sortRecords(records(1000), place))).toEqual(expected);
    expect(readdirSync(place)).toEqual([]);
  });

  it('[IR4] removes temporary files when a reader stops early or the source fails', async () => {
    for await (const _ of sortRecords(records(1000), place, 2000)) break;
    const failing = async function* () {
      yield* records(500);
      throw new Error('cut off');
    };
    await expect(Array.fromAsync(sortRecords(failing(), place, 2000))).rejects.toThrow('cut off');
    expect(readdirSync(place)).toEqual([]);
  });

  it('[IM902] are sorted in the scratch directory of their source, which only its owner can read', async () => {
    const scratch = join(place, 'work', 'scratch');
    for await (const _ of sortRecords(records(1000), scratch, 2000)) {
      expect(readdirSync(scratch)).toEqual([expect.stringMatching(/^sorted-/)]);
      expect(statSync(scratch).mode & 0o777).toBe(0o700);
      break;
    }
    expect(readdirSync(scratch)).toEqual([]);
    rmSync(join(place, 'work'), { recursive: true });
  });

  it('[IR4] sorts more runs than may be open at once', async () => {
    const all = await Array.fromAsync(records(700));
    const expected = all.sort((a, b) => a.key - b.key).map(({ json }) => json);
    expect(await Array.fromAsync(sortRecords(records(700), place, 700))).toEqual(expected);
    expect(readdirSync(place)).toEqual([]);
  });

  it('[IR15] keeps separators of lines that stand in texts', async () => {
    const texts = ['a\u2028b', '\u2029', 'c\u0085d', '\ufeff'];
    const source = async function* () {
      for (const [key, text] of texts.entries()) yield { key, json: JSON.stringify(text) };
    };
    const sorted = await Array.fromAsync(sortRecords(source(), place, 1));
    expect(sorted.map((json) => JSON.parse(json))).toEqual(texts);
  });

  it('[IR14] says in plain words what is wrong with a field', () => {
    const shape = z.object({ id: z.string(), at: z.object({ n: z.number().max(9) }), on: z.boolean() });
    const faults: [unknown, string][] = [
      [null, 'it must be an object, not null'],
      [[], 'it must be an object, not a list'],
      [{ at: { n: 1 }, on: true }, '"id": it is missing'],
      [{ id: 7, at: { n: 1 } }, '"id": it must be a text, not a number'],
      [{ id: '', at: { n: 'x' } }, '"at.n": it must be a number, not a text'],
      [{ id: '', at: { n: 1 }, on: {} }, '"on": it must be true or false, not an object'],
      [{ id: '', at: { n: 10 } }, '"at.n": it must be at most 9'],
    ];
    for (const [value, fault] of faults)
      expect(() => check(shape, value, 'a.json', 3, UNREPORTED)).toThrow(new ArchiveError(fault, 'a.json', 3));
  });

  it('[IR16] numbers many names of one kind in linear time', async () => {
    const topics = new TopicNames('rest');
    const channels = new UniqueNames();
    const took_ms = await leastProcessorMs(1000, async () => {
      for (let at = 0; at < 20_000; at++) {
        topics.add('channel', 'Build failed', 0);
        channels.add('general', 'team');
      }
    });
    expect(took_ms).toBeLessThan(1000);
  });

  it('[IR16] gives every name once, ignoring case', () => {
    const names = new UniqueNames();
    const given = [
      ['a', 'x'],
      ['A', 'x'],
      ['a', 'x'],
      ['A (x 3)', 'y'],
      ['a', 'x'],
    ].map(([name, hint]) => names.add(name!, hint!));
    expect(given).toEqual(['a', 'A (x)', 'a (x 2)', 'A (x 3)', 'a (x 4)']);
  });

  it('[IR6] names the line that is truncated or not UTF-8', async () => {
    const read = (text: string | Uint8Array) =>
      Array.fromAsync(readLines(memorySource({ 'a.jsonl': text }), 'a.jsonl'));
    expect(await read('{"a":1}\n\n[2]')).toEqual([
      { value: { a: 1 }, line: 1 },
      { value: [2], line: 3 },
    ]);
    await expect(read('1\n{"a":')).rejects.toThrow("a.jsonl, record 2: it isn't valid JSON, or it's incomplete");
    await expect(read(`1\n[${'[],'.repeat(200_000)}1]`)).rejects.toThrow('a.jsonl, record 2: it has too many parts');
    await expect(read(new Uint8Array([0x31, 0x0a, 0xff]))).rejects.toThrow("a.jsonl, record 2: it isn't UTF-8");
  });
});
