// Where uploaded files are kept, from the environment: command lines can be read by everybody on the machine.
import type { FileOptions } from '../kit/files/file-store.ts';
import { UsageError } from './command.ts';

const NEEDED = ['STOA_S3_ENDPOINT', 'STOA_S3_BUCKET', 'STOA_S3_ACCESS_KEY_ID', 'STOA_S3_SECRET_ACCESS_KEY'] as const;

/** Null for the local disk, when no bucket is named. */
export function fileOptions(environment: Readonly<Record<string, string | undefined>>): FileOptions {
  if (NEEDED.every((name) => !environment[name])) return null;
  const missing = NEEDED.filter((name) => !environment[name]);
  if (missing.length > 0) throw new UsageError(`to keep files in a bucket, ${missing.join(', ')} must be set too`);
  const [endpoint, bucket, access_key_id, secret_access_key] = NEEDED.map((name) => environment[name]!) as [
    string,
    string,
    string,
    string,
  ];
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) throw new UsageError('STOA_S3_ENDPOINT must be a URL');
  return { endpoint, bucket, region: environment.STOA_S3_REGION || 'us-east-1', access_key_id, secret_access_key };
}
