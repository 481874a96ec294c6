// Every read of uploaded files, and who may read them.

import type { Attachment, MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import type { Upload } from '@stoa/markdown';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { inOrderOf, listText, SHORT_ROWS_AT_ONCE } from '../../kit/json/list-text.ts';
import { findRangesOfRecipient, isInRanges } from '../access/readable-ranges.queries.ts';
import type { AttachmentRow } from './attachments.tables.ts';

export type { AttachmentRow };

import { shownThumbnail, storedThumbnails, thumbnailUrl, uploadKey } from './thumbnails.rules.ts';

export function findAttachment(db: Connection, realm_id: RealmId, path_id: string): Promise<AttachmentRow | null> {
  return db.get<AttachmentRow>(sql`select * from attachments where path_id = ${path_id} and realm_id = ${realm_id}`);
}

/** The files of one owner in wire form, oldest first, as text: they may be a hundred thousand. [HT854] */
export function findOwnAttachments(db: Connection, owner_id: UserId): Promise<JsonText> {
  const find = (after: number) =>
    db.all<AttachmentRow>(
      sql`select * from attachments where owner_id = ${owner_id} and attachment_id > ${after}
       order by attachment_id limit ${SHORT_ROWS_AT_ONCE}`,
    );
  async function* presented(): AsyncGenerator<Attachment[], void> {
    for await (const rows of inOrderOf('attachment_id', find)) yield await presentAttachments(db, rows);
  }
  return listText(presented());
}

export async function presentAttachments(db: Connection, rows: readonly AttachmentRow[]): Promise<Attachment[]> {
  const message_ids = new Map<number, MessageId[]>();
  for (const ids of batchesOf(rows.map(({ attachment_id }) => attachment_id)))
    for (const row of await db.all<{ attachment_id: number; message_id: MessageId }>(
      sql`select attachment_id, message_id from attachment_messages
       where attachment_id in (${sql.list(ids)}) order by message_id`,
    ))
      getOrSet(message_ids, row.attachment_id, () => []).push(row.message_id);
  return rows.map(({ attachment_id, name, path_id, size, create_time }) => ({
    id: attachment_id,
    name,
    path_id,
    size,
    create_time,
    message_ids: message_ids.get(attachment_id) ?? [],
  }));
}

/**
 * Allows the owner and everyone who may read a message that links to the file; for spectators, such a message must be
 * web-public. [UP7]
 */
export async function mayReadAttachment(
  db: Connection,
  actor: Actor | null,
  realm: Realm,
  attachment: Pick<AttachmentRow, 'attachment_id' | 'owner_id' | 'realm_id'>,
): Promise<boolean> {
  if (attachment.realm_id !== realm.realm_id) return false;
  if (actor?.user_id === attachment.owner_id) return true;
  const links = await db.all<{ id: MessageId; recipient_id: RecipientId }>(
    sql`select messages.id, messages.recipient_id from attachment_messages
     join messages on messages.id = attachment_messages.message_id where attachment_id = ${attachment.attachment_id} order by messages.id desc`,
  );
  const by_recipient = new Map<RecipientId, typeof links>();
  for (const link of links) getOrSet(by_recipient, link.recipient_id, () => []).push(link);
  for (const [recipient_id, messages] of by_recipient) {
    const ranges = await findRangesOfRecipient(db, actor, realm, recipient_id);
    if (messages.some((message) => isInRanges(ranges, message))) return true;
  }
  return false;
}

/** The files among these path ids that an account may read; others are as if they did not exist. */
export async function findReadable(
  db: Connection,
  actor: Actor,
  path_ids: readonly string[],
): Promise<AttachmentRow[]> {
  const found: AttachmentRow[] = [];
  for (const batch of batchesOf([...new Set(path_ids)])) {
    const rows = await db.all<AttachmentRow>(
      sql`select * from attachments where realm_id = ${actor.realm.realm_id} and path_id in (${sql.list(batch)}) order by attachment_id`,
    );
    for (const row of rows) if (await mayReadAttachment(db, actor, actor.realm, row)) found.push(row);
  }
  return found;
}

/** The files a message links to, by path id, as rendering needs them: those its sender may read. */
export async function findUploads(
  db: Connection,
  sender: Actor,
  path_ids: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  const rows = path_ids.length === 0 ? [] : await findReadable(db, sender, path_ids);
  return new Map(rows.map((row) => [row.path_id, presentUpload(row)]));
}

/** All files of an organization with what rendering needs of them. */
export async function findAllUploads(
  db: Connection,
  realm_id: RealmId,
): Promise<{ attachment_id: number; path_id: string; upload: Upload }[]> {
  const rows = await db.all<AttachmentRow>(sql`select * from attachments where realm_id = ${realm_id}`);
  return rows.map((row) => ({ attachment_id: row.attachment_id, path_id: row.path_id, upload: presentUpload(row) }));
}

/** A picture that could not be decoded is a file like any other. */
function presentUpload(row: AttachmentRow): Upload {
  const { content_type, width, height, animated, thumbnail, path_id } = row;
  if (thumbnail === 'none' || thumbnail === 'failed')
    return { content_type: content_type.startsWith('image/') ? 'application/octet-stream' : content_type };
  return {
    content_type,
    ...(width && height ? { width, height } : {}),
    ...(animated ? { animated } : {}),
    ...(thumbnail === 'ready' ? { thumbnail_url: thumbnailUrl(path_id, shownThumbnail(row).name) } : {}),
  };
}

/** Uploads of all organizations, with their thumbnails. */
export async function findUploadFiles(db: Connection): Promise<string[]> {
  const rows = await db.all<Pick<AttachmentRow, 'path_id' | 'thumbnail' | 'animated'>>(
    sql`select path_id, thumbnail, animated from attachments`,
  );
  return rows.flatMap((row) => [uploadKey(row.path_id), ...storedThumbnails(row)]);
}
