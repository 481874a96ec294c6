// Limits the memory of an import: the runtime collects garbage late while the machine has free memory, but an import of any size
// must stay below 300 MB. [IM44]
import { collectGarbageAbove } from '../../kit/runtime/release-memory.ts';
import { archiveFailure } from './archive-error.ts';

const MIB = 1024 * 1024;
/** `every`: records between checks; so many leave some megabytes of garbage. */
const collect = collectGarbageAbove({ from: 190 * MIB, to: 280 * MIB, every: 1000 });
/** The limit for what stays in memory of an archive: half a million channels with their names take less. [IM900] */
const MEMORY_MAX = 1536 * MIB;
let records = 0;
let is_bounded = false;

/** Call after each record read or written, or with the `count` of a batch. */
export function limitMemory(count = 1): void {
  records += count;
  const left = collect(records);
  if (is_bounded && left !== null && left > MEMORY_MAX) throw archiveFailure('memory', { count: MEMORY_MAX / MIB });
}

/** Refuses an archive whose people, channels, emoji and files take too much memory, while nothing of it is written. [IM900] */
export async function readWithinMemory<T>(read: () => Promise<T>): Promise<T> {
  is_bounded = true;
  try {
    return await read();
  } finally {
    is_bounded = false;
  }
}
