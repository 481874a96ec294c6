// Whether the server still waits for its first organization.
import type { Connection } from '../../kit/database/connection.ts';

/** Deactivated ones count: a server is set up once. */
export async function hasOrganization(db: Connection): Promise<boolean> {
  return (await db.get('select 1 as found from realms limit 1')) !== null;
}

export interface SetupKeyRow {
  readonly nonce: string;
  readonly key_hash: string;
}

export function findSetupKeyRow(db: Connection): Promise<SetupKeyRow | null> {
  return db.get<SetupKeyRow>('select nonce, key_hash from setup_keys');
}
