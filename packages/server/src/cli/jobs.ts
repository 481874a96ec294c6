// `stoa jobs list`, `retry` and `drop`: work that the server promised and has not done yet.

import { type ChosenJobs, dropJobs, type ListedJob, listJobs, retryJobs } from '../kit/jobs/job-list.ts';
import { scrub } from '../kit/logging/scrub.ts';
import { plural } from '../kit/text/plural.ts';
import { CommandError, UsageError } from './command.ts';
import type { JobsListValues, StoreValues } from './declarations.ts';
import { requireStore, withStore, withStoreToRead } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function jobsList(values: JobsListValues): Promise<number> {
  const { failed: failed_only, limit } = values;
  await withStoreToRead(values, async (db) => {
    for (const job of await listJobs(db, { failed_only, limit })) show(job, Date.now(), values.json);
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

const changing =
  (change: typeof retryJobs, outcome: string) =>
  async (values: StoreValues, [word]: readonly string[]): Promise<number> => {
    const jobs = parseJobs(word!);
    requireStore(values);
    await withStore(values, async ({ writer }) => {
      const count = await writer.write(null, ({ tx, now }) => change(tx, now, jobs));
      print(`${described(jobs, count)} ${outcome}.`);
    });
    return 0;
  };

export const jobsRetry = changing(retryJobs, 'will be tried again');
export const jobsDrop = changing(dropJobs, 'will not be done');

function parseJobs(word: string): ChosenJobs {
  if (word === 'failed') return word;
  if (!/^\d{1,15}$/.test(word)) throw new UsageError(`a job is an id or "failed", not "${word}"`);
  return Number(word);
}

function described(jobs: ChosenJobs, count: number): string {
  if (jobs === 'failed') return plural(count, 'job');
  if (count === 0) throw new CommandError(`there is no job ${jobs}, or it is running now`);
  return `Job ${jobs}`;
}
