// Every write of presence. Its events are not logged: see presence-reports.ts.

import { type RealmId, type UserId, userStatusChanged } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import type { LastPresence } from './presence.rules.ts';
import { longGone } from './presence.rules.ts';

/** The next update id of the organization; the writer runs one write at a time. */
async function nextUpdateId(tx: Transaction, realm_id: RealmId): Promise<number> {
  const row = await tx.get<{ id: number }>(
    sql`select coalesce(max(update_id), 0) + 1 as id from user_presence where realm_id = ${realm_id}`,
  );
  return row!.id;
}

/** Stores the later of the stored and the reported time. Skips deactivated accounts. [PR2] */
export async function storePresence(
  { tx }: Pick<WriteContext, 'tx'>,
  realm_id: RealmId,
  reports: readonly (readonly [UserId, LastPresence])[],
): Promise<void> {
  const update_id = await nextUpdateId(tx, realm_id);
  for (const batch of batchesOf(reports)) {
    const rows = batch.map(
      ([user_id, { active, idle }]) =>
        sql`(cast(${user_id} as bigint), cast(${active} as bigint), cast(${idle} as bigint))`,
    );
    await tx.run(
      sql`with given (user_id, active, idle) as (values ${sql.join(rows, ', ')})
       insert into user_presence (user_id, realm_id, active_timestamp, idle_timestamp, update_id)
       select given.user_id, users.realm_id, case when active > 0 then active else date_joined end, idle, cast(${update_id} as bigint)
       from given join users on users.user_id = given.user_id where users.realm_id = ${realm_id} and users.is_active
       on conflict (user_id) do update set update_id = excluded.update_id,
         active_timestamp = case when excluded.active_timestamp > user_presence.active_timestamp
           then excluded.active_timestamp else user_presence.active_timestamp end,
         idle_timestamp = case when excluded.idle_timestamp > user_presence.idle_timestamp
           then excluded.idle_timestamp else user_presence.idle_timestamp end`,
    );
  }
}

/** Announces the effect of turning presence on or off, for old and new clients. [PR7] */
export async function showOrHide(
  { tx, emit, now }: WriteContext,
  { realm_id }: Realm,
  user: { user_id: UserId; is_bot: boolean },
  is_shown: boolean,
): Promise<void> {
  const { user_id } = user;
  emit(userStatusChanged, { user_id, away: !is_shown }, await everybodySeeing(tx, realm_id, user));
  if (user.is_bot) return;
  const at = seconds(now);
  const last_presence = is_shown
    ? { active: at, idle: at }
    : { active: longGone(at).active_timestamp, idle: longGone(at).idle_timestamp };
  if (!is_shown) await forgetPresence({ tx }, { user_id });
  await storePresence({ tx }, realm_id, [[user_id, last_presence]]);
}

/** Clears the presence but keeps the row, because update ids are counted from the rows. */
export async function forgetPresence(
  { tx }: Pick<WriteContext, 'tx'>,
  { user_id }: { user_id: UserId },
): Promise<void> {
  await tx.run(sql`update user_presence set active_timestamp = 0, idle_timestamp = 0 where user_id = ${user_id}`);
}
