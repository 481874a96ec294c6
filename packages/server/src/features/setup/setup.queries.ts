// Whether the server has an organization.

import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** Includes deactivated organizations: a server is set up once. */
export async function hasOrganization(db: Connection): Promise<boolean> {
  return (await db.get(sql`select 1 as found from realms limit 1`)) !== null;
}

export interface SetupKeyRow {
  readonly nonce: string;
  readonly key_hash: string;
}

export function findSetupKeyRow(db: Connection): Promise<SetupKeyRow | null> {
  return db.get<SetupKeyRow>(sql`select nonce, key_hash from setup_keys`);
}
