// Which messages an account may read, as a list of ranges: each a recipient and a span of ids, never a row per message.
// Every read of messages uses it. [MS7] The channels slice decides on access to channels.

import { type ChannelId, type MessageId, type RecipientId, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { type ChannelRow, findAccess, findAccessToAll, findChannelsWithAccess } from '../channels/channels.queries.ts';
import { hasProtectedHistory } from '../channels/channels.rules.ts';
import { findDirectRecipients } from '../recipients/recipients.queries.ts';

export interface ReadableRange {
  readonly recipient_id: RecipientId;
  /** Messages above this id ... */
  readonly after_id: number;
  /** ... up to this one. */
  readonly until_id: number;
  /** Only this topic, if set. */
  readonly topic_key?: string;
}

const FOREVER = Number.MAX_SAFE_INTEGER;

/** Everything in a recipient. */
export const wholeRange = (recipient_id: RecipientId): ReadableRange => ({
  recipient_id,
  after_id: 0,
  until_id: FOREVER,
});

interface SpanRow {
  stream_id: ChannelId;
  after_message_id: MessageId;
  until_message_id: MessageId | null;
}

function findSpans(db: Connection, user_id: UserId, stream_id: ChannelId | null = null): Promise<SpanRow[]> {
  return db.all<SpanRow>(
    sql`select stream_id, after_message_id, until_message_id from subscription_spans
     where user_id = ${user_id} ${stream_id === null ? sql.nothing : sql`and stream_id = ${stream_id}`}`,
  );
}

const spanRange = (recipient_id: RecipientId, span: SpanRow): ReadableRange => ({
  recipient_id,
  after_id: span.after_message_id,
  until_id: span.until_message_id ?? FOREVER,
});

/** The readable ranges of a channel with content access: all of it, or the reader's subscription spans. */
async function channelRanges(db: Connection, actor: Actor | null, channel: ChannelRow): Promise<ReadableRange[]> {
  if (!channel.invite_only || channel.history_public_to_subscribers) return [wholeRange(channel.recipient_id)];
  if (!actor) return [];
  const spans = await findSpans(db, actor.user_id, channel.stream_id);
  return spans.map((span) => spanRange(channel.recipient_id, span));
}

/** The readable ranges of a channel, received or not. */
export async function findRangesOfChannel(
  db: Connection,
  actor: Actor | null,
  channel: ChannelRow,
): Promise<ReadableRange[]> {
  return (await findAccess(db, actor, channel)).content ? channelRanges(db, actor, channel) : [];
}

/** The readable ranges of one recipient. */
export async function findRangesOfRecipient(
  db: Connection,
  actor: Actor | null,
  realm: Realm,
  recipient_id: RecipientId,
): Promise<ReadableRange[]> {
  const channel = await getOnce<ChannelRow>(
    db,
    sql`select channels.* from recipients join channels on channels.stream_id = recipients.stream_id
     where recipients.recipient_id = ${recipient_id} and +channels.realm_id = ${realm.realm_id}`,
  );
  if (channel) return findRangesOfChannel(db, actor, channel);
  if (!actor) return [];
  const member = await getOnce(
    db,
    sql`select 1 as found from recipient_users where recipient_id = ${recipient_id} and user_id = ${actor.user_id}`,
  );
  return member ? [wholeRange(recipient_id)] : [];
}

/** The readable ranges of each of these channels, in three statements for all of them. */
export async function findRangesOfChannels(
  db: Connection,
  actor: Actor,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<ChannelId, ReadableRange[]>> {
  const access = await findAccessToAll(db, actor, channels);
  const readable = channels.filter(({ stream_id }) => access.get(stream_id)!.content);
  const spans = readable.some(hasProtectedHistory) ? await findSpans(db, actor.user_id) : [];
  return new Map(
    readable.map((channel) => {
      const { stream_id, recipient_id } = channel;
      if (!hasProtectedHistory(channel)) return [stream_id, [wholeRange(recipient_id)]];
      return [
        stream_id,
        spans.filter((span) => span.stream_id === stream_id).map((span) => spanRange(recipient_id, span)),
      ];
    }),
  );
}

/** The ranges an account received and may still read: direct messages, and channels while subscribed. */
export async function findReceivedRanges(db: Connection, actor: Actor): Promise<ReadableRange[]> {
  const spans = new Map<ChannelId, SpanRow[]>();
  for (const span of await findSpans(db, actor.user_id)) getOrSet(spans, span.stream_id, () => []).push(span);
  const channels =
    spans.size === 0
      ? []
      : await findChannelsWithAccess(db, actor.realm, actor, { archived_too: true, among: [...spans.keys()] });
  const in_channels = channels
    .filter(({ content }) => content)
    .flatMap(({ channel }) =>
      (spans.get(channel.stream_id) ?? []).map((span) => spanRange(channel.recipient_id, span)),
    );
  return [...(await findDirectRecipients(db, actor.user_id)).map(wholeRange), ...in_channels];
}

/** Reading from so many takes less than a millisecond, and hardly longer than the start of a long read. */
export const FEW_CONVERSATIONS = 100;

/** Whether an account has few conversations, or few direct ones. Counts only so far. */
export async function receivesFew(db: Connection, { user_id }: Actor, of: 'received' | 'direct'): Promise<boolean> {
  const some = (table: Fragment) =>
    sql`(select count(*) from (select 1 from ${table} where user_id = ${user_id} limit ${FEW_CONVERSATIONS + 1}) as few)`;
  const spans = of === 'direct' ? sql`0` : some(sql`subscription_spans`);
  const row = await db.get<{ count: number }>(sql`select ${some(sql`recipient_users`)} + ${spans} as count`);
  return row!.count <= FEW_CONVERSATIONS;
}

/** All ranges an account may read, received or not. */
export async function findReadableRanges(db: Connection, actor: Actor): Promise<ReadableRange[]> {
  const channels = await findChannelsWithAccess(db, actor.realm, actor, { archived_too: true });
  const ranges = await findRangesOfChannels(
    db,
    actor,
    channels.map(({ channel }) => channel),
  );
  return [...(await findDirectRecipients(db, actor.user_id)).map(wholeRange), ...[...ranges.values()].flat()];
}

/** The topics an account follows, readable or not. */
export async function findFollowed(db: Connection, user_id: UserId): Promise<ReadableRange[]> {
  const topics = await db.all<{ recipient_id: RecipientId; topic_key: string }>(
    sql`select recipient_id, topic_key from user_topics join channels on channels.stream_id = user_topics.stream_id
     where user_id = ${user_id} and visibility_policy = ${sql.raw(VISIBILITY_POLICY.followed)}`,
  );
  return topics.map(({ recipient_id, topic_key }) => ({ ...wholeRange(recipient_id), topic_key }));
}

/** The intersection of two lists of ranges. */
export function intersectRanges(a: readonly ReadableRange[], b: readonly ReadableRange[]): ReadableRange[] {
  const by_recipient = new Map<RecipientId, ReadableRange[]>();
  for (const range of a) getOrSet(by_recipient, range.recipient_id, () => []).push(range);
  return b.flatMap((range) =>
    (by_recipient.get(range.recipient_id) ?? [])
      .filter(({ topic_key = range.topic_key }) => topic_key === (range.topic_key ?? topic_key))
      .map((other) => ({
        ...other,
        ...range,
        after_id: Math.max(range.after_id, other.after_id),
        until_id: Math.min(range.until_id, other.until_id),
      }))
      .filter(({ after_id, until_id }) => after_id < until_id),
  );
}

/** The ranges of all public channels, all web-public ones or all archived ones, as far as the actor may read them. */
export async function findRangesOfKind(
  db: Connection,
  actor: Actor | null,
  realm: Realm,
  kind: 'public' | 'web-public' | 'archived',
): Promise<ReadableRange[]> {
  const isOfKind = (channel: ChannelRow) =>
    kind === 'archived' ? channel.is_archived : !channel.invite_only && (kind === 'public' || channel.is_web_public);
  const channels = await findChannelsWithAccess(db, realm, actor, { archived_too: true });
  const readable = channels.filter(({ channel, content }) => content && isOfKind(channel));
  return (await Promise.all(readable.map(({ channel }) => channelRanges(db, actor, channel)))).flat();
}

/** Whether a message lies in one of these ranges, whatever its topic. */
export function isInRanges(
  ranges: readonly ReadableRange[],
  message: { recipient_id: RecipientId; id: MessageId },
): boolean {
  return ranges.some(
    (range) =>
      range.recipient_id === message.recipient_id && range.after_id < message.id && message.id <= range.until_id,
  );
}
