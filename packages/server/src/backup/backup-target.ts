// Where backups are: a directory, or a bucket with a prefix. Objects appear whole or not at all.
import type { BackupError } from './backup-error.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface TargetObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed_at: number;
}

export interface BackupTarget {
  /** As the operator wrote it. */
  readonly name: string;
  /** Objects younger than this may belong to a backup that is being made, which a lock can't tell. */
  readonly unsure_ms: number;
  /** The plain file of an object, where there is one: it can be checked in place. */
  pathOf(name: string): string | null;
  write(name: string, chunks: Chunks): Promise<void>;
  /** Throws a {@link BackupError} if there is no such object. */
  read(name: string): AsyncIterable<Uint8Array>;
  list(prefix: string): Promise<TargetObject[]>;
  /** No error if there is no such object. */
  remove(name: string): Promise<void>;
  /** Throws a {@link BackupError} if another backup is being written here; returns how to unlock. */
  lock(): () => void;
}
