// What one person's digest says: the busiest topics of the week that they may read now, and new channels that they may see.
import { type ChannelId, type MessageId, UNKNOWN_USER_NAME, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import { findRangesOfChannels, type ReadableRange } from '../../conversation/access/readable-ranges.queries.ts';
import { findChannelRows } from '../../conversation/channels/channel-rows.queries.ts';
import { findAccessToAll } from '../../conversation/channels/channels.queries.ts';
import { isSilenced } from '../../conversation/read-ranges/unread.rules.ts';
import { findHiddenAmong, isLimited } from '../../identity/users/user-access.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findMessages, type NotifiedMessage } from '../push/push.queries.ts';
import type { CountedTopic, Week } from './week.queries.ts';

const TOPICS_SHOWN = 4;
const FIRST_MESSAGES = 2;
const NAMES_SHOWN = 5;
/** Names are taken from this many of a topic's newest messages. */
const SAMPLE = 100;
/** Topics that are looked at; those of muted people may be among the busiest. */
const TOPICS_TRIED = 40;
/** Messages of a topic are counted up to this. */
const COUNTED = 1000;

export interface BusyTopic {
  /** How many the reader may read, without those of muted people. */
  readonly messages: number;
  /** The first ones, oldest first. */
  readonly first: readonly NotifiedMessage[];
  /** Whoever wrote most comes first. */
  readonly names: readonly string[];
  /** How many more people wrote. */
  readonly others: number;
}

export interface NewChannel {
  readonly stream_id: ChannelId;
  readonly name: string;
}

export interface DigestContent {
  readonly topics: readonly BusyTopic[];
  readonly new_channels: readonly NewChannel[];
  /** How many people joined. Zero if the reader may not see them. */
  readonly joined: number;
}

interface Readable extends CountedTopic {
  readonly ranges: readonly ReadableRange[];
}

/** The topics in channels the reader is subscribed to and may read, without muted ones; the busiest first. [DG5] */
async function findReadableTopics(db: Connection, reader: Actor, week: Week): Promise<Readable[]> {
  const { user_id, realm } = reader;
  const subscriptions = await db.all<{ stream_id: ChannelId; is_muted: boolean }>(
    sql`select stream_id, is_muted from subscriptions where user_id = ${user_id} and active`,
  );
  const busy = subscriptions.filter(({ stream_id }) => week.topics.has(stream_id));
  if (busy.length === 0) return [];
  const among = busy.map(({ stream_id }) => stream_id);
  const channels = await findChannelRows(db, realm.realm_id, { among });
  const ranges = await findRangesOfChannels(db, reader, channels);
  const policies = await db.all<{ stream_id: ChannelId; topic_key: string; visibility_policy: number }>(
    sql`select stream_id, topic_key, visibility_policy from user_topics
     where user_id = ${user_id} and stream_id in ${sql.each(among)}`,
  );
  const policy_of = new Map(
    policies.map((policy) => [`${policy.stream_id}:${policy.topic_key}`, policy.visibility_policy]),
  );
  return busy
    .flatMap(({ stream_id, is_muted }) =>
      week.topics.get(stream_id)!.flatMap((topic) => {
        const policy = policy_of.get(`${stream_id}:${topic.topic_key}`);
        const is_shown = is_muted
          ? policy === VISIBILITY_POLICY.unmuted || policy === VISIBILITY_POLICY.followed
          : policy !== VISIBILITY_POLICY.muted;
        const of_channel = ranges.get(stream_id) ?? [];
        return is_shown && of_channel.length > 0 ? [{ ...topic, ranges: of_channel }] : [];
      }),
    )
    .sort((a, b) => b.messages - a.messages || b.first_id - a.first_id);
}

interface SenderRow {
  readonly sender_id: UserId;
  readonly written: number;
  readonly full_name: string;
  readonly is_system_bot: boolean;
}

/** One topic as the reader may know it; null if there is nothing by anybody else. */
async function readTopic(
  db: Connection,
  reader: Actor,
  { since }: Week,
  topic: Readable,
  mutes_anybody: boolean,
): Promise<BusyTopic | null> {
  const { user_id } = reader;
  const ids: MessageId[] = [];
  const senders = new Map<UserId, SenderRow>();
  let messages = 0;
  for (const { after_id, until_id } of topic.ranges) {
    const which = sql`recipient_id = ${topic.recipient_id} and topic_key = ${topic.topic_key} and messages.id >= ${topic.first_id}
      and messages.id > ${after_id} and messages.id <= ${until_id} and timestamp >= ${since} and not ${isSilenced(sql`${user_id}`)}`;
    const first = await db.all<{ id: MessageId }>(
      sql`select id from messages where ${which} order by id limit ${FIRST_MESSAGES}`,
    );
    if (first.length === 0) continue;
    ids.push(...first.map(({ id }) => id));
    const counted = await db.all<SenderRow>(
      sql`select sender_id, count(*) as written, full_name, is_system_bot from (
         select sender_id from messages where ${which} order by id desc limit ${SAMPLE}) as newest
       join users on users.user_id = sender_id group by sender_id, full_name, is_system_bot`,
    );
    for (const row of counted)
      senders.set(row.sender_id, { ...row, written: row.written + (senders.get(row.sender_id)?.written ?? 0) });
    messages +=
      !mutes_anybody && after_id < topic.first_id && until_id === Number.MAX_SAFE_INTEGER
        ? topic.messages
        : (await db.get<{ found: number }>(
            sql`select count(*) as found from (select 1 from messages where ${which} limit ${COUNTED}) as some_messages`,
          ))!.found;
  }
  const written = [...senders.values()].sort((a, b) => b.written - a.written || a.sender_id - b.sender_id);
  if (!written.some(({ sender_id, is_system_bot }) => sender_id !== user_id && !is_system_bot)) return null;
  const hidden = await findHiddenAmong(db, reader, senders.keys());
  const seen = written.filter(({ sender_id }) => !hidden.has(sender_id));
  const names = seen.slice(0, NAMES_SHOWN).map(({ full_name }) => full_name);
  const first = await findMessages(db, ids.sort((a, b) => a - b).slice(0, FIRST_MESSAGES));
  return {
    messages,
    first: first.map((message) =>
      hidden.has(message.sender_id) ? { ...message, sender_full_name: UNKNOWN_USER_NAME } : message,
    ),
    names,
    others: written.length - names.length,
  };
}

async function findBusiest(db: Connection, reader: Actor, week: Week): Promise<BusyTopic[]> {
  const muted = await db.get(
    sql`select 1 as found from silenced_senders where user_id = ${reader.user_id} and until_id >= ${week.first_id} limit 1`,
  );
  const found: BusyTopic[] = [];
  for (const topic of (await findReadableTopics(db, reader, week)).slice(0, TOPICS_TRIED)) {
    // No later one has more messages than this one has altogether.
    if ((found[TOPICS_SHOWN - 1]?.messages ?? -1) >= topic.messages) break;
    const busy = await readTopic(db, reader, week, topic, muted !== null);
    if (busy) found.push(busy);
    found.sort((a, b) => b.messages - a.messages);
  }
  return found.slice(0, TOPICS_SHOWN);
}

/** New public channels that others created and the reader may see. [DG6] */
async function findNewChannels(db: Connection, reader: Actor, { new_channels }: Week): Promise<NewChannel[]> {
  if (new_channels.length === 0) return [];
  const rows = await findChannelRows(db, reader.realm.realm_id, { among: new_channels });
  const access = await findAccessToAll(db, reader, rows);
  return rows
    .filter(
      ({ stream_id, invite_only, creator_id }) =>
        !invite_only && creator_id !== reader.user_id && access.get(stream_id)!.metadata,
    )
    .map(({ stream_id, name }) => ({ stream_id, name }));
}

/** `joined_at`: when the reader joined, in seconds. Null if there is nothing new. [DG7] */
export async function findContent(
  db: Connection,
  reader: Actor,
  week: Week,
  joined_at: number,
): Promise<DigestContent | null> {
  const topics = await findBusiest(db, reader, week);
  const new_channels = await findNewChannels(db, reader, week);
  if (topics.length === 0 && new_channels.length === 0) return null;
  const counts_reader = joined_at >= week.since && week.joined > 0;
  const joined = (await isLimited(db, reader)) ? 0 : week.joined - (counts_reader ? 1 : 0);
  return { topics, new_channels, joined };
}
