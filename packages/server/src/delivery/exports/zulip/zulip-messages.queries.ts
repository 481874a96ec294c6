// Writes the messages of the reference server's export: files of 1,000, each with the flags of its messages for their readers.
import type { MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import { findWholeHistories } from '../../../conversation/messages/edit-history.queries.ts';
import { findReactions } from '../../../conversation/messages/reactions.queries.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import { findLinkedUploads, messagesInScope } from '../export-messages.queries.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import { flagsMask, IS_DIRECT, READ } from './layout.rules.ts';
import { findReceived } from './received.queries.ts';
import type { Recipients } from './recipients.ts';
import { type RowFile, TableFile } from './table-file.ts';

const MESSAGES_PER_FILE = 1000;

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
  readonly is_edited: boolean;
  readonly wildcards: number;
  readonly has_link: boolean;
  readonly has_image: boolean;
  readonly has_attachment: boolean;
}
const COLUMNS = `id, recipient_id, sender_id, subject, content, rendered_content, client, timestamp, last_edit_timestamp,
  is_edited, wildcards, has_link, has_image, has_attachment`;

/** Facts of the messages that the organization's tables contain. */
export interface WrittenMessages {
  /** Programs that sent messages, with their ids. */
  readonly clients: ReadonlyMap<string, number>;
  /** The messages of each file that is linked. */
  readonly links: ReadonlyMap<number, readonly MessageId[]>;
  readonly count: number;
}

export interface MessagePlaces {
  readonly realm_id: RealmId;
  readonly scope: ExportScope;
  readonly recipients: Recipients;
  readonly reactions: RowFile;
  /** A path for a file that is being written. */
  readonly path: () => string;
  /** Takes a finished file into the archive. */
  readonly take: (name: string, path: string) => Promise<void>;
  readonly progress: (messages: number) => void;
}

export async function writeMessages(db: Connection, places: MessagePlaces): Promise<WrittenMessages> {
  const { realm_id, scope, path, take, progress } = places;
  const clients = new Map([['website', 1]]);
  const links = new Map<number, MessageId[]>();
  let [files, count, user_messages] = [0, 0, 0];
  let part: { file: TableFile; batches: Row[][]; size: number } | null = null;
  const finish = async () => {
    if (part === null) return;
    const { file, batches } = part;
    part = null;
    file.table('zerver_usermessage');
    for (const batch of batches) {
      const direct = new Set(await findDirect(db, batch));
      for await (const { message_id, user_id, flags } of findReceived(db, batch, () => true)) {
        // Read state and stars are private data; having received a message is not, and allows reading it.
        const mask = scope.hasPrivateDataOf(user_id) ? flagsMask(flags) : READ;
        await file.row({
          id: ++user_messages,
          user_profile: user_id,
          message: message_id,
          flags_mask: mask | (direct.has(message_id) ? IS_DIRECT : 0),
        });
      }
    }
    await file.close();
    await take(`messages-${String(++files).padStart(6, '0')}.json`, file.path);
  };
  for await (const batch of messagesInScope<Row>(db, realm_id, scope, COLUMNS)) {
    if (part === null) {
      part = { file: await TableFile.create(path()), batches: [], size: 0 };
      part.file.table('zerver_message');
    }
    await writeBatch(db, part.file, batch, places, clients);
    for (const [attachment_id, ids] of await findLinks(db, batch)) {
      const known = links.get(attachment_id);
      if (known) known.push(...ids);
      else links.set(attachment_id, ids);
    }
    part.batches.push(batch.map((row) => ({ ...row, content: '', rendered_content: '' })));
    part.size += batch.length;
    count += batch.length;
    if (part.size >= MESSAGES_PER_FILE) await finish();
    progress(count);
  }
  await finish();
  return { clients, links, count };
}

async function findDirect(db: Connection, batch: readonly Row[]): Promise<MessageId[]> {
  const ids = [...new Set(batch.map(({ recipient_id }) => recipient_id))];
  const rows = await db.all<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipients where recipient_id in (${sql.list(ids)}) and stream_id is null`,
  );
  const direct = new Set(rows.map(({ recipient_id }) => recipient_id));
  return batch.filter(({ recipient_id }) => direct.has(recipient_id)).map(({ id }) => id);
}

async function findLinks(db: Connection, batch: readonly Row[]): Promise<Map<number, MessageId[]>> {
  const linked = batch.filter(({ has_attachment }) => has_attachment);
  const found = new Map<number, MessageId[]>();
  for (const message of linked)
    for (const attachment_id of await findLinkedUploads(db, [message]))
      found.set(attachment_id, [...(found.get(attachment_id) ?? []), message.id]);
  return found;
}

async function writeBatch(
  db: Connection,
  file: TableFile,
  batch: readonly Row[],
  { realm_id, scope, recipients, reactions }: MessagePlaces,
  clients: Map<string, number>,
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const targets = await findTargets(db, batch);
  // Older versions can contain text and channel names that today's readers may never see.
  const histories =
    scope.type === 'full_without_consent' ? await findWholeHistories(db, batch) : new Map<MessageId, object[]>();
  for (const row of batch) {
    const { stream_id, user_ids } = targets.get(row.recipient_id)!;
    const history = histories.get(row.id);
    if (!clients.has(row.client)) clients.set(row.client, clients.size + 1);
    await file.row({
      id: row.id,
      sender: row.sender_id,
      recipient:
        stream_id === null
          ? recipients.ofConversation(row.recipient_id, user_ids, row.sender_id)
          : recipients.ofChannel(stream_id),
      realm: realm_id,
      type: 1,
      subject: row.subject,
      content: row.content,
      rendered_content: row.rendered_content,
      rendered_content_version: 1,
      date_sent: row.timestamp,
      sending_client: clients.get(row.client),
      last_edit_time: row.last_edit_timestamp,
      edit_history: history === undefined || history.length === 0 ? null : JSON.stringify(history),
      has_attachment: row.has_attachment,
      has_image: row.has_image,
      has_link: row.has_link,
      is_channel_message: stream_id !== null,
    });
  }
  for (const [message, own] of await findReactions(db, ids))
    for (const { user_id: user_profile, emoji_name, emoji_code, reaction_type } of own)
      await reactions.add({ user_profile, message, emoji_name, emoji_code, reaction_type });
}

interface Target {
  readonly stream_id: number | null;
  readonly user_ids: readonly UserId[];
}

async function findTargets(db: Connection, batch: readonly Row[]): Promise<ReadonlyMap<RecipientId, Target>> {
  const ids = [...new Set(batch.map(({ recipient_id }) => recipient_id))];
  const rows = await db.all<{ recipient_id: RecipientId; stream_id: number | null; user_key: string | null }>(
    sql`select recipient_id, stream_id, user_key from recipients where recipient_id in (${sql.list(ids)})`,
  );
  return new Map(
    rows.map(({ recipient_id, stream_id, user_key }) => [
      recipient_id,
      { stream_id, user_ids: (user_key?.split(',').map(Number) ?? []) as UserId[] },
    ]),
  );
}
