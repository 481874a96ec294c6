// The messages of an organization for an export, in batches.

import type { ChannelId, EditHistoryEntry, MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import type { z } from 'zod';
import { findWholeHistories } from '../../conversation/messages/edit-history.queries.ts';
import { findReactions } from '../../conversation/messages/reactions.queries.ts';
import { findSubmessages } from '../../conversation/messages/submessages.queries.ts';
import { newestMessageId } from '../../conversation/recipients/message-times.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { ExportScope } from './export-scope.queries.ts';

const MESSAGES_PER_BATCH = 250;
/** More than a batch has messages: ids in between may belong to other organizations. */
const IDS_PER_BATCH = 50 * MESSAGES_PER_BATCH;

interface Row {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly sender_id: UserId;
  readonly subject: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly client: string;
  readonly timestamp: number;
  readonly last_edit_timestamp: number | null;
  readonly last_moved_timestamp: number | null;
  readonly is_edited: boolean;
}
const COLUMNS = `id, recipient_id, sender_id, subject, content, rendered_content, client, timestamp,
  last_edit_timestamp, last_moved_timestamp, is_edited`;

interface Addressed {
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly user_key: string | null;
}

export interface ExportedMessage extends Omit<Row, 'recipient_id' | 'is_edited'> {
  readonly stream_id?: ChannelId;
  readonly user_ids?: readonly number[];
  readonly reactions: readonly unknown[];
  readonly submessages: readonly unknown[];
  readonly edit_history?: readonly z.output<typeof EditHistoryEntry>[];
}

/** Rows of messages that existed when the export began, in batches; later ones are in the next export. */
export async function* messagesInScope<R extends { readonly id: MessageId; readonly recipient_id: RecipientId }>(
  db: Connection,
  realm_id: RealmId,
  scope: ExportScope,
  columns: string,
): AsyncGenerator<R[]> {
  const time_slice = new TimeSlice();
  const last_id = await newestMessageId(db);
  for (let after_id = 0; after_id < last_id; ) {
    const until_id = Math.min(after_id + IDS_PER_BATCH, last_id);
    // The plus sign keeps an engine from reading all messages of the organization instead of these.
    const rows = await db.all<R>(
      sql`select ${sql.raw(columns)} from messages where +realm_id = ${realm_id} and id > ${after_id} and id <= ${until_id} order by id limit ${sql.raw(MESSAGES_PER_BATCH)}`,
    );
    after_id = rows.length === MESSAGES_PER_BATCH ? rows.at(-1)!.id : until_id;
    const included = rows.filter((row) => scope.hasMessage(row));
    if (included.length > 0) yield included;
    await time_slice.yieldIfUsed();
  }
}

export async function* exportedMessages(
  db: Connection,
  realm_id: RealmId,
  scope: ExportScope,
): AsyncGenerator<ExportedMessage[]> {
  for await (const rows of messagesInScope<Row>(db, realm_id, scope, COLUMNS)) yield await complete(db, rows, scope);
}

async function complete(db: Connection, rows: readonly Row[], scope: ExportScope): Promise<ExportedMessage[]> {
  const ids = rows.map(({ id }) => id);
  const recipient_ids = [...new Set(rows.map(({ recipient_id }) => recipient_id))];
  const addressed = await db.all<Addressed>(
    sql`select recipient_id, stream_id, user_key from recipients where recipient_id in (${sql.list(recipient_ids)})`,
  );
  const targets = new Map(addressed.map((target) => [target.recipient_id, target]));
  const reactions = await findReactions(db, ids);
  const submessages = await findSubmessages(db, ids);
  // Older versions can contain text and channel names that today's readers may never see.
  const histories =
    scope.type === 'full_without_consent' ? await findWholeHistories(db, rows) : new Map<MessageId, []>();
  return rows.map(({ recipient_id, is_edited: _, ...message }) => {
    const { stream_id, user_key } = targets.get(recipient_id)!;
    const history = histories.get(message.id);
    return {
      ...message,
      ...(stream_id === null ? { user_ids: user_key!.split(',').map(Number) } : { stream_id }),
      reactions: reactions.get(message.id) ?? [],
      submessages: submessages.get(message.id) ?? [],
      ...(history ? { edit_history: history } : {}),
    };
  });
}

/** The files that these messages link to. */
export async function findLinkedUploads(
  db: Connection,
  messages: readonly { readonly id: MessageId }[],
): Promise<number[]> {
  const ids = messages.map(({ id }) => id);
  const rows = await db.all<{ attachment_id: number }>(
    sql`select distinct attachment_id from attachment_messages where message_id in (${sql.list(ids)})`,
  );
  return rows.map(({ attachment_id }) => attachment_id);
}
