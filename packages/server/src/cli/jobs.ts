// `stoa jobs list`, `retry` and `drop`: work that the server promised and has not done yet.
import { type ChosenJobs, dropJobs, type ListedJob, listJobs, retryJobs } from '../kit/job-list.ts';
import { scrub } from '../kit/log/scrub.ts';
import { CommandError, UsageError } from './command.ts';
import type { JobsListValues, StoreValues } from './declarations.ts';
import { requireStore, withStore } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function jobsList(values: JobsListValues): Promise<number> {
  requireStore(values);
  const { failed: failed_only, limit } = values;
  await withStore(values, async ({ store, clock }) => {
    for (const job of await listJobs(store.db, { failed_only, limit })) show(job, clock.now(), values.json);
  });
  return 0;
}

function show(job: ListedJob, now: number, as_json: boolean): void {
  const { job_id, kind, attempts, url, run_at, failed_at } = job;
  const state = stateOf(job, now);
  const at = new Date(failed_at ?? run_at).toISOString();
  const error = job.error === null ? null : scrub(job.error);
  if (as_json) print(JSON.stringify({ job_id, kind, state, at, attempts, organization: url, error }));
  else printRow([job_id, kind, state, at, attempts, url, error ?? '']);
}

function stateOf({ failed_at, claimed_until, run_at }: ListedJob, now: number): string {
  if (failed_at !== null) return 'failed';
  if (claimed_until > now) return 'running';
  return run_at <= now ? 'due' : 'waiting';
}

export async function jobsRetry(values: StoreValues, [word]: readonly string[]): Promise<number> {
  const jobs = parseJobs(word!);
  requireStore(values);
  await withStore(values, async ({ writer }) => {
    const count = await writer.write(null, ({ tx, now }) => retryJobs(tx, now, jobs));
    print(`${described(jobs, count)} will be tried again.`);
  });
  return 0;
}

export async function jobsDrop(values: StoreValues, [word]: readonly string[]): Promise<number> {
  const jobs = parseJobs(word!);
  requireStore(values);
  await withStore(values, async ({ writer }) => {
    const count = await writer.write(null, ({ tx, now }) => dropJobs(tx, now, jobs));
    print(`${described(jobs, count)} will not be done.`);
  });
  return 0;
}

function parseJobs(word: string): ChosenJobs {
  if (word === 'failed') return word;
  if (!/^\d{1,15}$/.test(word)) throw new UsageError(`a job is an id or "failed", not "${word}"`);
  return Number(word);
}

function described(jobs: ChosenJobs, count: number): string {
  if (jobs === 'failed') return count === 1 ? '1 job' : `${count} jobs`;
  if (count === 0) throw new CommandError(`there is no job ${jobs}, or it is running now`);
  return `Job ${jobs}`;
}
