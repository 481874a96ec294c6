// Finds messages by time. Within an organization, ids increase with time.
import type { MessageId, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The id of an organization's first message sent at or after a time in seconds; above all ids if there is none. */
export async function firstMessageSince(db: Connection, realm_id: RealmId, timestamp: number): Promise<number> {
  const first = await db.get<{ id: number }>(
    sql`select id from messages where realm_id = ${realm_id} and timestamp >= ${timestamp} order by timestamp, id limit 1`,
  );
  return first?.id ?? Number.MAX_SAFE_INTEGER;
}

/** The newest id of all organizations, 0 without messages: a bound that is found at once, as that of one organization is not. */
export async function newestMessageId(db: Connection): Promise<MessageId> {
  const newest = await db.get<{ id: MessageId | null }>(sql`select max(id) as id from messages`);
  return newest?.id ?? (0 as MessageId);
}
