// Records which messages link to which files. A message can only share a file that its sender may read. [UP8]
import { type Attachment, attachmentUpdate, type MessageId } from '@stoa/contract';
import { getUploadSpace } from '../../identity/realm/upload-space.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findReadable, presentAttachments } from './attachments.queries.ts';
import type { AttachmentRow } from './attachments.tables.ts';

/** At most this many files per message. */
const CLAIMS_MAX = 100;

/** Records a new message's links to files. Returns how many of them its sender may read. */
export async function claimAttachments(
  context: WriteContext,
  sender: Actor,
  message_id: MessageId,
  path_ids: readonly string[],
): Promise<number> {
  if (path_ids.length === 0) return 0;
  const rows = (await findReadable(context.tx, sender, path_ids)).slice(0, CLAIMS_MAX);
  for (const { attachment_id } of rows) {
    await context.tx.run(
      sql`insert into attachment_messages (message_id, attachment_id) values (${message_id}, ${attachment_id}) on conflict do nothing`,
    );
    await context.tx.run(sql`update attachments set unclaimed_since = null where attachment_id = ${attachment_id}`);
  }
  await emitUpdates(context, rows);
  return rows.length;
}

export interface ChangedClaims {
  /** Number of files the message links to now. */
  readonly count: number;
  /** The editor's own files that no message links to any more. */
  readonly detached: readonly Attachment[];
}

/**
 * Records that an edited message links to exactly these files. Those it linked to before stay linked, whoever edits.
 */
export async function changeClaims(
  context: WriteContext,
  editor: Actor,
  message_id: MessageId,
  path_ids: readonly string[],
): Promise<ChangedClaims> {
  const { tx } = context;
  const before = await tx.all<AttachmentRow>(
    sql`select attachments.* from attachments join attachment_messages using (attachment_id) where message_id = ${message_id}
     order by attachment_id`,
  );
  const linked = new Set(path_ids);
  const removed = before.filter(({ path_id }) => !linked.has(path_id));
  const claimed = new Set(before.map(({ path_id }) => path_id));
  const added = await claimAttachments(
    context,
    editor,
    message_id,
    path_ids.filter((path_id) => !claimed.has(path_id)),
  );
  const count = before.length - removed.length + added;
  if (removed.length === 0) return { count, detached: [] };
  await tx.run(
    sql`delete from attachment_messages where message_id = ${message_id} and attachment_id in (${sql.list(removed.map(({ attachment_id }) => attachment_id))})`,
  );
  await emitUpdates(context, removed);
  const left = await presentAttachments(
    tx,
    removed.filter(({ owner_id }) => owner_id === editor.user_id),
  );
  return { count, detached: left.filter(({ message_ids }) => message_ids.length === 0) };
}

/** Removes the links of messages that are being deleted. [UP400] */
export async function releaseClaims(context: WriteContext, { ids }: { ids: readonly MessageId[] }): Promise<void> {
  const links = sql`attachment_messages where message_id in (${sql.list(ids)})`;
  const rows = await context.tx.all<AttachmentRow>(
    sql`select * from attachments where attachment_id in (select attachment_id from ${links}) order by attachment_id`,
  );
  if (rows.length === 0) return;
  await context.tx.run(sql`delete from ${links}`);
  await emitUpdates(context, rows);
}

async function emitUpdates({ tx, emit }: WriteContext, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { used_bytes: upload_space_used } = await getUploadSpace(tx, rows[0]!.realm_id);
  const attachments = await presentAttachments(tx, rows);
  for (const [at, { owner_id }] of rows.entries())
    emit(attachmentUpdate, { attachment: attachments[at]!, upload_space_used }, { users: [owner_id] });
}
