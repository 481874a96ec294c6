// The accounts to choose from on a development server.

import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** Shows the first 100 accounts of larger servers. */
const SHOWN = 100;

export interface DevAccount {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
}

/** Active people, those with the most rights first. */
export function listDevAccounts(db: Connection, realm_id: RealmId): Promise<DevAccount[]> {
  return db.all<DevAccount>(
    sql`select user_id, email, full_name, role from users
     where realm_id = ${realm_id} and is_active and not is_bot order by role, full_name, user_id limit ${SHOWN}`,
  );
}
