// What a process and its descendants hold in memory, whatever else runs on the machine. Linux only (/proc).
import { readFileSync } from 'node:fs';
import { sumOver } from './cpu-share.ts';

const MAPPING = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$/;
const FIGURE = /^(Rss|Pss|Anonymous): +(\d+) kB$/;

export interface Mapped {
  /** Of its own: not backed by a file. Pages that processes of the tree share by a fork are divided among them. */
  own: number;
  /** By file. */
  readonly files: Map<string, number>;
}

/** Adds up the text of a process's `smaps`, in bytes. */
export function mappedBytes(smaps: string): Mapped {
  const sum: Mapped = { own: 0, files: new Map() };
  let file: string | null = null;
  for (const line of smaps.split('\n')) {
    const figure = FIGURE.exec(line);
    if (figure === null) {
      const name = MAPPING.exec(line)?.[1];
      if (name !== undefined) file = name.startsWith('/') ? name : null;
      continue;
    }
    const [kind, bytes] = [figure[1], Number(figure[2]) * 1024];
    if (file === null) sum.own += kind === 'Pss' ? bytes : 0;
    else if (kind === 'Anonymous') {
      sum.own += bytes;
      sum.files.set(file, sum.files.get(file)! - bytes);
    } else if (kind === 'Rss') sum.files.set(file, (sum.files.get(file) ?? 0) + bytes);
  }
  return sum;
}

/**
 * Pages of a file count once, as many as the process that has most: dividing them among all that map the file, as the system
 * does, would subtract memory when somebody else starts the same program, and add it when they leave.
 */
export function treeMemoryBytes(pid: number): number {
  const files = new Map<string, number>();
  const own = sumOver(pid, (process) => {
    const mapped = mappedBytes(readFileSync(`/proc/${process}/smaps`, 'utf8'));
    for (const [file, bytes] of mapped.files) files.set(file, Math.max(bytes, files.get(file) ?? 0));
    return mapped.own;
  });
  return [...files.values()].reduce((sum, bytes) => sum + bytes, own);
}
