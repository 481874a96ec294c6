// The organization's key for signing addresses of foreign media.

import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function getMediaKey(db: Connection, realm_id: RealmId): Promise<string> {
  const row = await db.get<{ media_key: string }>(sql`select media_key from realms where realm_id = ${realm_id}`);
  return row!.media_key;
}
