// Flags of changed messages for their audience: only accounts with flags are named.

import type { ChannelId, MessageId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { FLAG, WILDCARD } from '../message-rules/flags.rules.ts';
import { isReceived, isUnread } from '../read-ranges/unread.rules.ts';
import type { LoggedFlags } from './update-message.present.ts';

export async function findLoggedFlags(
  db: Connection,
  message_id: MessageId,
  { actor_id, from, to }: { actor_id: UserId; from: ChannelId | null; to: ChannelId | null },
): Promise<LoggedFlags> {
  const message = await db.get<{ wildcards: number }>(sql`select wildcards from messages where id = ${message_id}`);
  const rows = await db.all<{ user_id: UserId; flags: number }>(
    sql`select user_id, flags from message_flags where message_id = ${message_id}`,
  );
  // The possible audience: people of the conversation or of these channels, who flagged the message, and the actor.
  const people = sql`(select recipient_users.user_id from recipient_users
      join messages on messages.recipient_id = recipient_users.recipient_id where messages.id = ${message_id}
    union select subscriptions.user_id from subscriptions where stream_id in (${from}, ${to}) and active
    union select user_id from message_flags where message_id = ${message_id}
    union select cast(${actor_id} as bigint))`;
  const reader = sql`people.user_id`;
  const others = await db.all<{ user_id: UserId; is_unread: boolean; is_received: boolean }>(
    sql`select people.user_id, ${isUnread(reader)} as is_unread, ${isReceived(reader)} as is_received
     from messages, ${people} people where messages.id = ${message_id}`,
  );
  const bits = new Map(rows.map(({ user_id, flags }) => [user_id, flags]));
  for (const { user_id, is_received } of others)
    if (!is_received) bits.set(user_id, (bits.get(user_id) ?? 0) | FLAG.historical);
  return {
    bits: [...bits],
    is_everyone_mentioned: (message!.wildcards & WILDCARD.everyone) !== 0,
    unread_by: others.filter(({ is_unread }) => is_unread).map(({ user_id }) => user_id),
  };
}
