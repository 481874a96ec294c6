// Logs failures of the running server: one line each, the same failure at most once a minute. [CL15]

import { storeFailureOf } from '../kit/database/store-failures.ts';
import type { Report } from '../kit/http/responses/respond.ts';
import type { Logger } from '../kit/logging/logger.ts';
import { scrub } from '../kit/logging/scrub.ts';
import type { Clock } from '../kit/time/clock.ts';

const QUIET_MS = 60_000;
const KINDS_KEPT = 1000;

interface ReportedFailure {
  at: number;
  since: number;
}

function describe(error: unknown): string {
  const store_failure = storeFailureOf(error);
  if (store_failure !== null) return store_failure;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Failures that differ only in numbers are of one kind. */
const kindOf = (text: string): string => text.replace(/\d+/g, '#');

export function reporter(clock: Pick<Clock, 'now'>, log: Pick<Logger, 'error'>): Report {
  const reported = new Map<string, ReportedFailure>();
  return (error, trace) => {
    const text = scrub(describe(error));
    const kind = kindOf(text);
    const now = clock.now();
    const before = reported.get(kind);
    if (before && now >= before.at && now - before.at < QUIET_MS) {
      before.since += 1;
      return;
    }
    if (reported.size >= KINDS_KEPT) reported.clear();
    reported.set(kind, { at: now, since: 0 });
    const repeated = before && before.since > 0 ? { repeated: before.since } : {};
    const request = trace && { request_id: trace.id, endpoint: trace.endpoint, user_id: trace.user_id };
    log.error({ ...request, ...repeated }, text);
  };
}
