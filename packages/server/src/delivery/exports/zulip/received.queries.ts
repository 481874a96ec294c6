// The flags of messages for each of their readers, for all readers at once. [EX11]
import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import { FLAG, flagNames, WILDCARD } from '../../../conversation/message-rules/flags.rules.ts';
import type { ReadRange } from '../../../conversation/read-ranges/read-ranges.rules.ts';
import type {
  FlaggedMessage,
  ReaderView,
  SubscriptionSpan,
} from '../../../conversation/read-ranges/reader-view.rules.ts';
import { flagsInView } from '../../../conversation/read-ranges/reader-view.rules.ts';
import { isReceived, isUnread } from '../../../conversation/read-ranges/unread.rules.ts';
import { getOrSet } from '../../../kit/collections/get-or-set.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';

export interface Received {
  readonly message_id: MessageId;
  readonly user_id: UserId;
  readonly flags: readonly string[];
}

/** A row for each reader who received the message or flagged it. Messages are of one batch, by id. */
export async function* findReceived(
  db: Connection,
  messages: readonly FlaggedMessage[],
  isWanted: (user_id: UserId) => boolean,
): AsyncGenerator<Received> {
  const by_recipient = Map.groupBy(
    messages.filter(({ is_edited }) => !is_edited),
    ({ recipient_id }) => recipient_id,
  );
  for (const [recipient_id, own] of by_recipient)
    for (const view of (await findViews(db, recipient_id, own)).values()) {
      if (!isWanted(view.user_id)) continue;
      for (const message of own) {
        const flags = flagsInView(view, message);
        if (!flags.includes('historical') || view.flags.has(message.id))
          yield { message_id: message.id, user_id: view.user_id, flags };
      }
    }
  for (const message of messages) if (message.is_edited) yield* findReadersOf(db, message, isWanted);
}

type View = Pick<ReaderView, 'user_id'> & {
  subscription_spans: Map<RecipientId, SubscriptionSpan[] | null>;
  read_ranges: Map<RecipientId, ReadRange[]>;
  marked: Set<MessageId>;
  silenced: Map<UserId, number>;
  flags: Map<MessageId, number>;
};

/** Readers who were subscribed when one of the messages was sent, or who flagged one. */
async function findViews(
  db: Connection,
  recipient_id: RecipientId,
  messages: readonly FlaggedMessage[],
): Promise<ReadonlyMap<UserId, View>> {
  const ids = sql.list(messages.map(({ id }) => id));
  const [first, last] = [messages[0]!.id, messages.at(-1)!.id];
  const views = new Map<UserId, View>();
  const place = await db.get<{ stream_id: number | null }>(
    sql`select stream_id from recipients where recipient_id = ${recipient_id}`,
  );
  const stream_id = place!.stream_id;
  const viewOf = (user_id: UserId) =>
    getOrSet(views, user_id, () => ({
      user_id,
      subscription_spans: new Map([[recipient_id, stream_id === null ? null : []]]),
      read_ranges: new Map(),
      marked: new Set<MessageId>(),
      silenced: new Map(),
      flags: new Map(),
    }));
  if (stream_id === null)
    for (const { user_id } of await db.all<{ user_id: UserId }>(
      sql`select user_id from recipient_users where recipient_id = ${recipient_id} order by user_id`,
    ))
      viewOf(user_id);
  else
    for (const { user_id, ...span } of await db.all<{ user_id: UserId } & SubscriptionSpan>(
      sql`select user_id, after_message_id, until_message_id, until_event_id from subscription_spans
       where stream_id = ${stream_id} and after_message_id < ${last} and (until_message_id is null or until_message_id >= ${first})
       order by user_id, after_event_id`,
    ))
      viewOf(user_id).subscription_spans.get(recipient_id)!.push(span);
  for (const { user_id, message_id, flags } of await db.all<{ user_id: UserId; message_id: MessageId; flags: number }>(
    sql`select user_id, message_id, flags from message_flags where message_id in (${ids})`,
  ))
    viewOf(user_id).flags.set(message_id, flags);
  for (const { sender_id } of messages) viewOf(sender_id);
  for (const { user_id, ...range } of await db.all<{ user_id: UserId } & ReadRange>(
    sql`select user_id, from_id, until_id from read_ranges where recipient_id = ${recipient_id}
       and from_id <= ${last} and until_id >= ${first} order by user_id, from_id`,
  )) {
    const ranges = views.get(user_id)?.read_ranges;
    if (ranges) getOrSet(ranges, recipient_id, () => []).push(range);
  }
  for (const { user_id, message_id } of await db.all<{ user_id: UserId; message_id: MessageId }>(
    sql`select user_id, message_id from unread_marks where message_id in (${ids})`,
  ))
    viewOf(user_id).marked.add(message_id);
  const sender_ids = [...new Set(messages.map(({ sender_id }) => sender_id))];
  for (const row of await db.all<{ user_id: UserId; sender_id: UserId; until_id: number }>(
    sql`select user_id, sender_id, until_id from silenced_senders where sender_id in (${sql.list(sender_ids)}) and until_id >= ${first}`,
  ))
    views.get(row.user_id)?.silenced.set(row.sender_id, row.until_id);
  return views;
}

/** An edited message may have been sent elsewhere, so each is looked up by itself. */
async function* findReadersOf(
  db: Connection,
  { id, sender_id }: FlaggedMessage,
  isWanted: (user_id: UserId) => boolean,
): AsyncGenerator<Received> {
  const reader = sql.raw('candidate.user_id');
  const rows = await db.all<{
    user_id: UserId;
    flags: number | null;
    wildcards: number;
    is_unread: boolean;
    is_received: boolean;
  }>(
    sql`select candidate.user_id, message_flags.flags, messages.wildcards,
       ${isUnread(reader)} as is_unread, ${isReceived(reader)} as is_received
     from messages join (
       select span.user_id from subscription_spans span join recipients using (stream_id)
         where recipients.recipient_id in (select recipient_id from messages where id = ${id}
           union select recipient_id from message_moves where message_id = ${id})
       union select user_id from recipient_users where recipient_id = (select recipient_id from messages where id = ${id})
       union select user_id from message_flags where message_id = ${id}
       union select user_id from users where user_id = ${sender_id}
     ) candidate on true
     left join message_flags on message_flags.user_id = candidate.user_id and message_flags.message_id = messages.id
     where messages.id = ${id} order by candidate.user_id`,
  );
  for (const { user_id, flags, wildcards, is_unread, is_received } of rows) {
    if ((!is_received && flags === null) || !isWanted(user_id)) continue;
    const names = flagNames({
      is_read: !is_unread,
      flags: (flags ?? 0) | (is_received ? 0 : FLAG.historical),
      is_everyone_mentioned: Boolean(is_received) && (wildcards & WILDCARD.everyone) !== 0,
    });
    yield { message_id: id, user_id, flags: names };
  }
}
