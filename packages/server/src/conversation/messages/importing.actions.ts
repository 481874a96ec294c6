// Stores messages that an import brings, many at once: in the tables of every other message and in the search index, without
// events and notifications.
import { type MessageId, type RealmId, type RecipientId, topicKey, type UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { insertEntries } from '../search/search.actions.ts';
import type { EditRow } from './edit-history.queries.ts';
import { IMPORT_CLIENT } from './importing.queries.ts';
import { messagesEnding } from './messages.hooks.ts';
import { WIDGET_TYPE } from './submessages.rules.ts';

export interface ImportedMessage {
  readonly recipient_id: RecipientId;
  readonly sender_id: UserId;
  readonly subject: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly timestamp: number;
  readonly last_edit_timestamp: number | null;
  readonly last_moved_timestamp: number | null;
  readonly has_link: boolean;
  readonly has_image: boolean;
  readonly has_attachment: boolean;
  readonly wildcards: number;
  readonly flags: ReadonlyMap<UserId, number>;
  readonly attachment_ids: readonly number[];
  readonly reactions: readonly ImportedReaction[];
  /** Oldest first. */
  readonly edits: readonly ImportedEdit[];
  /** Its entry in the word index. */
  readonly words: string;
  /** The submessage that makes it a widget. */
  readonly widget: string | null;
}

export interface ImportedReaction {
  readonly user_id: UserId;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

export type ImportedEdit = Omit<EditRow, 'message_id'>;

/** Returns the new ids, in the order of the messages. */
export async function insertImportedMessages(
  tx: Transaction,
  realm_id: RealmId,
  messages: readonly ImportedMessage[],
): Promise<MessageId[]> {
  const ids: MessageId[] = [];
  for (const batch of batchesOf(messages)) ids.push(...(await insertRows(tx, realm_id, batch)));
  const of = <T>(rows: (message: ImportedMessage, id: MessageId) => readonly T[]): T[] =>
    messages.flatMap((message, at) => rows(message, ids[at]!));
  await insertFlags(
    tx,
    of(({ flags }, message_id) => [...flags].map(([user_id, bits]) => ({ message_id, user_id, bits }))),
  );
  await insertReactions(
    tx,
    of(({ reactions }, message_id) => reactions.map((reaction) => ({ ...reaction, message_id }))),
  );
  await insertEdits(
    tx,
    of(({ edits }, message_id) => edits.map((edit, at) => ({ ...edit, message_id, position: at + 1 }))),
  );
  await linkAttachments(
    tx,
    of(({ attachment_ids }, id) => attachment_ids.map((attachment_id) => [id, attachment_id] as const)),
  );
  await insertWidgets(
    tx,
    of(({ widget, sender_id }, message_id) => (widget === null ? [] : [{ message_id, sender_id, widget }])),
  );
  await insertEntries(
    tx,
    messages.map(({ words }, at) => ({ id: ids[at]!, words })),
  );
  return ids;
}

async function insertRows(tx: Transaction, realm_id: RealmId, messages: readonly ImportedMessage[]) {
  const inserted = await tx.all<{ id: MessageId }>(
    sql`insert into messages (realm_id, recipient_id, sender_id, subject, topic_key, content, rendered_content, client, timestamp,
       last_edit_timestamp, last_moved_timestamp, has_link, has_image, has_attachment, wildcards, is_edited)
     values ${sql.rows(
       messages.map((message) => [
         realm_id,
         message.recipient_id,
         message.sender_id,
         message.subject,
         topicKey(message.subject),
         message.content,
         message.rendered_content,
         IMPORT_CLIENT,
         message.timestamp,
         message.last_edit_timestamp,
         message.last_moved_timestamp,
         message.has_link,
         message.has_image,
         message.has_attachment,
         message.wildcards,
         message.edits.length > 0,
       ]),
     )} returning id`,
  );
  // Both engines number rows in the order of `values`, and return them in any.
  return inserted.map(({ id }) => id).sort((a, b) => a - b);
}

type Of<T> = T & { readonly message_id: MessageId };

async function insertFlags(tx: Transaction, flags: readonly Of<{ user_id: UserId; bits: number }>[]): Promise<void> {
  for (const batch of batchesOf(flags))
    await tx.run(
      sql`insert into message_flags (user_id, message_id, flags) values ${sql.rows(
        batch.map(({ user_id, message_id, bits }) => [user_id, message_id, bits]),
      )}`,
    );
}

async function insertReactions(tx: Transaction, reactions: readonly Of<ImportedReaction>[]): Promise<void> {
  for (const batch of batchesOf(reactions))
    await tx.run(
      sql`insert into reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) values ${sql.rows(
        batch.map(({ message_id, user_id, emoji_name, emoji_code, reaction_type }) => [
          message_id,
          user_id,
          emoji_name,
          emoji_code,
          reaction_type,
        ]),
      )}`,
    );
}

async function insertWidgets(
  tx: Transaction,
  widgets: readonly Of<{ sender_id: UserId; widget: string }>[],
): Promise<void> {
  for (const batch of batchesOf(widgets))
    await tx.run(
      sql`insert into submessages (message_id, sender_id, msg_type, content) values ${sql.rows(
        batch.map(({ message_id, sender_id, widget }) => [message_id, sender_id, WIDGET_TYPE, widget]),
      )}`,
    );
}

async function insertEdits(tx: Transaction, edits: readonly Of<ImportedEdit & { position: number }>[]): Promise<void> {
  for (const batch of batchesOf(edits))
    await tx.run(
      sql`insert into message_edits (message_id, position, user_id, timestamp, prev_content, prev_rendered_content, prev_topic, topic,
         prev_stream, stream)
       values ${sql.rows(
         batch.map((edit) => [
           edit.message_id,
           edit.position,
           edit.user_id,
           edit.timestamp,
           edit.prev_content,
           edit.prev_rendered_content,
           edit.prev_topic,
           edit.topic,
           edit.prev_stream,
           edit.stream,
         ]),
       )}`,
    );
}

async function linkAttachments(tx: Transaction, links: readonly (readonly [MessageId, number])[]): Promise<void> {
  for (const batch of batchesOf(links)) {
    await tx.run(
      sql`insert into attachment_messages (message_id, attachment_id) values ${sql.rows(batch.map(([message_id, attachment_id]) => [message_id, attachment_id]))} on conflict do nothing`,
    );
    const ids = batch.map(([, attachment_id]) => attachment_id);
    await tx.run(sql`update attachments set unclaimed_since = null where attachment_id in (${sql.list(ids)})`);
  }
}

/** Deletes messages with everything attached to them. Nobody is told. */
export async function removeImportedMessages(context: WriteContext, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return;
  await context.trigger(messagesEnding, { ids });
  await context.tx.run(sql`delete from messages where id in (${sql.list(ids)})`);
}
