// Where backups are: a directory, or a bucket with a prefix. Objects appear whole or not at all.
import { S3Bucket, type S3Options } from '../kit/files/s3-bucket.ts';
import { BackupError } from './backup-error.ts';
import { DirectoryTarget } from './directory-target.ts';
import { S3Target } from './s3-target.ts';

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

const S3_URL = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/;

/** `s3` is the store of a `s3://bucket/prefix`, without its bucket. */
export function openTarget(name: string, s3: Omit<S3Options, 'bucket'> | null): BackupTarget {
  if (!name.startsWith('s3:')) return new DirectoryTarget(name);
  const [, bucket, prefix = ''] = S3_URL.exec(name) ?? [];
  if (bucket === undefined) throw new BackupError(`"${name}" is no target: write s3://BUCKET/PREFIX`);
  if (s3 === null)
    throw new BackupError(
      `${name} needs --backup-s3-endpoint, STOA_BACKUP_S3_ACCESS_KEY_ID and STOA_BACKUP_S3_SECRET_ACCESS_KEY, or those of the store of files`,
    );
  return new S3Target(name, new S3Bucket({ ...s3, bucket }), prefix);
}
