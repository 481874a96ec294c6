// The backups that a command names.
import { BackupStore } from '../backup/backup-store.ts';
import { openTarget } from '../backup/open-target.ts';
import type { backupSettings } from '../config/config.ts';
import type { FileValues } from '../config/file-settings.ts';
import type { Values } from '../config/setting.ts';

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
