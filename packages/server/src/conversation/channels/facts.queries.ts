// Computed figures of channels: a fixed number of statements for any number of channels. [CH16]

import type { ChannelId, GroupId, MessageId, RealmId } from '@stoa/contract';
import { systemGroupIds } from '../../identity/membership/membership.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { seconds } from '../../kit/time/clock.ts';
import { firstMessageSince } from '../recipients/message-times.queries.ts';
import { type ChannelFacts, type ChannelFigures, trafficBirth, trafficStart } from './channels.present.ts';
import { countDeactivated } from './subscribers.queries.ts';

const HOUR = 60 * 60;
/** At most this many ids per statement; for more, the whole organization is read. */
const NAMED_MAX = 500;

/** The figures of these channels; null: of all in the organization. `now` in milliseconds. */
export async function findFacts(
  db: Connection,
  realm_id: RealmId,
  stream_ids: readonly ChannelId[] | null,
  now: number,
): Promise<ChannelFacts> {
  const now_s = seconds(now);
  const named = stream_ids !== null && stream_ids.length <= NAMED_MAX ? stream_ids : null;
  const bounds = await findChannelBounds(db, realm_id, named);
  const oldest = bounds.some(({ date_created }) => date_created <= trafficBirth(now_s));
  const traffic = oldest ? await findTraffic(db, realm_id, now_s) : new Map<ChannelId, number>();
  const deactivated = await countDeactivated(db, realm_id);
  const figures = new Map<ChannelId, ChannelFigures>();
  for (const { stream_id, first_message_id, last_message_timestamp, active_subscriptions } of bounds) {
    const recent_messages = traffic.get(stream_id) ?? 0;
    const subscriber_count = active_subscriptions - (deactivated.get(stream_id) ?? 0);
    figures.set(stream_id, { first_message_id, last_message_timestamp, recent_messages, subscriber_count });
  }
  const system_groups = new Map<GroupId, string>();
  for (const [name, group_id] of await systemGroupIds(db, realm_id)) system_groups.set(group_id, name);
  return { now_s, system_groups, figures };
}

export interface ChannelBounds {
  stream_id: ChannelId;
  date_created: number;
  active_subscriptions: number;
  first_message_id: MessageId | null;
  last_message_timestamp: number | null;
}

/** First message and time of the last one: two index lookups per channel, however many messages there are. */
export function findChannelBounds(
  db: Connection,
  realm_id: RealmId,
  named: readonly ChannelId[] | null,
): Promise<ChannelBounds[]> {
  const which = named === null ? sql.nothing : sql`and channels.stream_id in (${sql.list(named)})`;
  // No join for the last message: PostgreSQL would read every message to hash them.
  return db.all<ChannelBounds>(
    sql`select channels.stream_id, channels.date_created, channels.active_subscriptions,
       (select min(id) from messages where messages.recipient_id = channels.recipient_id) as first_message_id,
       (select timestamp from messages where messages.recipient_id = channels.recipient_id
         order by id desc limit 1) as last_message_timestamp
     from channels where channels.realm_id = ${realm_id} ${which}`,
  );
}

/** The last traffic counted in each organization, valid for an hour, keyed by its end. Bounded by channels. */
const TRAFFIC: CacheDefinition<ReadonlyMap<ChannelId, number>> = {
  name: 'channel traffic',
  bound: 100_000,
  sizeOf: (counts) => counts.size + 1,
};

/** Messages per channel in the four weeks up to the last full hour: counting them for every reader costs too much. */
async function findTraffic(db: Connection, realm_id: RealmId, now_s: number): Promise<ReadonlyMap<ChannelId, number>> {
  const until = now_s - (now_s % HOUR);
  const cache = db.caches.of<RealmId, ReadonlyMap<ChannelId, number>>(TRAFFIC);
  const cached = cache.get(realm_id, until);
  if (cached) return cached;
  const first = await firstMessageSince(db, realm_id, trafficStart(until));
  const end = await firstMessageSince(db, realm_id, until);
  const rows = await db.all<{ stream_id: ChannelId; recent: number }>(
    sql`select channels.stream_id, (select count(*) from messages
       where messages.recipient_id = channels.recipient_id and messages.id >= ${first} and messages.id < ${end}) as recent
     from channels where channels.realm_id = ${realm_id}`,
  );
  const messages = new Map(rows.map(({ stream_id, recent }) => [stream_id, recent]));
  cache.set(realm_id, until, messages);
  return messages;
}
