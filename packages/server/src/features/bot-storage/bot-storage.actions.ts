// Every write of bot storage.

import {
  BadRequest,
  BOT_STORAGE_KEY_MAX_LENGTH,
  BOT_STORAGE_MAX_KEYS,
  BOT_STORAGE_MAX_LENGTH,
  type UserId,
} from '@stoa/contract';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { addUse, findUse } from '../../kit/limits/account-use.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const MIB = 1024 * 1024;

/** In code points; most keys are short enough in code units, which takes no time to see. */
const isLong = (key: string) => key.length > BOT_STORAGE_KEY_MAX_LENGTH && [...key].length > BOT_STORAGE_KEY_MAX_LENGTH;
const manyKeys = () => BadRequest(`An account stores at most ${BOT_STORAGE_MAX_KEYS} keys.`);

/** Keys that are not named are left unchanged. [BS1] [BS3] */
export async function keepInStorage(
  { tx, caps }: WriteContext,
  actor: Actor,
  storage: Readonly<Record<string, string>>,
): Promise<void> {
  const { user_id } = actor;
  const entries = Object.entries(storage);
  if (entries.length > BOT_STORAGE_MAX_KEYS) throw manyKeys();
  if (entries.some(([key]) => isLong(key)))
    throw BadRequest(`A key is longer than ${BOT_STORAGE_KEY_MAX_LENGTH} characters.`);
  for (const batch of batchesOf(entries))
    await tx.run(
      sql`insert into bot_storage (user_id, key, value) values ${sql.rows(batch.map(([key, value]) => [user_id, key, value]))}
       on conflict (user_id, key) do update set value = excluded.value`,
    );
  const { keys, total } = await noteLength(tx, user_id);
  if (keys > BOT_STORAGE_MAX_KEYS) throw manyKeys();
  if (total > BOT_STORAGE_MAX_LENGTH)
    throw BadRequest(
      `Request exceeds storage limit by ${total - BOT_STORAGE_MAX_LENGTH} characters. The limit is ${BOT_STORAGE_MAX_LENGTH} characters.`,
    );
  const { storage_length } = await findUse(tx, accountable(actor));
  if (entries.length > 0 && storage_length > caps.of('bot-storage-mib') * MIB) throw caps.refusal('bot-storage-mib');
}

/** Counts the keys and the total length of an account's storage, and records the length. */
async function noteLength(tx: Transaction, user_id: UserId): Promise<{ keys: number; total: number }> {
  const stored = await tx.get<{ keys: number | string; total: number | string | null }>(
    sql`select count(*) as keys, sum(length(key) + length(value)) as total from bot_storage where user_id = ${user_id}`,
  );
  const total = Number(stored?.total ?? 0);
  const noted = await tx.get<{ storage_length: number }>(
    sql`select storage_length from account_use where user_id = ${user_id}`,
  );
  await addUse(tx, user_id, { storage_length: total - (noted?.storage_length ?? 0) });
  return { keys: Number(stored?.keys ?? 0), total };
}

/** Removes all keys or some; fails entirely if one is missing. [BS4] */
export async function removeFromStorage(
  { tx }: WriteContext,
  user_id: UserId,
  keys: readonly string[] | null,
): Promise<void> {
  if (keys === null) {
    await tx.run(sql`delete from bot_storage where user_id = ${user_id}`);
    await noteLength(tx, user_id);
    return;
  }
  const unique = [...new Set(keys)];
  let removed = 0;
  for (const batch of batchesOf(unique))
    removed += await tx.run(sql`delete from bot_storage where user_id = ${user_id} and key in (${sql.list(batch)})`);
  if (removed !== unique.length) throw BadRequest('Key does not exist.');
  await noteLength(tx, user_id);
}
