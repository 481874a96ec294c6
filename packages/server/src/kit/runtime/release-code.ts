// Gives back the memory of code that only the start needed. The runtime's parts that parse modules, connect them and compile them
// for the first time lie in its file, of which the system keeps in the process whatever it once touched; a released program's own
// code lies in the same file.
import { FFIType } from 'bun:ffi';
import { readFileSync } from 'node:fs';
import { openCLibrary } from './c-library.ts';

/** The pages are as in the file: they may go, and come back when they are touched. */
const MADV_DONTNEED = 4;
/** Pages that were changed stay, unless there is swap space. */
const MADV_PAGEOUT = 21;

export interface Advice {
  readonly from: bigint;
  readonly to: bigint;
  readonly advice: number;
}

/** The advice for each mapping of `file` in `smaps`, the list that Linux keeps of the memory of a process. */
export function adviceFor(smaps: string, file: string): Advice[] {
  const blocks = smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
  return blocks.flatMap((block) => {
    const [, from, to, write, path] = /^([0-9a-f]+)-([0-9a-f]+) r([w-])[x-]p \S+ \S+ \S+ +(.+)$/m.exec(block) ?? [];
    if (path !== file) return [];
    // Some are protected after they were changed.
    const is_unchanged = write === '-' && /^Anonymous: +0 kB$/m.test(block);
    const advice = is_unchanged ? MADV_DONTNEED : MADV_PAGEOUT;
    return [{ from: BigInt(`0x${from}`), to: BigInt(`0x${to}`), advice }];
  });
}

/** Read once: the runtime maps its file when it starts, and the list of a large process takes long to read. */
let advices: readonly Advice[] | null = null;

/**
 * Takes the program's file out of the resident memory of this process, in less than 10 ms. The system keeps what it has read of it
 * while memory is free, and maps a page again in a microsecond or so. Does nothing where that is not possible.
 */
export function releaseCode(): void {
  if (process.platform !== 'linux') return;
  try {
    advices ??= adviceFor(readFileSync('/proc/self/smaps', 'utf8'), process.execPath);
    const { symbols, close } = openCLibrary({
      madvise: { args: [FFIType.u64, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
    });
    for (const { from, to, advice } of advices) symbols.madvise(from, to - from, advice);
    close();
  } catch {
    // A system without /proc or without these libraries keeps the pages.
  }
}
