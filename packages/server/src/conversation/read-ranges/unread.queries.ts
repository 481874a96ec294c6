// Finds unread messages of one account: first the gaps between its read ranges, then the messages in them.
import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { PerKeyQuery } from '../../kit/database/per-key-query.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { FEW_CONVERSATIONS, findRangesOfChannels, type ReadableRange } from '../access/readable-ranges.queries.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { findDirectRecipients } from '../recipients/recipients.queries.ts';
import { difference, intersection, joined, type ReadRange } from './read-ranges.rules.ts';
import { isUnread, isUnreadInGap, type UnreadExceptions } from './unread.rules.ts';

/** At most this many of a conversation's longest read ranges are skipped; gaps between shorter ones are searched. */
const STEPPED_OVER = 64;
/** Each is searched up to the limit. */
const RANGES = new PerKeyQuery({ recipient_id: 'bigint', after_id: 'bigint', until_id: 'bigint' });
/** At most this many ranges per statement that only checks for any messages. */
const RANGES_LOOKED_INTO = 500;
const HIGHEST = Number.MAX_SAFE_INTEGER;

const EVERYTHING: readonly ReadRange[] = [{ from_id: 1, until_id: HIGHEST }];

type RangesByRecipient = Map<RecipientId, ReadRange[]>;

/** The longest read ranges of an account by recipient, in order. */
async function findLongReadRanges(
  db: Connection,
  user_id: UserId,
  only: RecipientId | null,
): Promise<RangesByRecipient> {
  const rows = await db.all<ReadRange & { recipient_id: RecipientId }>(
    sql`select recipient_id, from_id, until_id from (
       select recipient_id, from_id, until_id,
         row_number() over (partition by recipient_id order by until_id - from_id desc) as rank
       from read_ranges where user_id = ${user_id} ${only === null ? sql.nothing : sql`and recipient_id = ${only}`}) as longest
     where rank <= ${sql.raw(STEPPED_OVER)} order by recipient_id, from_id`,
  );
  const by_recipient: RangesByRecipient = new Map();
  for (const { recipient_id, from_id, until_id } of rows)
    getOrSet(by_recipient, recipient_id, () => []).push({ from_id, until_id });
  return by_recipient;
}

/** Where the account's current subscription spans begin, by recipient. */
async function findSpans(db: Connection, user_id: UserId, only: RecipientId | null): Promise<RangesByRecipient> {
  const here = sql`and subscription_spans.stream_id = (select stream_id from recipients where recipient_id = ${only})`;
  const rows = await db.all<{ recipient_id: RecipientId; after_message_id: number }>(
    sql`select recipient_id, after_message_id from subscription_spans
     join channels on channels.stream_id = subscription_spans.stream_id
     where user_id = ${user_id} and until_event_id is null ${only === null ? sql.nothing : here}`,
  );
  return new Map(
    rows.map(({ recipient_id, after_message_id }) => [
      recipient_id,
      [{ from_id: after_message_id + 1, until_id: HIGHEST }],
    ]),
  );
}

interface Located {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
}

function findMarked(db: Connection, user_id: UserId): Promise<Located[]> {
  return db.all<Located>(
    sql`select messages.id, recipient_id from unread_marks join messages on messages.id = unread_marks.message_id
     where user_id = ${user_id}`,
  );
}

/**
 * Unread messages that moved here from other channels: their read state is kept under the channel they were sent to.
 */
async function findMovedUnread(db: Connection, user_id: UserId): Promise<Located[]> {
  if (!(await db.get(sql`select 1 as found from message_moves limit 1`))) return [];
  const spans = await db.all<{ recipient_id: RecipientId; after_message_id: number; until_message_id: number | null }>(
    sql`select recipient_id, after_message_id, until_message_id from subscription_spans
     join channels on channels.stream_id = subscription_spans.stream_id where user_id = ${user_id}`,
  );
  const received: RangesByRecipient = new Map();
  for (const { recipient_id, after_message_id, until_message_id } of spans)
    getOrSet(received, recipient_id, () => []).push({
      from_id: after_message_id + 1,
      until_id: until_message_id ?? HIGHEST,
    });
  const long = await findLongReadRanges(db, user_id, null);
  const unread_ranges = [...received].flatMap(([recipient_id, read_ranges]) =>
    rangesOf(recipient_id, difference(joined(read_ranges), long.get(recipient_id) ?? [])),
  );
  const is_unread = isUnread(sql.shared(user_id));
  return RANGES.find<Located>(
    db,
    unread_ranges,
    ({ recipient_id, after_id, until_id }) => sql`select messages.id, messages.recipient_id from message_moves first
      join messages on messages.id = first.message_id
      where first.step = 0 and first.recipient_id = ${recipient_id} and first.message_id > ${after_id}
        and first.message_id <= ${until_id} and ${is_unread}`,
  );
}

/** Those of few that moved, which are in one channel now. */
function findMovedHere(db: Connection, user_id: UserId, recipient_id: RecipientId): Promise<Located[]> {
  return db.all<Located>(
    sql`select messages.id, messages.recipient_id from message_moves first join messages on messages.id = first.message_id
     where first.step = 0 and +messages.recipient_id = ${recipient_id} and ${isUnread(sql.shared(user_id))}`,
  );
}

function rangesOf(recipient_id: RecipientId, read_ranges: readonly ReadRange[]): ReadableRange[] {
  return read_ranges.map(({ from_id, until_id }) => ({ recipient_id, after_id: from_id - 1, until_id }));
}

/** Drops empty ranges: most conversations have nothing after the last read message. */
function findOccupied(db: Connection, ranges: readonly UnreadRange[]): Promise<UnreadRange[]> {
  const look = async (batch: readonly UnreadRange[]) => {
    const values = batch.map(
      ({ recipient_id, after_id, until_id }, range_index) =>
        sql`(${sql.raw(range_index)}, cast(${recipient_id} as bigint), cast(${after_id} as bigint), cast(${until_id} as bigint))`,
    );
    const rows = await db.all<{ range_index: number }>(
      sql`with searched (range_index, recipient_id, after_id, until_id) as (values ${sql.join(values, ', ')})
       select range_index from searched where exists (select 1 from messages
         where messages.recipient_id = searched.recipient_id and id > after_id and id <= until_id) order by range_index`,
    );
    return rows.map(({ range_index }) => batch[range_index]!);
  };
  return inBatches(ranges, look, RANGES_LOOKED_INTO);
}

/** One range per id; if there are many, one range around all, because the result only narrows the search. */
function rangesAround(ids: readonly number[]): ReadRange[] {
  if (ids.length > STEPPED_OVER) return [{ from_id: Math.min(...ids), until_id: Math.max(...ids) }];
  return joined(ids.map((id) => ({ from_id: id, until_id: id })));
}

interface UnreadRange extends ReadableRange {
  /** The reader received all of it, is still there, and has no read ranges in it: see {@link isUnreadInGap}. */
  readonly is_gap: boolean;
}

/** Rows that tell where unread messages can be, where few do. */
const FEW_ROWS = 300;

/** Whether few rows tell where unread messages of a conversation, or of any, can be. */
async function haveFewRows(db: Connection, user_id: UserId, only: RecipientId | null): Promise<boolean> {
  const few = sql.raw(FEW_ROWS + 1);
  const here = only === null ? sql.nothing : sql`and recipient_id = ${only}`;
  const found = await db.get<{ rows: number }>(
    sql`select count(*) as rows from (
       select 1 from (select 1 from read_ranges where user_id = ${user_id} ${here} limit ${few}) as covered
       union all select 1 from (select 1 from unread_marks where user_id = ${user_id} limit ${few}) as marked
       union all select 1 from (select 1 from message_moves limit ${few}) as moved) as telling`,
  );
  return found!.rows <= FEW_ROWS;
}

/** {@link narrowToUnread} for few conversations, if few rows tell; else null. */
export async function narrowFewToUnread(
  db: Connection,
  user_id: UserId,
  ranges: readonly ReadableRange[],
): Promise<ReadableRange[] | null> {
  const recipients = new Set(ranges.map(({ recipient_id }) => recipient_id));
  const [only = null] = recipients.size === 1 ? recipients : [];
  if (recipients.size === 0) return [];
  if (recipients.size > FEW_CONVERSATIONS || !(await haveFewRows(db, user_id, only))) return null;
  return narrowToUnread(db, user_id, ranges, only === null ? undefined : await findMovedHere(db, user_id, only));
}

/**
 * Narrows `ranges` to the parts that unread messages can be in: few and small for a reader who has read nearly
 * everything. The parts may have other messages too, so check {@link isUnread} as well. Other fields of a
 * range are kept. Narrows on read messages have no such shortcut: they use the negated condition alone.
 */
export async function narrowToUnread(
  db: Connection,
  user_id: UserId,
  ranges: readonly ReadableRange[],
  moved_here?: readonly Located[] | undefined,
): Promise<UnreadRange[]> {
  const recipients = new Set(ranges.map(({ recipient_id }) => recipient_id));
  const [only = null] = recipients.size === 1 ? recipients : [];
  // All at once: a reader process or PostgreSQL would be waited for at each.
  const [long, spans, direct_ids, marks, moved] = await Promise.all([
    findLongReadRanges(db, user_id, only),
    findSpans(db, user_id, only),
    findDirectRecipients(db, user_id, only),
    findMarked(db, user_id),
    moved_here ?? findMovedUnread(db, user_id),
  ]);
  const direct = new Set(direct_ids);
  const elsewhere = new Map<RecipientId, number[]>();
  for (const { id, recipient_id } of [...marks, ...moved])
    if (recipients.has(recipient_id)) getOrSet(elsewhere, recipient_id, () => []).push(id);
  const gaps = new Map<RecipientId, readonly ReadRange[]>();
  const others = new Map<RecipientId, readonly ReadRange[]>();
  for (const recipient_id of recipients) {
    const received = direct.has(recipient_id) ? EVERYTHING : (spans.get(recipient_id) ?? []);
    const read = long.get(recipient_id) ?? [];
    const without = difference(received, read);
    const marked = rangesAround(elsewhere.get(recipient_id) ?? []);
    // Shorter read ranges may lie in what is between the longest.
    const is_exact = read.length < STEPPED_OVER;
    gaps.set(recipient_id, is_exact ? without : []);
    others.set(recipient_id, is_exact ? difference(marked, without) : joined([...without, ...marked]));
  }
  const within = (wanted: ReadonlyMap<RecipientId, readonly ReadRange[]>, is_gap: boolean) =>
    ranges.flatMap((range) =>
      intersection([{ from_id: range.after_id + 1, until_id: range.until_id }], wanted.get(range.recipient_id)!).map(
        ({ from_id, until_id }) => ({ ...range, after_id: from_id - 1, until_id, is_gap }),
      ),
    );
  return findOccupied(db, [...within(gaps, true), ...within(others, false)]);
}

export interface UnreadMessage {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly subject: string;
}

export interface UnreadFilter {
  /** All conversations if absent. */
  readonly recipient_id?: RecipientId | undefined;
  readonly topic_key?: string;
  readonly sender_id?: UserId;
  readonly limit: number;
}

/** The newest unread messages of an account: in no order, unless there are more, when they come newest first. */
export async function findUnread(db: Connection, actor: Actor, params: UnreadFilter): Promise<UnreadMessage[]> {
  const { recipient_id, topic_key, sender_id, limit } = params;
  const everywhere = await findRangesToSearch(db, actor);
  const ranges =
    recipient_id === undefined ? everywhere : everywhere.filter((range) => range.recipient_id === recipient_id);
  const narrowed = await narrowToUnread(db, actor.user_id, ranges);
  if (narrowed.length === 0) return [];
  const is_unread = isUnread(sql.shared(actor.user_id));
  const is_unread_in_gap = isUnreadInGap(sql.shared(actor.user_id), await findExceptions(db, actor.user_id));
  const most = sql.shared(limit);
  const topic = topic_key === undefined ? sql.nothing : sql`and topic_key = ${sql.shared(topic_key)}`;
  const sender = sender_id === undefined ? sql.nothing : sql`and sender_id = ${sql.shared(sender_id)}`;
  // Only columns of the index messages_unread, unless a topic is asked for: reading it alone takes an eighth of the time.
  const search = (wanted: readonly UnreadRange[], condition: Fragment) =>
    RANGES.find<UnreadMessage>(
      db,
      wanted,
      ({ recipient_id, after_id, until_id }) => sql`select messages.id, messages.recipient_id, subject from messages
        where messages.recipient_id = ${recipient_id} and messages.id > ${after_id} and messages.id <= ${until_id} ${topic} ${sender}
          and ${condition} order by messages.id desc limit ${most}`,
    );
  const [gaps, others] = [narrowed.filter(({ is_gap }) => is_gap), narrowed.filter(({ is_gap }) => !is_gap)];
  const all = [...(await search(gaps, is_unread_in_gap)), ...(await search(others, is_unread))];
  return all.length > limit ? all.sort((a, b) => b.id - a.id).slice(0, limit) : all;
}

/** Whether the account has any unread marks, and any muted senders. */
async function findExceptions(db: Connection, user_id: UserId): Promise<UnreadExceptions> {
  const marked = await db.get(sql`select 1 as found from unread_marks where user_id = ${user_id} limit 1`);
  const silenced = await db.get(sql`select 1 as found from silenced_senders where user_id = ${user_id} limit 1`);
  return { has_marks: marked !== null, has_silenced: silenced !== null };
}

/**
 * All ranges that can have unread messages: direct conversations, and the readable part of subscribed channels. [RS3]
 */
async function findRangesToSearch(db: Connection, actor: Actor): Promise<ReadableRange[]> {
  const channels = await db.all<ChannelRow>(
    sql`select channels.* from channels join subscriptions on subscriptions.stream_id = channels.stream_id
     where user_id = ${actor.user_id} and active and not is_archived`,
  );
  const direct = await findDirectRecipients(db, actor.user_id);
  const in_channels = await findRangesOfChannels(db, actor, channels);
  return [...direct.flatMap((recipient_id) => rangesOf(recipient_id, EVERYTHING)), ...[...in_channels.values()].flat()];
}
