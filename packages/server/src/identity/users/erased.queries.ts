// Whether an account was erased: nothing brings it back. [PD7]
import { Refused, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function checkNotErased(db: Connection, user_id: UserId): Promise<void> {
  const erased = await db.get(sql`select 1 as found from users where user_id = ${user_id} and is_erased`);
  if (erased !== null) throw Refused('account_erased');
}
