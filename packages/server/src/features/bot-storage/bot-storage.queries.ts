// Every read of bot storage.

import { BadRequest, type UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { LONG_ROWS_AT_ONCE, objectText } from '../../kit/json/list-text.ts';

/** All texts of an account, or those of some keys, as JSON: they may have ten million characters; throws if a key is missing. [BS2] [HT854] */
export async function readStorage(db: Connection, user_id: UserId, keys: readonly string[] | null): Promise<JsonText> {
  const rows = await db.all<{ key: string }>(sql`select key from bot_storage where user_id = ${user_id} order by key`);
  const stored = rows.map(({ key }) => key);
  if (keys !== null) {
    const known = new Set(stored);
    if (keys.some((key) => !known.has(key))) throw BadRequest('Key does not exist.');
  }
  async function* entries(): AsyncGenerator<[string, string][], void> {
    for (const batch of batchesOf(keys === null ? stored : new Set(keys), LONG_ROWS_AT_ONCE)) {
      const found = await db.all<{ key: string; value: string }>(
        sql`select key, value from bot_storage where user_id = ${user_id} and key in (${sql.list(batch)}) order by key`,
      );
      yield found.map(({ key, value }) => [key, value]);
    }
  }
  return objectText(entries());
}
