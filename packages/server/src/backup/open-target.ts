// Opens the target that an operator names: a directory, or a bucket with a prefix.
import { S3Bucket, type S3Options } from '../kit/files/s3-bucket.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget } from './backup-target.ts';
import { DirectoryTarget } from './directory-target.ts';
import { S3Target } from './s3-target.ts';

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
