// The audience of a message's events: those who may read it, by the same rule as reading.

import { type ChannelId, type MessageId, type RecipientId, ROLE, type Role, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import { FLAG } from '../message-rules/flags.rules.ts';

interface Addressed {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
}

/** Subscribers of a channel; with protected history, only those who received the message. [MS19] */
export async function audienceOfMessage(db: Connection, message: Addressed): Promise<Audience> {
  if (message.stream_id === null) return { users: await findPeople(db, message.recipient_id) };
  const channel = await db.get<{ invite_only: boolean; history_public_to_subscribers: boolean }>(
    sql`select invite_only, history_public_to_subscribers from channels where stream_id = ${message.stream_id}`,
  );
  if (!channel!.invite_only || channel!.history_public_to_subscribers) return { stream_id: message.stream_id };
  const receivers = await db.all<{ user_id: UserId }>(
    sql`select distinct subscriptions.user_id from subscriptions
     join subscription_spans on subscription_spans.user_id = subscriptions.user_id
       and subscription_spans.stream_id = subscriptions.stream_id
     where subscriptions.stream_id = ${message.stream_id} and subscriptions.active and after_message_id < ${message.id}
       and (until_message_id is null or until_message_id >= ${message.id})
     order by subscriptions.user_id`,
  );
  return { users: receivers.map(({ user_id }) => user_id) };
}

interface SpanRow {
  readonly user_id: UserId;
  readonly after_message_id: MessageId;
  readonly until_message_id: MessageId | null;
}

/** Like {@link audienceOfMessage} for many messages of one recipient, in one query. */
export async function audiencesOfMessages(
  db: Connection,
  { recipient_id, stream_id }: Omit<Addressed, 'id'>,
  ids: readonly MessageId[],
): Promise<(id: MessageId) => Audience> {
  const all = await audienceOfMessage(db, { id: ids[0]!, recipient_id, stream_id });
  if (stream_id === null || all.stream_id !== undefined) return () => all;
  const spans = await db.all<SpanRow>(
    sql`select subscriptions.user_id, after_message_id, until_message_id from subscriptions
     join subscription_spans on subscription_spans.user_id = subscriptions.user_id
       and subscription_spans.stream_id = subscriptions.stream_id
     where subscriptions.stream_id = ${stream_id} and subscriptions.active order by subscriptions.user_id`,
  );
  return (id) => {
    const receivers = spans.filter(
      ({ after_message_id, until_message_id }) =>
        after_message_id < id && (until_message_id === null || until_message_id >= id),
    );
    return { users: [...new Set(receivers.map(({ user_id }) => user_id))] };
  };
}

/** The audience of a change of a message: who received it, and who keeps it as starred. [MS400] */
export async function audienceOfChange(db: Connection, message: Addressed): Promise<Audience> {
  return withStarring(db, await audienceOfMessage(db, message), [message.id]);
}

/** Adds to the subscribers of a public channel those who starred one of its messages without being subscribed. */
export async function withStarring(db: Connection, audience: Audience, ids: readonly MessageId[]): Promise<Audience> {
  if (audience.stream_id === undefined) return audience;
  const starring = await findStarringOutsiders(db, audience.stream_id, ids);
  if (starring.length === 0) return audience;
  return { ...audience, users: [...(audience.users ?? []), ...starring.map(({ user_id }) => user_id)] };
}

/** Members and stronger roles who starred one of these messages and are not subscribed to their channel, if it is public. */
export function findStarringOutsiders(
  db: Connection,
  stream_id: ChannelId,
  ids: readonly MessageId[],
): Promise<{ user_id: UserId; role: Role }[]> {
  return db.all<{ user_id: UserId; role: Role }>(
    sql`select distinct user_id, role from message_flags join users using (user_id)
     where message_id in (${sql.list(ids)}) and (flags & ${sql.raw(FLAG.starred)}) <> 0
       and is_active and role <= ${sql.raw(ROLE.member)}
       and exists (select 1 from channels where stream_id = ${stream_id} and not invite_only)
       and not exists (select 1 from subscriptions
         where subscriptions.user_id = message_flags.user_id and stream_id = ${stream_id} and active)
     order by user_id`,
  );
}

/** The people of a direct conversation, by id. */
export async function findPeople(db: Connection, recipient_id: RecipientId): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from recipient_users where recipient_id = ${recipient_id} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}
