// The conditions of narrows as SQL on a row of `messages`. Pure.
import { type MessageId, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import type { ParameterList } from '../../kit/database/placeholders.ts';
import { FLAG, WILDCARD } from '../message-rules/flags.rules.ts';
import { isReceived, isUnread } from '../read-ranges/unread.rules.ts';

export type Filter = (parameters: ParameterList) => string;

export const not =
  (filter: Filter): Filter =>
  (parameters) =>
    `not (${filter(parameters)})`;

const IN_CHANNEL =
  'exists (select 1 from recipients recipient where recipient.recipient_id = messages.recipient_id and recipient.stream_id is not null)';

export const inTopic =
  (topic_key: string): Filter =>
  (parameters) =>
    `messages.topic_key = ${parameters.add(topic_key)}${topic_key === '' ? ` and ${IN_CHANNEL}` : ''}`;

export const sentBy =
  (user_id: UserId): Filter =>
  (parameters) =>
    `messages.sender_id = ${parameters.add(user_id)}`;

export const withId =
  (id: MessageId): Filter =>
  (parameters) =>
    `messages.id = ${parameters.add(id)}`;

/** Resolved topics begin with this mark. */
export const resolved: Filter = () => "messages.topic_key like '✔ %'";

export const has: Readonly<Record<string, Filter>> = {
  link: () => 'messages.has_link',
  image: () => 'messages.has_image',
  attachment: () => 'messages.has_attachment',
  reaction: () => 'exists (select 1 from reactions where reactions.message_id = messages.id)',
};

export const MENTION = FLAG.mentioned | FLAG.topic_wildcard_mentioned;

export const flagged =
  (user_id: UserId, bits: number): Filter =>
  (parameters) =>
    `exists (select 1 from message_flags flagged where flagged.user_id = ${parameters.add(user_id)}
      and flagged.message_id = messages.id and (flagged.flags & ${bits}) <> 0)`;

export const mentioned =
  (user_id: UserId): Filter =>
  (parameters) =>
    `(${flagged(user_id, MENTION)(parameters)}
      or ((messages.wildcards & ${WILDCARD.everyone}) <> 0 and ${isReceived(parameters.add(user_id))}))`;

export const unread =
  (user_id: UserId): Filter =>
  (parameters) =>
    isUnread(parameters.add(user_id));

const policy = (reader: string) => `coalesce((select visibility_policy from user_topics
  join recipients recipient on recipient.stream_id = user_topics.stream_id
  where user_topics.user_id = ${reader} and recipient.recipient_id = messages.recipient_id
    and user_topics.topic_key = messages.topic_key), 0)`;

export const followed =
  (user_id: UserId): Filter =>
  (parameters) =>
    `${policy(parameters.add(user_id))} = ${VISIBILITY_POLICY.followed}`;

/**
 * In a muted topic or, unless the narrow names the channel, in a muted channel; the topic's policy takes precedence.
 */
export const muted =
  (user_id: UserId, { channels_too }: { channels_too: boolean }): Filter =>
  (parameters) => {
    const reader = parameters.add(user_id);
    const in_muted_channel = `exists (select 1 from subscriptions
      join recipients recipient on recipient.stream_id = subscriptions.stream_id
      where subscriptions.user_id = ${reader} and active and is_muted and recipient.recipient_id = messages.recipient_id)`;
    return channels_too
      ? `case ${policy(reader)} when ${VISIBILITY_POLICY.muted} then true when 0 then ${in_muted_channel} else false end`
      : `${policy(reader)} = ${VISIBILITY_POLICY.muted}`;
  };
