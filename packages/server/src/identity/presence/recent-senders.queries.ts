// When each account last sent a message in the last few days. Read once per organization; later reads cover only newer messages. There
// is no index from an account to its newest message, because each message would pay for it.
import type { RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';

/** In seconds since 1970. */
interface RecentSenders {
  /** Everything sent before this is known. */
  known_until: number;
  readonly last_sent: Map<UserId, number>;
}

const SENDERS: CacheDefinition<RecentSenders> = {
  name: 'recent senders',
  bound: 1_000_000,
  sizeOf: ({ last_sent }) => 1 + last_sent.size,
};
/** Cached times are only added to, never outdated, so they need no revisions. */
const REVISION = 0;
const MESSAGES_AT_ONCE = 2000;

/** Accounts that sent a message since then, deactivated ones included. */
export async function findSendersSince(
  db: Connection,
  realm_id: RealmId,
  { since, now }: { since: number; now: number },
): Promise<UserId[]> {
  const { last_sent } = await db.caches.computeOnce(`recent senders of ${realm_id}`, () =>
    readNewer(db, realm_id, since, now),
  );
  return [...last_sent].flatMap(([user_id, timestamp]) => (timestamp >= since ? [user_id] : []));
}

async function readNewer(db: Connection, realm_id: RealmId, since: number, now: number): Promise<RecentSenders> {
  const cache = db.caches.of<RealmId, RecentSenders>(SENDERS);
  const known = cache.get(realm_id, REVISION) ?? { known_until: since, last_sent: new Map<UserId, number>() };
  const time_slice = new TimeSlice();
  let from = Math.max(known.known_until, since);
  for (let is_last = false; !is_last; ) {
    const next = await db.get<{ timestamp: number }>(
      sql`select timestamp from messages where realm_id = ${realm_id} and timestamp >= ${from}
       order by timestamp, id limit 1 offset ${MESSAGES_AT_ONCE}`,
    );
    is_last = next === null || next.timestamp > now;
    // Messages of one second are read together.
    const until = is_last ? now + 1 : Math.max(next!.timestamp, from + 1);
    const senders = await db.all<{ sender_id: UserId; timestamp: number }>(
      sql`select sender_id, max(timestamp) as timestamp from messages
       where realm_id = ${realm_id} and timestamp >= ${from} and timestamp < ${until} group by sender_id`,
    );
    for (const { sender_id, timestamp } of senders) known.last_sent.set(sender_id, timestamp);
    // More may be sent in the last second.
    from = is_last ? Math.max(from, ...senders.map(({ timestamp }) => timestamp)) : until;
    await time_slice.yieldIfUsed();
  }
  known.known_until = from;
  for (const [user_id, timestamp] of known.last_sent) if (timestamp < since) known.last_sent.delete(user_id);
  cache.set(realm_id, REVISION, known);
  return known;
}
