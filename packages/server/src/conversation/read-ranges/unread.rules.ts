// When a message is unread, as a condition on a row of `messages` in SQL. Pure. [RS1]
//
// A message counts as unread for who received it and is still there: a participant of a direct conversation, or somebody
// who was in the channel when it came and has not left since. It is read when their read read_ranges cover it, when they
// wrote it, when they have left since, and when they have muted who wrote it; a mark makes it unread all the same. The read_ranges are kept by where a message
// was sent, so that moving it to another channel writes nothing for its readers.

/** Where a message was sent, wherever it is now. What moves a message marks it as edited: of most messages no moves are looked for. */
const SENT_TO = `case when messages.is_edited then coalesce((select moved.recipient_id from message_moves moved
  where moved.message_id = messages.id and moved.step = 0), messages.recipient_id) else messages.recipient_id end`;

/** `me` is the placeholder of the reader's id, in this and all that follow. */
const isCovered = (me: string) => `coalesce((select range.until_id from read_stretches range
  where range.user_id = ${me} and range.recipient_id = ${SENT_TO} and range.from_id <= messages.id
  order by range.from_id desc limit 1), 0) >= messages.id`;

/** Of a message that was never moved: received, and not left since. */
const hasStayed = (me: string) => `exists (select 1 from recipients place
  left join subscription_spans span on span.stream_id = place.stream_id and span.user_id = ${me}
    and span.until_event_id is null
  where place.recipient_id = messages.recipient_id
    and (place.stream_id is null or span.after_message_id < messages.id))`;

/** Of a moved message: in each of its channels as long as it was there. */
const hasFollowed = (me: string) => `not exists (select 1 from message_moves step
    where step.message_id = messages.id and not exists (select 1 from subscription_spans span
      where span.user_id = ${me} and span.stream_id = step.stream_id
        and case when step.step = 0 then span.after_message_id < step.message_id
          else span.after_event_id <= step.from_event_id end
        and (span.until_event_id is null or span.until_event_id > step.until_event_id)))
  and exists (select 1 from recipients place join subscription_spans span on span.stream_id = place.stream_id
    where place.recipient_id = messages.recipient_id and span.user_id = ${me} and span.until_event_id is null
      and span.after_event_id <= (select max(step.until_event_id) from message_moves step where step.message_id = messages.id))`;

/** By somebody whom the reader has muted, while that lasts or before. */
export const isSilenced = (me: string, message = 'messages') => `exists (select 1 from silenced_senders silenced
  where silenced.user_id = ${me} and silenced.sender_id = ${message}.sender_id and silenced.until_id >= ${message}.id)`;

/** Unread; of a message that the reader may read. */
export const isUnread = (me: string) => `(exists (select 1 from unread_marks mark
    where mark.user_id = ${me} and mark.message_id = messages.id)
  or (messages.sender_id <> ${me} and not ${isCovered(me)} and not ${isSilenced(me)}
    and case when messages.is_edited and exists (select 1 from message_moves moved where moved.message_id = messages.id)
      then ${hasFollowed(me)} else ${hasStayed(me)} end))`;

/** Sent to the reader when it was sent, or by them. Anything else they can read is history to them. [RS5] */
export const isReceived = (me: string) => `(messages.sender_id = ${me} or exists (select 1 from recipients place
  left join subscription_spans span on span.stream_id = place.stream_id and span.user_id = ${me}
  where place.recipient_id = ${SENT_TO} and (place.stream_id is null or (span.after_message_id < messages.id
    and (span.until_message_id is null or span.until_message_id >= messages.id)))))`;

export const sentTo = SENT_TO;
