// Changes read state when people join or leave, messages move, and people are muted. Called by the slices that own
// those changes.

import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

/**
 * After people leave channels, nothing in them is unread for them, even if marked unread. All channels at once: each statement looks at
 * every mark of these people, of which there may be any number. [RS4] [RS800]
 */
export async function forgetMarks(
  tx: Transaction,
  recipient_ids: readonly RecipientId[],
  user_ids: readonly UserId[],
): Promise<void> {
  for (const people of batchesOf(user_ids))
    for (const channels of batchesOf(recipient_ids))
      await tx.run(
        sql`delete from unread_marks where user_id in (${sql.list(people)}) and exists (select 1 from messages
           where messages.id = unread_marks.message_id and messages.recipient_id in (${sql.list(channels)}))`,
      );
}

/** After a channel is archived, everything in it is read for everyone, as if they had left and rejoined. [RS4] */
export async function endSpans(
  { tx, position }: WriteContext,
  { channel: { stream_id, recipient_id } }: { channel: { stream_id: ChannelId; recipient_id: RecipientId } },
): Promise<void> {
  await tx.run(
    sql`delete from unread_marks where message_id in (select id from messages where recipient_id = ${recipient_id})`,
  );
  const newest = await tx.get<{ id: MessageId }>(sql`select coalesce(max(id), 0) as id from messages`);
  // Spans that began in this very write stay.
  const open = sql`stream_id = ${stream_id} and until_event_id is null and after_event_id < ${position}`;
  await tx.run(
    sql`insert into subscription_spans (user_id, stream_id, after_message_id, after_event_id)
     select user_id, stream_id, cast(${newest!.id} as bigint), cast(${position} as bigint) from subscription_spans where ${open}`,
  );
  await tx.run(
    sql`update subscription_spans set until_message_id = ${newest!.id}, until_event_id = ${position} where ${open}`,
  );
}

/**
 * Updates read state after messages have moved to another channel, all from the same one. They stay unread for readers
 * who had them unread and are in the new channel; for everyone else they are read. Must be called in the transaction of
 * the move, which has its own event, after the messages have their new recipient and are marked as edited.
 */
export async function recordMoves(
  { tx, position }: WriteContext,
  {
    message_ids,
    from,
    to,
  }: {
    readonly message_ids: readonly MessageId[];
    readonly from: { readonly stream_id: ChannelId; readonly recipient_id: RecipientId };
    readonly to: { readonly stream_id: ChannelId };
  },
): Promise<void> {
  for (const batch of batchesOf(message_ids)) {
    const rows = await tx.all<{ message_id: MessageId; step: number; until_event_id: number }>(
      sql`select message_id, step, until_event_id from message_moves where message_id in (${sql.list(batch)})
       order by message_id, step`,
    );
    const last = new Map(rows.map((row) => [row.message_id, row]));
    await tx.run(
      sql`insert into message_moves (message_id, step, stream_id, recipient_id, from_event_id, until_event_id)
       values ${sql.rows(
         batch.map((id) => {
           const before = last.get(id);
           const step = before ? before.step + 1 : 0;
           return [id, step, from.stream_id, from.recipient_id, before?.until_event_id ?? null, position];
         }),
       )}`,
    );
    await tx.run(
      sql`delete from unread_marks where message_id in (${sql.list(batch)})
         and user_id not in (select user_id from subscriptions where stream_id = ${to.stream_id} and active)`,
    );
  }
}

/** Muting somebody makes their messages read, past and future ones. [RS11] */
export async function silenceSender(tx: Transaction, user_id: UserId, sender_id: UserId): Promise<void> {
  await setSilence(tx, user_id, sender_id, Number.MAX_SAFE_INTEGER);
  await tx.run(
    sql`delete from unread_marks where user_id = ${user_id} and exists (select 1 from messages
       where messages.id = unread_marks.message_id and messages.sender_id = ${sender_id})`,
  );
}

/** After unmuting, messages sent until now stay read. [RS11] */
export async function unsilenceSender(tx: Transaction, user_id: UserId, sender_id: UserId): Promise<void> {
  const newest = await tx.get<{ id: number }>(sql`select coalesce(max(id), 0) as id from messages`);
  await setSilence(tx, user_id, sender_id, newest!.id);
}

async function setSilence(tx: Transaction, user_id: UserId, sender_id: UserId, until_id: number): Promise<void> {
  await tx.run(
    sql`insert into silenced_senders (user_id, sender_id, until_id) values (${user_id}, ${sender_id}, ${until_id})
     on conflict (user_id, sender_id) do update set until_id = excluded.until_id`,
  );
}

/** Marks a message unread for its own sender; never in a channel the sender is not in. [RS1] */
export async function markOwnUnread(tx: Transaction, user_id: UserId, message_id: MessageId): Promise<void> {
  await tx.run(
    sql`insert into unread_marks (user_id, message_id) select cast(${user_id} as bigint), id from messages
     join recipients on recipients.recipient_id = messages.recipient_id
     where id = ${message_id} and (stream_id is null or exists (select 1 from subscriptions
       where subscriptions.stream_id = recipients.stream_id and user_id = ${user_id} and active))`,
  );
}
