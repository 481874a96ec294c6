// Every read of bot storage.

import { BadRequest, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** All texts of an account, or those of some keys; throws if a key is missing. [BS2] */
export async function readStorage(
  db: Connection,
  user_id: UserId,
  keys: readonly string[] | null,
): Promise<Record<string, string>> {
  const rows = await db.all<{ key: string; value: string }>(
    sql`select key, value from bot_storage where user_id = ${user_id} order by key`,
  );
  if (keys === null) return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  if (keys.some((key) => !stored.has(key))) throw BadRequest('Key does not exist.');
  return Object.fromEntries(keys.map((key) => [key, stored.get(key)!]));
}
