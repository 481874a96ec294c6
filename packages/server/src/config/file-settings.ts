// The bucket that settings name for uploaded files.
import type { S3Options } from '../kit/files/s3-bucket.ts';
import type { fileSettings } from './config.ts';
import type { Values } from './setting.ts';

export type FileValues = Values<typeof fileSettings>;

/** Null for the data directory. Reading the settings has refused an endpoint without the others. */
export function bucketOfFiles(values: FileValues): S3Options | null {
  const { s3_endpoint, s3_bucket, s3_region, s3_access_key_id, s3_secret_access_key } = values;
  if (s3_endpoint === undefined) return null;
  return {
    endpoint: s3_endpoint,
    bucket: s3_bucket!,
    region: s3_region,
    access_key_id: s3_access_key_id!,
    secret_access_key: s3_secret_access_key!,
  };
}
