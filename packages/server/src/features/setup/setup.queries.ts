// Reads of the key for the setup from a browser.

import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface SetupKeyRow {
  readonly nonce: string;
  readonly key_hash: string;
}

export function findSetupKeyRow(db: Connection): Promise<SetupKeyRow | null> {
  return db.get<SetupKeyRow>(sql`select nonce, key_hash from setup_keys`);
}
