// The result of a check of `stoa doctor`.
import { withTimeLimit } from '../kit/time/time-limit.ts';

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** How to fix it. */
  readonly advice?: string;
}

export const PATIENCE_MS = 8000;

/** The result, or a failure after {@link PATIENCE_MS}. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeLimit(work, PATIENCE_MS, () => new Error(`no answer within ${PATIENCE_MS / 1000} seconds`));

/** A failure in a few words, without secrets. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  const words = message.split('\n')[0]!;
  const named = code === undefined || words.startsWith(code) ? [words] : [code, words];
  return named.filter((part) => part !== '').join(': ');
}
