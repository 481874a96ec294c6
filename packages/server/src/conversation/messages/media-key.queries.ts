// The key that an organization signs addresses of other sites' pictures with.
import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';

export async function getMediaKey(db: Connection, realm_id: RealmId): Promise<string> {
  const row = await db.get<{ media_key: string }>('select media_key from realms where realm_id = $1', [realm_id]);
  return row!.media_key;
}
