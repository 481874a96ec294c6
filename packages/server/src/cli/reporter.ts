// Logs failures of the running server: one line each, the same failure at most once a minute. [CL15]
import type { Clock } from '../kit/clock.ts';
import { storeFailureOf } from '../kit/store-failures.ts';

const QUIET_MS = 60_000;
const KINDS_KEPT = 1000;

interface ReportedFailure {
  at: number;
  since: number;
}

function describe(error: unknown): string {
  const trouble = storeFailureOf(error);
  if (trouble !== null) return trouble;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Failures that differ only in numbers are of one kind. */
const kindOf = (text: string): string => text.replace(/\d+/g, '#');

export function reporter(clock: Pick<Clock, 'now'>, write: (line: string) => void): (error: unknown) => void {
  const told = new Map<string, ReportedFailure>();
  return (error) => {
    const text = describe(error);
    const kind = kindOf(text);
    const now = clock.now();
    const before = told.get(kind);
    if (before && now >= before.at && now - before.at < QUIET_MS) {
      before.since += 1;
      return;
    }
    if (told.size >= KINDS_KEPT) told.clear();
    told.set(kind, { at: now, since: 0 });
    const more = before && before.since > 0 ? ` (and ${before.since} more times before)` : '';
    write(`${new Date(now).toISOString()} ${text}${more}`);
  };
}
