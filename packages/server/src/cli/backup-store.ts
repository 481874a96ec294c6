// The backups that a command names, and the stored files that its settings name.
import { BackupStore } from '../backup/backup-store.ts';
import { openTarget } from '../backup/backup-target.ts';
import type { backupSettings, fileSettings } from '../config/config.ts';
import type { Values } from '../config/setting.ts';
import type { S3Options } from '../kit/files/s3-bucket.ts';

type FileValues = Values<typeof fileSettings>;

/** Null for the data directory. */
export function bucketOfFiles(values: FileValues): S3Options | null {
  const { s3_endpoint, s3_bucket, s3_region, s3_access_key_id, s3_secret_access_key } = values;
  return s3_endpoint === undefined
    ? null
    : {
        endpoint: s3_endpoint,
        bucket: s3_bucket!,
        region: s3_region,
        access_key_id: s3_access_key_id!,
        secret_access_key: s3_secret_access_key!,
      };
}

export function openBackups(target: string, values: Values<typeof backupSettings> & FileValues): BackupStore {
  const endpoint = values.backup_s3_endpoint ?? values.s3_endpoint;
  const access_key_id = values.backup_s3_access_key_id ?? values.s3_access_key_id;
  const secret_access_key = values.backup_s3_secret_access_key ?? values.s3_secret_access_key;
  const s3 =
    endpoint === undefined || access_key_id === undefined || secret_access_key === undefined
      ? null
      : { endpoint, region: values.backup_s3_region ?? values.s3_region, access_key_id, secret_access_key };
  return new BackupStore(openTarget(target, s3), values.backup_passphrase ?? null);
}
