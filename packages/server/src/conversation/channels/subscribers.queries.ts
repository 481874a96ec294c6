// Subscribers of channels: ids and counts only. Deactivated accounts are in no list and no count. [SB3]

import type { ChannelId, RealmId, Role, UserId } from '@stoa/contract';
import { batchesOf, batchesOfPowers, inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findOnce, type Lookup } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';

interface Membership {
  readonly user_id: UserId;
  readonly stream_id: ChannelId;
}

export function isSubscribed(db: Connection, user_id: UserId, stream_id: ChannelId): Promise<boolean> {
  return findOnce(db, memberships, { user_id, stream_id });
}

const memberships: Lookup<Membership, boolean> = {
  nameOf: ({ user_id, stream_id }) => `${user_id} ${stream_id}`,
  async findOne(db, { user_id, stream_id }) {
    const row = await db.get(
      sql`select 1 as found from subscriptions where user_id = ${user_id} and stream_id = ${stream_id} and active`,
    );
    return row !== null;
  },
  async findAll(db, asked) {
    const active = new Set<unknown>();
    const batches = [...batchesOfPowers(asked)].map(async (batch) => {
      const pairs = batch.map(({ user_id, stream_id }) => sql`(user_id = ${user_id} and stream_id = ${stream_id})`);
      const rows = await db.all<Membership>(
        sql`select user_id, stream_id from subscriptions where active and (${sql.join(pairs, ' or ')})`,
      );
      for (const row of rows) active.add(memberships.nameOf(row));
    });
    await Promise.all(batches);
    return asked.map((membership) => active.has(memberships.nameOf(membership)));
  },
};

export async function findSubscribedIds(db: Connection, user_id: UserId): Promise<ReadonlySet<ChannelId>> {
  const rows = await db.all<{ stream_id: ChannelId }>(
    sql`select stream_id from subscriptions where user_id = ${user_id} and active`,
  );
  return new Set(rows.map(({ stream_id }) => stream_id));
}

/** The subscribers of a channel, by id. */
export async function findSubscriberIds(db: Connection, stream_id: ChannelId): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions join users using (user_id)
     where stream_id = ${stream_id} and active and is_active order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The people among these who are subscribed to a channel. */
export async function findSubscribersAmong(
  db: Connection,
  stream_id: ChannelId,
  user_ids: readonly UserId[],
): Promise<UserId[]> {
  const rows = await inBatches(user_ids, (batch) =>
    db.all<{ user_id: UserId }>(
      sql`select user_id from subscriptions join users using (user_id)
       where stream_id = ${stream_id} and active and is_active and user_id in (${sql.list(batch)}) order by user_id`,
    ),
  );
  return rows.map(({ user_id }) => user_id);
}

/** The subscribers of a channel with at least this role. */
export async function findSubscribersOfRole(
  db: Connection,
  stream_id: ChannelId,
  role_at_most: Role,
): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions join users using (user_id)
     where stream_id = ${stream_id} and active and is_active and role <= ${role_at_most} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Whether a channel has more subscribers than `count`; reads at most one more. */
export async function hasMoreSubscribersThan(db: Connection, stream_id: ChannelId, count: number): Promise<boolean> {
  const rows = await db.all(
    sql`select user_id from subscriptions join users using (user_id) where stream_id = ${stream_id} and active and is_active limit ${count + 1}`,
  );
  return rows.length > count;
}

/** Number of deactivated accounts with an active subscription, for each channel that has any. */
export async function countDeactivated(db: Connection, realm_id: RealmId): Promise<ReadonlyMap<ChannelId, number>> {
  const rows = await db.all<{ stream_id: ChannelId; n: number }>(
    sql`select subscriptions.stream_id, count(*) as n from users
     join subscriptions on subscriptions.user_id = users.user_id and subscriptions.active
     where users.realm_id = ${realm_id} and not users.is_active group by subscriptions.stream_id`,
  );
  return new Map(rows.map(({ stream_id, n }) => [stream_id, n]));
}

/** The subscribers of each of these channels, by id. */
export async function findSubscriberLists(
  db: Connection,
  realm_id: RealmId,
  stream_ids: readonly ChannelId[],
): Promise<ReadonlyMap<ChannelId, UserId[]>> {
  const lists = new Map<ChannelId, UserId[]>();
  if (stream_ids.length === 0) return lists;
  const deactivated = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and not is_active`,
  );
  const excluded = new Set(deactivated.map(({ user_id }) => user_id));
  for (const batch of batchesOf(stream_ids)) {
    // One text per channel instead of one row per subscriber: rows are what is expensive.
    const rows = await db.all<{ stream_id: ChannelId; user_ids: string | null }>(
      sql`select channels.stream_id, (select string_agg(cast(user_id as text), ',') from subscriptions
         where subscriptions.stream_id = channels.stream_id and subscriptions.active) as user_ids
       from channels where channels.realm_id = ${realm_id} and channels.stream_id in (${sql.list(batch)})`,
    );
    for (const { stream_id, user_ids } of rows) {
      const ids: UserId[] = JSON.parse(`[${user_ids ?? ''}]`);
      const present = excluded.size === 0 ? ids : ids.filter((user_id) => !excluded.has(user_id));
      lists.set(
        stream_id,
        present.sort((a, b) => a - b),
      );
    }
  }
  return lists;
}
