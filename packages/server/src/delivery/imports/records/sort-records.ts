// Sorts more records than fit into memory: runs sorted in memory are written to temporary files and merged.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limitMemory } from '../memory-limit.ts';
import { splitLines } from './json-records.ts';

/** A record as JSON text without line ends. */
export interface KeyedRecord {
  readonly key: number;
  readonly json: string;
}

/** Characters in memory at a time, and in a run on disk. */
const RUN_MAX = 16 * 1024 * 1024;
/** Characters counted per record besides its text. */
const OVERHEAD = 100;
/** Converting a sorted record leaves as much garbage as reading this many records. */
const CONVERTED = 3;
const WRITTEN_AT_ONCE = 256 * 1024;
/** Runs open at a time; when there are as many, they are merged into one. */
const RUNS_MAX = 50;

const decoder = new TextDecoder();

async function newDirectory(scratch: string): Promise<string> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  return mkdtemp(join(scratch, 'sorted-'));
}

/** Sorts by key; records with the same key keep their order. `scratch`: that of their source, because they are as private as that. [IM902] */
export async function* sortRecords(
  records: AsyncIterable<KeyedRecord>,
  scratch: string,
  run_max = RUN_MAX,
): AsyncGenerator<string> {
  let run: KeyedRecord[] = [];
  let size = 0;
  let directory: string | null = null;
  let runs: string[] = [];
  let written = 0;
  try {
    for await (const record of records) {
      run.push(record);
      size += record.json.length + OVERHEAD;
      if (size < run_max) continue;
      directory ??= await newDirectory(scratch);
      runs.push(join(directory, String(written++)));
      await writeRun(runs.at(-1)!, sorted(run));
      run = [];
      size = 0;
      if (runs.length < RUNS_MAX) continue;
      const merged = join(directory, String(written++));
      await writeRun(merged, merge(runs.map(readRun)));
      for (const path of runs) await rm(path);
      runs = [merged];
    }
    const all = runs.length === 0 ? sorted(run) : merge([...runs.map(readRun), inMemory(sorted(run))]);
    for await (const { json } of all) {
      limitMemory(CONVERTED);
      yield json;
    }
  } finally {
    if (directory !== null) await rm(directory, { recursive: true, force: true });
  }
}

const sorted = (run: KeyedRecord[]) => run.sort((a, b) => a.key - b.key);

async function writeRun(path: string, run: Iterable<KeyedRecord> | AsyncIterable<KeyedRecord>): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  let text = '';
  for await (const { key, json } of run) {
    text += `${key} ${json}\n`;
    if (text.length < WRITTEN_AT_ONCE) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}

async function* readRun(path: string): AsyncGenerator<KeyedRecord> {
  for await (const bytes of splitLines(createReadStream(path), path, Number.POSITIVE_INFINITY)) {
    const line = decoder.decode(bytes);
    const space = line.indexOf(' ');
    yield { key: Number(line.slice(0, space)), json: line.slice(space + 1) };
  }
}

async function* inMemory(run: readonly KeyedRecord[]): AsyncGenerator<KeyedRecord> {
  yield* run;
}

/** The earlier run goes first among equals. */
async function* merge(runs: readonly AsyncGenerator<KeyedRecord>[]): AsyncGenerator<KeyedRecord> {
  const heads = await Promise.all(runs.map(async (run, index) => ({ run, index, next: await run.next() })));
  const heap = heads.filter(({ next }) => !next.done);
  try {
    while (heap.length > 0) {
      let least = heap[0]!;
      for (const head of heap) {
        const difference = head.next.value!.key - least.next.value!.key;
        if (difference < 0 || (difference === 0 && head.index < least.index)) least = head;
      }
      yield least.next.value!;
      least.next = await least.run.next();
      if (least.next.done) heap.splice(heap.indexOf(least), 1);
    }
  } finally {
    for (const { run } of heads) await run.return(undefined);
  }
}
