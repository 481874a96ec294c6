// Every read of alert words.

import type { UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The words of an account, in the order they were added. */
export async function findAlertWords(db: Connection, user_id: UserId): Promise<string[]> {
  const rows = await db.all<{ word: string }>(sql`select word from alert_words where user_id = ${user_id} order by id`);
  return rows.map(({ word }) => word);
}
