// The interface through which each part of the server writes its log.
import type { Subsystem } from './levels.ts';

/** Ids, counts, durations and names of our own; never contents, addresses of people, keys or secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Write = (fields: LogFields, message: string) => void;

export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  /** False if lines of this level are discarded, and need not be built. */
  has(level: 'debug' | 'info' | 'warn'): boolean;
}

export interface Loggers {
  of(subsystem: Subsystem): Logger;
  /** Reopens the file after it was moved. Does nothing on stderr. */
  reopen(): void;
  /** Writes buffered lines synchronously. */
  flush(): void;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, has: () => false };
export const NO_LOGGERS: Loggers = { of: () => silent, reopen() {}, flush() {} };
