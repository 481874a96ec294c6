// What happened in an organization in the last week, counted once for all who get a digest: the busiest topics of each channel, new
// public channels, and who joined. Says nothing about who may know it. [DG10]
import type { ChannelId, MessageId, RealmId, RecipientId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';

export interface CountedTopic {
  readonly stream_id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly topic_key: string;
  /** All messages of the week, whoever may read them. */
  readonly messages: number;
  /** The first of the week. */
  readonly first_id: MessageId;
}

export interface Week {
  /** When it began, in seconds. */
  readonly since: number;
  /** The busiest topics of each channel, the busiest first. */
  readonly topics: ReadonlyMap<ChannelId, readonly CountedTopic[]>;
  /** The first message of the week. */
  readonly first_id: number;
  /** Public channels, the newest first. */
  readonly new_channels: readonly ChannelId[];
  readonly joined: number;
}

/** In messages. A portion takes a few milliseconds. */
const PORTION = 1000;
const TOPICS_OF_A_CHANNEL = 20;
const NEW_CHANNELS = 20;
/** Readers of this time share what was counted. */
const SHARED_SECS = 10 * 60;
const WEEK_SECS = 7 * 24 * 60 * 60;

const WEEKS: CacheDefinition<Week> = {
  name: 'weeks of digests',
  bound: 10_000,
  sizeOf: ({ topics }) => topics.size + 1,
};

interface PortionRow {
  readonly id: MessageId;
  readonly timestamp: number;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId;
  readonly topic_key: string;
}

/** Messages in channels, in the order of time, after the last one of the portion before. */
function findPortion(db: Connection, realm_id: RealmId, { timestamp, id }: Pick<PortionRow, 'timestamp' | 'id'>) {
  return db.all<PortionRow>(
    sql`select messages.id, timestamp, messages.recipient_id, stream_id, topic_key from messages
     join recipients on recipients.recipient_id = messages.recipient_id
     where messages.realm_id = ${realm_id} and (timestamp, messages.id) > (${timestamp}, ${id}) and stream_id is not null
     order by timestamp, messages.id limit ${PORTION}`,
  );
}

async function countTopics(
  db: Connection,
  realm_id: RealmId,
  since: number,
): Promise<Pick<Week, 'topics' | 'first_id'>> {
  const channels = new Map<ChannelId, Map<string, CountedTopic>>();
  const time_slice = new TimeSlice();
  let first_id = Number.MAX_SAFE_INTEGER;
  let last = { timestamp: since - 1, id: Number.MAX_SAFE_INTEGER as MessageId };
  for (let rows: PortionRow[] = []; ; ) {
    rows = await findPortion(db, realm_id, last);
    for (const { id, stream_id, recipient_id, topic_key } of rows) {
      const topics = getOrSet(channels, stream_id, () => new Map());
      const { messages = 0, first_id: first = id } = topics.get(topic_key) ?? {};
      const earlier = Math.min(first, id) as MessageId;
      topics.set(topic_key, { stream_id, recipient_id, topic_key, messages: messages + 1, first_id: earlier });
      first_id = Math.min(first_id, id);
    }
    if (rows.length < PORTION) break;
    last = rows.at(-1)!;
    await time_slice.yieldIfUsed();
  }
  const busiest = [...channels].map(([stream_id, topics]) => {
    const ordered = [...topics.values()].sort((a, b) => b.messages - a.messages || b.first_id - a.first_id);
    return [stream_id, ordered.slice(0, TOPICS_OF_A_CHANNEL)] as const;
  });
  return { topics: new Map(busiest), first_id };
}

async function readWeek(db: Connection, realm_id: RealmId, since: number): Promise<Week> {
  const channels = await db.all<{ stream_id: ChannelId }>(
    sql`select stream_id from channels where realm_id = ${realm_id} and not invite_only and not is_archived
       and date_created >= ${since} order by stream_id desc limit ${NEW_CHANNELS}`,
  );
  const people = await db.get<{ joined: number }>(
    sql`select count(*) as joined from users where realm_id = ${realm_id} and is_active and not is_bot
       and not awaits_first_login and date_joined >= ${since}`,
  );
  const new_channels = channels.map(({ stream_id }) => stream_id);
  return { since, new_channels, joined: people!.joined, ...(await countTopics(db, realm_id, since)) };
}

/** The week before a time in milliseconds, up to ten minutes more. */
export async function findWeek(db: Connection, realm_id: RealmId, now: number): Promise<Week> {
  const until = Math.floor(now / 1000 / SHARED_SECS) * SHARED_SECS;
  const since = until - WEEK_SECS;
  const cache = db.caches.of<RealmId, Week>(WEEKS);
  const cached = cache.get(realm_id, since);
  if (cached) return cached;
  const week = await db.caches.computeOnce(`digest week ${realm_id} ${since}`, () => readWeek(db, realm_id, since));
  cache.set(realm_id, since, week);
  return week;
}
