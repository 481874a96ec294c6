// How much CPU the generator and the measured process used during a row, to judge whether a figure is limited by the server
// or by a full machine. Linux only (/proc), like the benchmark.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // USER_HZ, fixed for user space on every Linux port we run on
const PAGE_BYTES = 4096;

/** The process and all its descendants: a launcher in front of the server is part of the command's cost. */
export function processTree(pid: number): number[] {
  const found = [pid];
  for (let i = 0; i < found.length; i++) {
    try {
      for (const task of readdirSync(`/proc/${found[i]}/task`)) {
        const children = readFileSync(`/proc/${found[i]}/task/${task}/children`, 'utf8').trim();
        if (children !== '') found.push(...children.split(' ').map(Number));
      }
    } catch {
      // A process that has ended meanwhile has no children.
    }
  }
  return found;
}

/** A process that has ended meanwhile counts nothing. */
export function sumOver(pid: number, count: (pid: number) => number): number {
  let sum = 0;
  for (const child of processTree(pid)) {
    try {
      sum += count(child);
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return sum;
}

function cpuSeconds(pid: number): number {
  // The command name may contain spaces and brackets, so count fields from the last closing bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Its own time, and that of its children that have ended.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** `statm` has the size, the resident pages, and those of them that are of files. */
function residentPages(pid: number): { all: number; of_files: number } {
  const [, all, of_files] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return { all: all!, of_files: of_files! };
}

const rssBytes = (pid: number) => residentPages(pid).all * PAGE_BYTES;

function ownBytes(pid: number): number {
  const { all, of_files } = residentPages(pid);
  return (all - of_files) * PAGE_BYTES;
}

export const treeCpuSeconds = (pid: number): number => sumOver(pid, cpuSeconds);

export const treeRssBytes = (pid: number): number => sumOver(pid, rssBytes);

/** Without pages of files: code is mapped when it is used, and unmapped when the server rests. */
export const treeOwnBytes = (pid: number): number => sumOver(pid, ownBytes);

export interface CpuShare {
  /** Cores used; 1 is one full core. */
  generator: number;
  server: number;
}

/** Adds up intervals of one row: `const end = meter.begin(pid); ...; end()`. */
export class CpuMeter {
  private wall = 0;
  private generator = 0;
  private server = 0;

  begin(serverPid: number): () => void {
    const startedAt = performance.now();
    const own = process.cpuUsage();
    const theirs = treeCpuSeconds(serverPid);
    return () => {
      const used = process.cpuUsage(own);
      this.generator += (used.user + used.system) / 1e6;
      this.server += treeCpuSeconds(serverPid) - theirs;
      this.wall += (performance.now() - startedAt) / 1000;
    };
  }

  /** For load in another process, which reports its own CPU seconds. */
  add(wallSeconds: number, generatorSeconds: number, serverSeconds: number): void {
    this.wall += wallSeconds;
    this.generator += generatorSeconds;
    this.server += serverSeconds;
  }

  /** CPU time of the server per operation: the figure least distorted by a busy machine. */
  serverMicroseconds(operations: number): string {
    return `${Math.round((this.server / operations) * 1e6)} us of server CPU each`;
  }

  share(): CpuShare | undefined {
    if (this.wall === 0) return undefined;
    return { generator: this.generator / this.wall, server: this.server / this.wall };
  }
}
