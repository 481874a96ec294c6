// Space used by an organization's uploads, and its quota.

import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface UploadSpace {
  readonly used_bytes: number;
  /** The quota set by the operator for this organization; null for the server's default. */
  readonly quota_mib: number | null;
}

export async function getUploadSpace(db: Connection, realm_id: RealmId): Promise<UploadSpace> {
  const row = await db.get<UploadSpace>(
    sql`select used_bytes, quota_mib from upload_space where realm_id = ${realm_id}`,
  );
  return row ?? { used_bytes: 0, quota_mib: null };
}

/** In MiB, as on the wire. [UP6] */
export async function findUploadQuota(db: Connection, realm_id: RealmId, usual_mib: number): Promise<number> {
  return (await getUploadSpace(db, realm_id)).quota_mib ?? usual_mib;
}
