// GET /live and GET /ready, for supervisors and load balancers. Anybody may ask, so answers have only figures and sentences of our own.

import { statfs } from 'node:fs/promises';
import { sql } from '../kit/database/sql.ts';
import type { FileStore } from '../kit/files/file-store.ts';
import { answer, type Page } from '../kit/http/pages/page.ts';
import type { JobRunner } from '../kit/jobs/jobs.ts';
import { cachedFor } from '../kit/time/cached-for.ts';
import type { Clock } from '../kit/time/clock.ts';
import { inTime } from '../kit/time/time-limit.ts';
import type { HealthSources } from './health.ts';

const TIMEOUT_MS = 2000;
/** A write that waits longer is stuck behind a lock, a missing standby or a disk. */
const WRITE_TIMEOUT_MS = 4000;
/** Checks that call another service run at most this often, however many requests come. */
const CACHED_MS = 3000;
const MIB = 1024 * 1024;
const ROOM_NEEDED = 64 * MIB;
const ROOM_WANTED = 512 * MIB;
const JOBS_LATE_MS = 5 * 60_000;
const JOBS_COUNTED = 10_000;
const RETRY_SECS = 5;
const headers = { 'cache-control': 'no-store' };

/** `warn` needs attention, but the server can take requests. */
export interface Check {
  readonly status: 'pass' | 'warn' | 'fail';
  /** Names include the unit. */
  readonly [figure: string]: string | number;
}

export interface ReadinessSources extends HealthSources {
  readonly clock: Clock;
  readonly jobs: Pick<JobRunner, 'backlog'>;
  readonly files: Pick<FileStore, 'check'>;
  /** The data directory. */
  readonly data: string;
  /** Whether the server is about to stop. */
  isDraining(): boolean;
}

/** Answers as long as the process runs, whatever the state of the store. [PG9] */
export const live: Page = () => answer(JSON.stringify({ result: 'success', msg: '' }), 'application/json', { headers });

const FAILED: Check = { status: 'fail' };
const passed = (): Check => ({ status: 'pass' });
const passOrFail = (is_well: boolean): Check => ({ status: is_well ? 'pass' : 'fail' });

async function checkDisk(data: string): Promise<Check> {
  const { bavail, bsize } = await statfs(data);
  const free = bavail * bsize;
  const status = free < ROOM_NEEDED ? 'fail' : free < ROOM_WANTED ? 'warn' : 'pass';
  return { status, free_mib: Math.floor(free / MIB) };
}

/** Late jobs only warn: all nodes share the jobs, and one node fewer would delay them further. */
async function checkJobs(jobs: ReadinessSources['jobs']): Promise<Check> {
  const { late, oldest_ms } = await jobs.backlog(JOBS_LATE_MS, JOBS_COUNTED);
  return { status: late > 0 ? 'warn' : 'pass', late, oldest_secs: Math.floor(oldest_ms / 1000) };
}

function checkWrites({ writer }: ReadinessSources): Check {
  const { oldest_wait_ms, is_taking } = writer;
  return { ...passOrFail(is_taking && oldest_wait_ms < WRITE_TIMEOUT_MS), oldest_wait_ms: Math.floor(oldest_wait_ms) };
}

export type Readiness = () => Promise<(readonly [name: string, check: Check])[]>;

/** The checks of a server, each with its figures. */
export function readiness(parts: ReadinessSources, timeout_ms = TIMEOUT_MS): Readiness {
  const { store, files, data, jobs } = parts;
  /** A check that throws or exceeds its time limit has failed. */
  const bounded = (ask: () => Promise<Check>) =>
    cachedFor(parts.clock, CACHED_MS, () => inTime(ask(), timeout_ms, FAILED));
  const askers: Record<string, () => Check | Promise<Check>> = {
    serving: () => passOrFail(!parts.isDraining()),
    store: () => inTime(store.db.get(sql`select count(*) as realms from realms`).then(passed), timeout_ms, FAILED),
    writes: () => checkWrites(parts),
    files: bounded(() => files.check().then(passed)),
    disk: bounded(() => checkDisk(data)),
    jobs: bounded(() => checkJobs(jobs)),
  };
  return () => Promise.all(Object.entries(askers).map(async ([name, ask]) => [name, await ask()] as const));
}

/** 200 if every check passes or warns, otherwise 503; each check is named with its figures. [PG10] */
export function ready(ask: Readiness): Page {
  return async () => {
    const found = await ask();
    const failed = found.filter(([, { status }]) => status === 'fail').map(([name]) => name);
    const checks = Object.fromEntries(found);
    if (failed.length === 0)
      return answer(JSON.stringify({ result: 'success', msg: '', checks }), 'application/json', { headers });
    const body = { result: 'error', msg: `Not ready: ${failed.join(', ')}`, code: 'NOT_READY', checks };
    return answer(JSON.stringify(body), 'application/json', {
      status: 503,
      headers: { ...headers, 'retry-after': String(RETRY_SECS) },
    });
  };
}
