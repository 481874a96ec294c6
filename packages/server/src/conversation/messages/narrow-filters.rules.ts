// The conditions of narrows as SQL on a row of `messages`. Pure.
import { type MessageId, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { FLAG, WILDCARD } from '../message-rules/flags.rules.ts';
import { isReceived, isUnread } from '../read-ranges/unread.rules.ts';

export const not = (filter: Fragment) => sql`not (${filter})`;

const IN_CHANNEL = sql`and exists (select 1 from recipients recipient
  where recipient.recipient_id = messages.recipient_id and recipient.stream_id is not null)`;

export const inTopic = (topic_key: string) =>
  sql`messages.topic_key = ${topic_key} ${topic_key === '' ? IN_CHANNEL : sql.nothing}`;

export const sentBy = (user_id: UserId) => sql`messages.sender_id = ${user_id}`;

export const withId = (id: MessageId) => sql`messages.id = ${id}`;

/** Resolved topics begin with this mark. */
export const resolved = sql`messages.topic_key like '✔ %'`;

export const has: Readonly<Record<string, Fragment>> = {
  link: sql`messages.has_link`,
  image: sql`messages.has_image`,
  attachment: sql`messages.has_attachment`,
  reaction: sql`exists (select 1 from reactions where reactions.message_id = messages.id)`,
};

export const MENTION = FLAG.mentioned | FLAG.topic_wildcard_mentioned;

export const flagged = (user_id: UserId, bits: number) => sql`exists (select 1 from message_flags flagged
  where flagged.user_id = ${user_id} and flagged.message_id = messages.id and (flagged.flags & ${sql.raw(bits)}) <> 0)`;

export const mentioned = (user_id: UserId) => sql`(${flagged(user_id, MENTION)}
  or ((messages.wildcards & ${sql.raw(WILDCARD.everyone)}) <> 0 and ${isReceived(sql.shared(user_id))}))`;

export const unread = (user_id: UserId) => isUnread(sql.shared(user_id));

const policy = (user_id: UserId) => sql`coalesce((select visibility_policy from user_topics
  join recipients recipient on recipient.stream_id = user_topics.stream_id
  where user_topics.user_id = ${user_id} and recipient.recipient_id = messages.recipient_id
    and user_topics.topic_key = messages.topic_key), 0)`;

export const followed = (user_id: UserId) => sql`${policy(user_id)} = ${sql.raw(VISIBILITY_POLICY.followed)}`;

/**
 * In a muted topic or, unless the narrow names the channel, in a muted channel; the topic's policy takes precedence.
 */
export const muted = (user_id: UserId, { channels_too }: { channels_too: boolean }) =>
  channels_too
    ? sql`case ${policy(user_id)} when ${sql.raw(VISIBILITY_POLICY.muted)} then true when 0 then exists (select 1
        from subscriptions join recipients recipient on recipient.stream_id = subscriptions.stream_id
        where subscriptions.user_id = ${user_id} and active and is_muted and recipient.recipient_id = messages.recipient_id)
      else false end`
    : sql`${policy(user_id)} = ${sql.raw(VISIBILITY_POLICY.muted)}`;
