// Rebuilds the disk as a power cut would leave it: everything up to the last sync of each file, and any part of what was written after it.
import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '@stoa/testkit';
import type { Message } from './checker.ts';

const FILES = ['stoa.db', 'stoa.db-wal'] as const;
const HEAD = 32;
const SECTOR = 512;
const KINDS = { 1: 'write', 2: 'sync', 3: 'truncate' } as const;

interface Operation {
  readonly at_us: number;
  readonly kind: 'write' | 'sync' | 'truncate';
  readonly file: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export function readOperations(log: string): Operation[] {
  const bytes = readFileSync(log);
  const operations: Operation[] = [];
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const kind = KINDS[bytes.readUInt32LE(at + 8) as 1 | 2 | 3];
    const length = kind === 'write' ? Number(bytes.readBigUInt64LE(at + 24)) : 0;
    operations.push({
      at_us: Number(bytes.readBigUInt64LE(at)),
      kind,
      file: bytes.readUInt32LE(at + 12),
      offset: Number(bytes.readBigUInt64LE(at + 16)),
      bytes: bytes.subarray(at + HEAD, at + HEAD + length),
    });
    at += HEAD + length;
  }
  return operations;
}

/** Writes into `into` what the disk has if the power goes after the first `count` operations. `before`: the files as they were at the start. */
export function cutPower(
  operations: readonly Operation[],
  count: number,
  before: string,
  into: string,
  random: SeededRandom,
): void {
  FILES.forEach((name, file) => {
    const first = existsSync(join(before, name)) ? readFileSync(join(before, name)) : Buffer.alloc(0);
    const own = operations.slice(0, count).filter((each) => each.file === file);
    const synced = own.findLastIndex(({ kind }) => kind === 'sync');
    const bytes = Buffer.alloc(Math.max(first.length, ...own.map(({ offset, bytes }) => offset + bytes.length)));
    let { length } = first;
    bytes.set(first);
    own.forEach(({ kind, offset, bytes: all }, at) => {
      if (kind === 'truncate') {
        bytes.fill(0, offset, length);
        length = offset;
      }
      if (kind !== 'write') return;
      let written = all;
      if (at > synced) {
        const fate = random.below(3);
        if (fate === 0) return;
        if (fate === 1) written = written.subarray(0, SECTOR * random.below(written.length / SECTOR + 1));
      }
      length = Math.max(length, offset + written.length);
      bytes.set(written, offset);
    });
    if (length > 0) writeFileSync(join(into, name), bytes.subarray(0, length));
  });
  for (const name of ['secret', 'zuliprc']) copyFileSync(join(before, name), join(into, name));
}

/** Opens the database as the next start would, and returns its messages. Throws if it is damaged. */
export function openAfterCut(data: string): Message[] {
  const database = new Database(join(data, 'stoa.db'));
  try {
    const [{ integrity_check }] = database.query('pragma integrity_check').all() as [{ integrity_check: string }];
    if (integrity_check !== 'ok') throw new Error(`the database is damaged: ${integrity_check}`);
    return database.query('select id, content from messages order by id').all() as Message[];
  } finally {
    database.close();
  }
}
