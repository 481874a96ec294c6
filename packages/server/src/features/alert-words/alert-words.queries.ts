// Every read of alert words.
import type { UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';

/** The words of an account, in the order they were added. */
export async function findAlertWords(db: Connection, user_id: UserId): Promise<string[]> {
  const rows = await db.all<{ word: string }>('select word from alert_words where user_id = $1 order by id', [user_id]);
  return rows.map(({ word }) => word);
}
