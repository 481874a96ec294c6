// When a message is unread, as an SQL condition on a row of `messages`. Pure. [RS1]
//
// A message can be unread for accounts that received it and are still there: participants of a direct conversation, or
// accounts subscribed to the channel since before it came. It is read if it lies in their read ranges, if they wrote
// it, if they have left since, or if they muted its sender; an unread mark overrides all of these. Read ranges refer to
// the recipient a message was sent to, so moving it to another channel writes nothing for its readers.
import { type Fragment, sql } from '../../kit/database/sql.ts';

/**
 * The recipient a message was sent to, wherever it is now. Moves mark a message as edited, so most messages need no
 * lookup.
 */
export const SENT_TO = sql`case when messages.is_edited then coalesce((select moved.recipient_id from message_moves moved
  where moved.message_id = messages.id and moved.step = 0), messages.recipient_id) else messages.recipient_id end`;

/** `reader` is the reader's id, here and below: a column or a shared value. */
const isCovered = (reader: Fragment) => sql`coalesce((select range.until_id from read_ranges range
  where range.user_id = ${reader} and range.recipient_id = ${SENT_TO} and range.from_id <= messages.id
  order by range.from_id desc limit 1), 0) >= messages.id`;

/** For a message that never moved: whether the reader received it and has stayed since. */
const hasStayed = (reader: Fragment) => sql`exists (select 1 from recipients recipient
  left join subscription_spans span on span.stream_id = recipient.stream_id and span.user_id = ${reader}
    and span.until_event_id is null
  where recipient.recipient_id = messages.recipient_id
    and (recipient.stream_id is null or span.after_message_id < messages.id))`;

/** For a moved message: whether the reader was in each of its channels while it was there. */
const hasFollowed = (reader: Fragment) => sql`not exists (select 1 from message_moves step
    where step.message_id = messages.id and not exists (select 1 from subscription_spans span
      where span.user_id = ${reader} and span.stream_id = step.stream_id
        and case when step.step = 0 then span.after_message_id < step.message_id
          else span.after_event_id <= step.from_event_id end
        and (span.until_event_id is null or span.until_event_id > step.until_event_id)))
  and exists (select 1 from recipients recipient join subscription_spans span on span.stream_id = recipient.stream_id
    where recipient.recipient_id = messages.recipient_id and span.user_id = ${reader} and span.until_event_id is null
      and span.after_event_id <= (select max(step.until_event_id) from message_moves step where step.message_id = messages.id))`;

const MESSAGES: Fragment = sql`messages`;

/** Whether its sender is muted by the reader now, or was when it came. */
export const isSilenced = (reader: Fragment, message = MESSAGES) => sql`exists (select 1 from silenced_senders silenced
  where silenced.user_id = ${reader} and silenced.sender_id = ${message}.sender_id and silenced.until_id >= ${message}.id)`;

const isMarked = (reader: Fragment) =>
  sql`exists (select 1 from unread_marks mark where mark.user_id = ${reader} and mark.message_id = messages.id)`;

/** Whether a message that the reader may read is unread. */
export const isUnread = (reader: Fragment) => sql`(${isMarked(reader)}
  or (messages.sender_id <> ${reader} and not ${isCovered(reader)} and not ${isSilenced(reader)}
    and case when messages.is_edited and exists (select 1 from message_moves moved where moved.message_id = messages.id)
      then ${hasFollowed(reader)} else ${hasStayed(reader)} end))`;

export interface UnreadExceptions {
  readonly has_marks: boolean;
  readonly has_silenced: boolean;
}

/**
 * The same between read ranges of a conversation that the reader is in: messages that never moved were received and are not covered
 * there. Exceptions that the reader does not have are not checked for each message.
 */
export function isUnreadInGap(reader: Fragment, { has_marks, has_silenced }: UnreadExceptions): Fragment {
  const others = sql`messages.sender_id <> ${reader}`;
  const heard = has_silenced ? sql`(${others} and not ${isSilenced(reader)})` : others;
  const unmoved = has_marks ? sql`(${heard} or ${isMarked(reader)})` : heard;
  return sql`case when messages.is_edited then ${isUnread(reader)} else ${unmoved} end`;
}

/** Whether the reader received or sent it. Other messages they can read are `historical`. [RS5] */
export const isReceived = (
  reader: Fragment,
) => sql`(messages.sender_id = ${reader} or exists (select 1 from recipients recipient
  left join subscription_spans span on span.stream_id = recipient.stream_id and span.user_id = ${reader}
  where recipient.recipient_id = ${SENT_TO} and (recipient.stream_id is null or (span.after_message_id < messages.id
    and (span.until_message_id is null or span.until_message_id >= messages.id)))))`;
