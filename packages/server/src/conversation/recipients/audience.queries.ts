// The audience of a message's events: those who may read it, by the same rule as reading.

import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/log-entry.ts';

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

/** The people of a direct conversation, by id. */
export async function findPeople(db: Connection, recipient_id: RecipientId): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from recipient_users where recipient_id = ${recipient_id} order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}
