// Releases memory earlier than the runtime would: when the process rests, because the runtime collects only while something
// allocates; after the start; and in long work that must stay small.

import { edenGC } from 'bun:jsc';
import { existsSync, readFileSync } from 'node:fs';
import { releaseCode } from './release-code.ts';

const LOOK_EVERY_MS = 2000;
/** Due when the number of requests in progress has changed by this many, because who waits or left allocates nothing. */
const CROWD = 500;
/** Due when the process has grown by this much, in bytes: broken uploads and responses that nobody reads are large. */
const GROWTH = 32e6;
/** Due also when it has grown by this much ... */
const CREEP = 8e6;
/** ... and the last collection was as many looks ago: garbage of light traffic stays for hours otherwise, and looks like a leak. */
const CREEP_LOOKS = (5 * 60_000) / LOOK_EVERY_MS;
/** In cores. A process that works more collects by itself, and would make its clients wait. */
const REST = 0.15;
/** The least growth after a collection that leads to the next one, as a share of the bound. */
const GROWTH_MIN = 0.03;
/** The same above the bound, as a share of what is in use: a collection takes time for all of that. */
const GROWTH_BEYOND = 0.1;
/** Linux tells the parts of resident memory here. */
const STATUS = '/proc/self/status';
/** The first collection finds garbage, the second returns its memory to the system. */
const COLLECTIONS = 2;

export interface ProcessState {
  /** Requests in progress. */
  readonly pending: number;
  /** Resident memory in bytes, without pages of files: code comes and goes. */
  readonly resident: number;
  /** Cores used since the last look. */
  readonly cores: number;
}

/** Collects when the process rests, after a crowd of clients has come or left or memory has grown, the start included. */
export function collectGarbageAtRest(collect: () => unknown): (state: ProcessState) => void {
  let settled = { pending: 0, resident: 0 };
  let looks = 0;
  let last = 0;
  let due = 0;
  return ({ pending, resident, cores }) => {
    looks++;
    const is_moving = Math.abs(pending - last) >= CROWD;
    last = pending;
    if (due === 0) {
      // Memory that was collected is returned to the system a while later.
      settled.resident = Math.min(settled.resident || resident, resident);
      const is_crowd = Math.abs(pending - settled.pending) >= CROWD;
      const growth = resident - settled.resident;
      if (is_crowd || growth >= (looks >= CREEP_LOOKS ? CREEP : GROWTH)) due = COLLECTIONS;
    }
    if (due === 0 || is_moving || cores > REST) return;
    collect();
    due--;
    looks = 0;
    settled = { pending, resident };
  };
}

/** The code that the start compiled is not needed again, and takes 7 MB with what else it left behind. */
export function releaseMemoryOfStart(): void {
  Bun.shrink();
  releaseCode();
}

/** Where the system does not tell its parts, all of it; null while it tells nothing, as without a free descriptor. */
export function residentBytes(path = STATUS): number | null {
  try {
    const status = existsSync(path) ? readFileSync(path, 'latin1') : '';
    const anonymous_kb = /^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1];
    return anonymous_kb === undefined ? process.memoryUsage.rss() : Number(anonymous_kb) * 1024;
  } catch {
    return null;
  }
}

/** Watches the process until it ends. */
export function releaseMemoryAtRest(pending: () => number): void {
  // Takes less than a tenth of a second with ten thousand polls. One that runs beside the process would free nothing at rest.
  const look = collectGarbageAtRest(() => {
    Bun.gc(true);
    releaseCode();
  });
  let since = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(since);
    since = process.cpuUsage();
    const cores = (user + system) / 1000 / LOOK_EVERY_MS;
    const resident = residentBytes();
    if (resident !== null) look({ pending: pending(), resident, cores });
  }, LOOK_EVERY_MS);
  timer.unref();
}

/**
 * Collects the young garbage whenever `step` more of something that stays have come. The memory of what stays would otherwise lie
 * scattered between the garbage of the calls that made it, and no block of it could be returned.
 */
export function youngGarbageCollector(step: number, collect: () => unknown = edenGC): (present: number) => void {
  let collected = 0;
  return (present) => {
    collected = Math.min(collected, present);
    if (present - collected < step) return;
    collected = present;
    collect();
  };
}

/**
 * Checks the memory of the process after every `every` steps, and collects garbage if it is above `from` bytes, again when it
 * has grown by a third of what is left up to `to`: while memory is free the runtime collects late, and an import of any size must
 * stay small. Returns what a collection has left in use, in bytes, or null if none was due.
 */
export function collectGarbageAbove(
  { from, to, every }: { readonly from: number; readonly to: number; readonly every: number },
  memory = () => process.memoryUsage.rss(),
  collect: () => unknown = () => Bun.gc(true),
): (done: number) => number | null {
  let last = 0;
  let enough = from;
  return (done) => {
    if (done - last < every) return null;
    last = done;
    if (memory() <= enough) return null;
    collect();
    // A second collection returns memory to the system: only large archives need it.
    if (memory() > from) collect();
    // Memory in use can't be collected, and free memory may not be returned yet: collecting again at once would take long.
    const now = memory();
    const growth = now > to ? now * GROWTH_BEYOND : Math.max((to - now) / 3, to * GROWTH_MIN);
    enough = Math.max(from, now + growth);
    return now;
  };
}
