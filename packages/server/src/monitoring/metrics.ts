// Counters and histograms of the server's work. Labels have a fixed number of values: endpoints, kinds, statuses; never people,
// organizations or paths. [MO1]
import Counter from 'prom-client/lib/counter.js';
import Histogram from 'prom-client/lib/histogram.js';
import RegistryModule from 'prom-client/lib/registry.js';
import type { DeliveryListener } from '../feed/waiting-polls.ts';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import type { FileListener } from '../kit/files/open-files.ts';
import type { ResponseListener } from '../kit/http/observers/request-observer.ts';
import type { AttemptListener } from '../kit/jobs/jobs.ts';
import type { CommitGroupListener } from '../kit/write/write.ts';
import { Distribution, sampledCounter, sampledHistogram } from './sampled-metrics.ts';

const POLL = 'get-events';
const REQUEST_SECS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30];
const COMMIT_SECS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10];
const DELIVERY_SECS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const JOB_SECS = [0.01, 0.05, 0.25, 1, 5, 30, 120];

interface Answers {
  readonly statuses: Map<number, number>;
  readonly secs: Distribution;
}

const newAnswers = (): Answers => ({ statuses: new Map(), secs: new Distribution(REQUEST_SECS) });

export class Metrics {
  readonly registry = new RegistryModule();
  private readonly answers = new Map<string, Answers>();
  private readonly delivery_secs = new Distribution(DELIVERY_SECS);
  private readonly parts = { registers: [this.registry] };

  private readonly commit_writes = new Histogram({
    name: 'stoa_commit_writes',
    help: 'Writes that shared a commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    ...this.parts,
  });
  private readonly commit_secs = new Histogram({
    name: 'stoa_commit_duration_seconds',
    help: 'Time of a commit, from its first statement until it is on disk.',
    buckets: COMMIT_SECS,
    ...this.parts,
  });
  private readonly commit_wait_secs = new Histogram({
    name: 'stoa_commit_wait_seconds',
    help: 'How long the first write of a commit waited for it to begin.',
    buckets: COMMIT_SECS,
    ...this.parts,
  });
  private readonly failed_commits = new Counter({
    name: 'stoa_commits_failed_total',
    help: 'Commits that the store refused.',
    ...this.parts,
  });
  private readonly attempts = new Counter({
    name: 'stoa_job_attempts_total',
    help: 'Attempts of jobs by kind (mail and push are kinds) and outcome: done, failed (another follows) or given_up.',
    labelNames: ['kind', 'outcome'],
    ...this.parts,
  });
  private readonly job_secs = new Histogram({
    name: 'stoa_job_duration_seconds',
    help: 'Time of an attempt of a job.',
    labelNames: ['kind'],
    buckets: JOB_SECS,
    ...this.parts,
  });
  private readonly file_operations = new Counter({
    name: 'stoa_file_operations_total',
    help: 'Operations on the store of uploaded files by kind and outcome.',
    labelNames: ['operation', 'outcome'],
    ...this.parts,
  });
  private readonly file_secs = new Histogram({
    name: 'stoa_file_operation_duration_seconds',
    help: 'Time of an operation on the store of uploaded files; of reading, until the first byte.',
    labelNames: ['operation'],
    buckets: JOB_SECS,
    ...this.parts,
  });

  constructor() {
    const requests = () =>
      [...this.answers].flatMap(([endpoint, { statuses }]) =>
        [...statuses].map(([status, count]) => [{ endpoint, status }, count] as const),
      );
    const times = () =>
      [...this.answers].flatMap(([endpoint, { secs }]) => (endpoint === POLL ? [] : [[{ endpoint }, secs] as const]));
    for (const metric of [
      sampledCounter('stoa_requests_total', 'Answers by endpoint and status.', requests),
      sampledHistogram(
        'stoa_request_duration_seconds',
        'Time from the arrival of a request to its answer, without polls, which wait for events.',
        times,
      ),
      sampledCounter('stoa_deliveries_total', 'Waiting polls that were answered with events.', () => [
        [{}, this.delivery_secs.count],
      ]),
      sampledHistogram(
        'stoa_delivery_delay_seconds',
        'Time from a commit, or from learning of one of another node, to the answer of a waiting poll.',
        () => [[{}, this.delivery_secs]],
      ),
    ])
      this.registry.registerMetric(metric);
  }

  readonly answered: ResponseListener = ({ endpoint }, status, duration_ms) => {
    const { statuses, secs } = getOrSet(this.answers, endpoint, newAnswers);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    secs.observe(duration_ms / 1000);
  };

  readonly committed: CommitGroupListener = ({ writes, wait_ms, duration_ms, is_refused }) => {
    if (is_refused) this.failed_commits.inc();
    this.commit_writes.observe(writes);
    this.commit_wait_secs.observe(wait_ms / 1000);
    this.commit_secs.observe(duration_ms / 1000);
  };

  readonly delivered: DeliveryListener = (delay_ms, count) => {
    this.delivery_secs.observe(delay_ms / 1000, count);
  };

  readonly attempted: AttemptListener = (kind, outcome, duration_ms) => {
    this.attempts.inc({ kind, outcome });
    this.job_secs.observe({ kind }, duration_ms / 1000);
  };

  readonly fileOperated: FileListener = (operation, outcome, duration_ms) => {
    this.file_operations.inc({ operation, outcome });
    this.file_secs.observe({ operation }, duration_ms / 1000);
  };
}
