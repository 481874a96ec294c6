// What the parts of the server log to.
import type { Subsystem } from './levels.ts';

/** Ids, counts, durations and names of our own; never contents, addresses of people, keys or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Write = (fields: LogFields, message: string) => void;

export interface Log {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** False: lines of this level go nowhere, so need not be made. */
  has(level: 'debug' | 'info' | 'warn'): boolean;
}

export interface Logs {
  of(subsystem: Subsystem): Log;
  /** Reopens the file after it was moved. Does nothing on stderr. */
  reopen(): void;
  /** Writes what is buffered before it returns. */
  flush(): void;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, has: () => false };
export const NO_LOGS: Logs = { of: () => silent, reopen() {}, flush() {} };
