// Flags of messages for one reader: for GET /messages and for register.

import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import { findActor } from '../../identity/auth/auth.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findRangesOfRecipient, isInRanges, type ReadableRange } from '../access/readable-ranges.queries.ts';
import { FLAG, flagNames, WILDCARD } from '../message-rules/flags.rules.ts';
import type { ReadRange } from './read-ranges.rules.ts';
import { type FlaggedMessage, flagsInView, type ReaderView, type SubscriptionSpan } from './reader-view.rules.ts';
import { isReceived, isUnread } from './unread.rules.ts';

/** Fewer messages than this are looked up one by one ... */
const VIEWED_MIN = 8;
/** ... and so are messages further apart than this: there may be too much between them. */
const VIEWED_APART = 1000;

const READ = ['read'];

/** The flags of messages, in order; for spectators everything is read. [RS1] [RS5] */
export async function findFlags(
  db: Connection,
  actor: Actor | null,
  messages: readonly FlaggedMessage[],
): Promise<string[][]> {
  if (!actor) return messages.map(() => READ);
  const unmoved = messages.filter(({ is_edited }) => !is_edited);
  let [from_id, until_id] = [Number.POSITIVE_INFINITY, 0];
  for (const { id } of unmoved) {
    if (id < from_id) from_id = id;
    if (id > until_id) until_id = id;
  }
  const is_close = unmoved.length >= VIEWED_MIN && until_id - from_id <= VIEWED_APART * unmoved.length;
  const view = is_close ? await findView(db, actor.user_id, unmoved, { from_id, until_id }) : null;
  const others = messages.filter(({ is_edited }) => is_edited || view === null).map(({ id }) => id);
  const flags = others.length > 0 ? await findEachFlags(db, actor, others) : null;
  return messages.map((message) => flags?.get(message.id) ?? flagsInView(view!, message));
}

/** A subscription span of the reader in a conversation, or one of their read ranges there. */
interface ConversationRow {
  readonly kind: 'conversation' | 'read';
  readonly recipient_id: RecipientId;
  readonly stream_id: number | null;
  /** Null if the reader has never been subscribed. */
  readonly from_id: number | null;
  readonly until_id: number | null;
  readonly until_event_id: number | null;
}

/** A message with a mark or flags of the reader, or a muted sender with the last message id that muting covers. */
interface ReaderRow {
  readonly kind: 'marked' | 'flagged' | 'silenced';
  readonly id: number;
  readonly value: number;
}

/** Two statements, because each is a round trip on PostgreSQL. */
async function findView(
  db: Connection,
  user_id: UserId,
  messages: readonly FlaggedMessage[],
  { from_id, until_id }: ReadRange,
): Promise<ReaderView> {
  const recipient_ids = [...new Set(messages.map(({ recipient_id }) => recipient_id))];
  const reader = sql.shared(user_id);
  const conversations = await inBatches(recipient_ids, (batch) =>
    db.all<ConversationRow>(
      sql`select 'conversation' as kind, recipient.recipient_id, recipient.stream_id, after_message_id as from_id, until_message_id as until_id, until_event_id
       from recipients recipient left join subscription_spans on subscription_spans.stream_id = recipient.stream_id and user_id = ${reader}
       where recipient.recipient_id in (${sql.list(batch)})
       union all
       select 'read', recipient.recipient_id, null, from_id, until_id, null
       from recipients recipient
       join read_ranges on user_id = ${reader} and read_ranges.recipient_id = recipient.recipient_id
         and from_id <= ${until_id}
         and from_id >= coalesce((select max(earlier.from_id) from read_ranges earlier where earlier.user_id = ${reader}
           and earlier.recipient_id = recipient.recipient_id and earlier.from_id <= ${from_id}), 0)
       where recipient.recipient_id in (${sql.list(batch)}) order by from_id`,
    ),
  );
  const subscription_spans = new Map<RecipientId, SubscriptionSpan[] | null>();
  const read_ranges = new Map<RecipientId, ReadRange[]>();
  for (const { kind, recipient_id, stream_id, from_id, until_id, until_event_id } of conversations)
    if (kind === 'read') getOrSet(read_ranges, recipient_id, () => []).push({ from_id: from_id!, until_id: until_id! });
    else {
      const spans = getOrSet(subscription_spans, recipient_id, () => (stream_id === null ? null : []));
      if (from_id !== null) spans?.push({ after_message_id: from_id, until_message_id: until_id, until_event_id });
    }
  const between = sql`user_id = ${reader} and message_id between ${from_id} and ${until_id}`;
  const rows = await db.all<ReaderRow>(
    sql`select 'marked' as kind, message_id as id, cast(1 as bigint) as value from unread_marks where ${between}
     union all select 'flagged', message_id, cast(flags as bigint) from message_flags where ${between}
     union all select 'silenced', sender_id, until_id from silenced_senders where user_id = ${reader}`,
  );
  const of = (kind: ReaderRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    user_id,
    subscription_spans,
    read_ranges,
    marked: new Set(of('marked').map(({ id }) => id as MessageId)),
    silenced: new Map(of('silenced').map(({ id, value }) => [id as UserId, value])),
    flags: new Map(of('flagged').map(({ id, value }) => [id as MessageId, value])),
  };
}

/** The same flags, looked up one by one from message ids alone. */
export async function findEachFlags(
  db: Connection,
  actor: Actor | null,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, string[]>> {
  if (!actor) return new Map(ids.map((id) => [id, READ]));
  const reader = sql.shared(actor.user_id);
  const rows = await inBatches(ids, (batch) =>
    db.all<{ id: MessageId; flags: number | null; wildcards: number; is_unread: boolean; is_received: boolean }>(
      sql`select messages.id, message_flags.flags, wildcards, ${isUnread(reader)} as is_unread, ${isReceived(reader)} as is_received
       from messages left join message_flags on message_flags.user_id = ${reader} and message_flags.message_id = messages.id
       where messages.id in (${sql.list(batch)})`,
    ),
  );
  return new Map(
    rows.map(({ id, flags, wildcards, is_unread, is_received }) => [
      id,
      flagNames({
        is_read: !is_unread,
        flags: (flags ?? 0) | (is_received ? 0 : FLAG.historical),
        is_everyone_mentioned: Boolean(is_received) && (wildcards & WILDCARD.everyone) !== 0,
      }),
    ]),
  );
}

/** The messages an account has starred and may still read, by id. [RS6] */
export async function findStarred(db: Connection, actor: Actor): Promise<MessageId[]> {
  const rows = await db.all<{ id: MessageId; recipient_id: RecipientId }>(
    sql`select messages.id, recipient_id from message_flags join messages on messages.id = message_flags.message_id
     where user_id = ${actor.user_id} and (flags & ${sql.raw(FLAG.starred)}) <> 0 order by messages.id`,
  );
  return (await readableAmong(db, actor, rows)).map(({ id }) => id);
}

/** The same for an account that may be deactivated: then none. */
export async function findStarredOf(db: Connection, user_id: UserId, realm: Realm): Promise<MessageId[]> {
  const actor = await findActor(db, realm, user_id);
  return actor ? findStarred(db, actor) : [];
}

/** Keeps the messages that the account may read. */
export async function readableAmong<M extends { id: MessageId; recipient_id: RecipientId }>(
  db: Connection,
  actor: Actor,
  messages: readonly M[],
): Promise<M[]> {
  const by_recipient = new Map<RecipientId, M[]>();
  for (const message of messages) getOrSet(by_recipient, message.recipient_id, () => []).push(message);
  const ranges = new Map<RecipientId, readonly ReadableRange[]>();
  await Promise.all(
    [...by_recipient.keys()].map(async (recipient_id) => {
      ranges.set(recipient_id, await findRangesOfRecipient(db, actor, actor.realm, recipient_id));
    }),
  );
  return messages.filter((message) => isInRanges(ranges.get(message.recipient_id)!, message));
}

/** With more ids than this, all mentions between the first and the last are read: there are few. */
const MENTIONS_LOOKED_UP = 500;

interface Mentions {
  readonly personal: ReadonlySet<MessageId>;
  readonly everyone: ReadonlySet<MessageId>;
}

/** The messages that mention an account. Wildcard mentions are listed apart, because muting ignores them. */
export async function findMentions(db: Connection, user_id: UserId, ids: readonly MessageId[]): Promise<Mentions> {
  return lookUpMentions(db, user_id, ids.length > MENTIONS_LOOKED_UP ? await narrowToMentions(db, user_id, ids) : ids);
}

async function narrowToMentions(db: Connection, user_id: UserId, ids: readonly MessageId[]): Promise<MessageId[]> {
  let [from_id, until_id] = [ids[0]!, ids[0]!];
  for (const id of ids) {
    if (id < from_id) from_id = id;
    else if (id > until_id) until_id = id;
  }
  const rows = await db.all<{ id: MessageId }>(
    sql`select message_id as id from message_flags
     where user_id = ${user_id} and message_id between ${from_id} and ${until_id} and (flags & ${sql.raw(MENTION_BITS)}) <> 0
     union select id from messages where realm_id = (select realm_id from users where user_id = ${user_id})
       and id between ${from_id} and ${until_id} and wildcards <> 0`,
  );
  if (rows.length === 0) return [];
  const wanted = new Set(ids);
  return rows.map(({ id }) => id).filter((id) => wanted.has(id));
}

const MENTION_BITS = FLAG.mentioned | FLAG.topic_wildcard_mentioned;

async function lookUpMentions(db: Connection, user_id: UserId, ids: readonly MessageId[]): Promise<Mentions> {
  const personal = new Set<MessageId>();
  const everyone = new Set<MessageId>();
  const reader = sql.shared(user_id);
  await inBatches(ids, async (batch) => {
    const rows = await db.all<{ id: MessageId; flags: number | null; wildcards: number; is_received: boolean }>(
      sql`select messages.id, message_flags.flags, wildcards, ${isReceived(reader)} as is_received
       from messages left join message_flags on message_flags.user_id = ${reader} and message_flags.message_id = messages.id
       where messages.id in (${sql.list(batch)}) and (wildcards <> 0 or (message_flags.flags & ${sql.raw(MENTION_BITS)}) <> 0)`,
    );
    for (const { id, flags, wildcards, is_received } of rows) {
      if (((flags ?? 0) & MENTION_BITS) !== 0) personal.add(id);
      if (is_received && (wildcards & WILDCARD.everyone) !== 0) everyone.add(id);
    }
    return [];
  });
  return { personal, everyone };
}
