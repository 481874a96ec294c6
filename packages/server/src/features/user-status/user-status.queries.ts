// Every read of user statuses.

import type { RealmId, UserId, UserStatus } from '@stoa/contract';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import { getVisibleUser } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { NO_STATUS, type Status } from './user-status.rules.ts';

const COLUMNS = 'status_text, emoji_name, emoji_code, reaction_type';

/** The stored status: empty texts if none is set. */
export async function findStatus(db: Connection, user_id: UserId): Promise<Status> {
  const row = await db.get<Status>(sql`select ${sql.raw(COLUMNS)} from user_status where user_id = ${user_id}`);
  return row ?? NO_STATUS;
}

/** Older clients show accounts without presence as away. [PS5] */
const isAway = (settings: StoredUserSettings) => !completeSettings(settings).presence_enabled;

export async function getStatus(db: Connection, actor: Actor, user_id: UserId): Promise<UserStatus> {
  const user = await getVisibleUser(db, actor, user_id);
  return presentStatus(user.settings, await findStatus(db, user_id));
}

/** A status with the fields that older clients read. */
export function presentStatus(settings: StoredUserSettings, status: Status): UserStatus {
  return { ...(isAway(settings) ? { away: true } : {}), ...present(status) };
}

/** The fields of a status that are set. */
function present({ status_text, emoji_name, emoji_code, reaction_type }: Status): UserStatus {
  return {
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  };
}

/** The statuses of visible accounts by user id; `seen` null means all. */
export async function findStatuses(
  db: Connection,
  realm_id: RealmId,
  seen: ReadonlySet<UserId> | null,
): Promise<Record<string, UserStatus>> {
  const set = await db.all<Status & { user_id: UserId }>(
    sql`select user_id, ${sql.raw(COLUMNS)} from user_status join users using (user_id) where realm_id = ${realm_id} order by user_id`,
  );
  const statuses: Record<string, UserStatus> = Object.fromEntries(set.map((row) => [row.user_id, present(row)]));
  // Few accounts disable presence: their stored settings name it, because only differences are stored.
  const named = await db.all<{ user_id: UserId; settings: StoredUserSettings }>(
    sql`select user_id, settings from users where realm_id = ${realm_id} and (settings ->> 'presence_enabled') is not null`,
  );
  for (const { user_id, settings } of named)
    if (isAway(settings)) statuses[user_id] = { away: true, ...statuses[user_id] };
  if (seen === null) return statuses;
  return Object.fromEntries(Object.entries(statuses).filter(([user_id]) => seen.has(Number(user_id) as UserId)));
}

/** Which of these custom emoji, by id, are in somebody's status. */
export async function findEmojiOfStatuses(db: Connection, emoji_ids: readonly number[]): Promise<Set<number>> {
  const rows = await inBatches(emoji_ids, (batch) =>
    db.all<{ emoji_code: string }>(
      sql`select distinct emoji_code from user_status
         where reaction_type = 'realm_emoji' and emoji_code in (${sql.list(batch.map(String))})`,
    ),
  );
  return new Set(rows.map(({ emoji_code }) => Number(emoji_code)));
}
