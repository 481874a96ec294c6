// Storing and deleting uploaded files. The bytes are stored before the transaction that creates their row.

import { randomBytes } from 'node:crypto';
import {
  type Attachment,
  attachmentAdd,
  attachmentRemove,
  BadRequest,
  type RealmId,
  realmUpdate,
  type UserId,
} from '@stoa/contract';
import { type AttachmentRow, presentAttachments } from '../../conversation/attachments/attachments.queries.ts';
import { checkSpace } from '../../conversation/attachments/space.queries.ts';
import { keysOf, PICTURE_TYPES, uploadKey } from '../../conversation/attachments/thumbnails.rules.ts';
import { findUploadQuota } from '../../identity/realm/upload-space.queries.ts';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { keepFiles, releaseFiles, storeFiles } from '../../kit/files/loose-files.ts';
import { findPicture } from '../../kit/files/make-pictures.ts';
import type { Picture } from '../../kit/images/images.ts';
import { addUse } from '../../kit/limits/account-use.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { addressName, contentType, displayName } from './names.rules.ts';
import { THUMBNAILS_JOB } from './thumbnails.actions.ts';

/** A received file with its declared name and type. */
export interface Arrived {
  readonly path: string;
  readonly filename: string;
  readonly content_type: string;
  readonly size: number;
}

/** An upload whose bytes are stored. */
export interface StoredUpload {
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly picture: Picture | null;
}

/** Stores the bytes, before the transaction that runs {@link createAttachment}. */
export async function storeUpload(
  parts: FileServices,
  actor: Actor,
  now: number,
  arrived: Arrived,
): Promise<StoredUpload> {
  const { realm } = actor;
  const name = displayName(arrived.filename);
  const content_type = contentType(arrived.content_type, name);
  const random = randomBytes(19).toString('base64url');
  const shard = randomBytes(1).toString('hex');
  const path_id = `${realm.realm_id}/${shard}/${random}/${addressName(name)}`;
  const picture = PICTURE_TYPES.has(content_type) ? await findPicture(parts, accountable(actor), arrived.path) : null;
  await storeFiles(parts, realm.realm_id, now, [{ key: uploadKey(path_id), path: arrived.path, content_type }]);
  return { path_id, name, content_type, size: arrived.size, picture };
}

export async function createAttachment(
  { tx, now, emit, enqueue, caps }: WriteContext,
  actor: Actor,
  { path_id, name, content_type, size, picture }: StoredUpload,
): Promise<Attachment> {
  const { realm_id } = actor.realm;
  await checkSpace(tx, caps, actor, { bytes: size, files: 1 });
  await keepFiles(tx, [uploadKey(path_id)]);
  const create_time = seconds(now);
  const row = await tx.get<AttachmentRow>(
    sql`insert into attachments (realm_id, owner_id, path_id, name, content_type, size, create_time, width, height, animated,
       thumbnail, unclaimed_since) values (${realm_id}, ${actor.user_id}, ${path_id}, ${name}, ${content_type}, ${size}, ${create_time}, ${picture?.width ?? null}, ${picture?.height ?? null}, ${picture?.animated ?? false}, ${picture ? 'pending' : 'none'}, ${create_time}) returning *`,
  );
  const upload_space_used = await addToSpace(tx, realm_id, size);
  await addUse(tx, actor.user_id, { files: 1, file_bytes: size });
  const [attachment] = await presentAttachments(tx, [row!]);
  emit(attachmentAdd, { attachment: attachment!, upload_space_used }, { users: [actor.user_id] });
  if (picture)
    enqueue({ kind: THUMBNAILS_JOB, body: { attachment_id: row!.attachment_id }, account_id: accountable(actor) });
  return attachment!;
}

async function addToSpace(tx: Transaction, realm_id: RealmId, bytes: number): Promise<number> {
  const row = await tx.get<{ used_bytes: number }>(
    sql`insert into upload_space (realm_id, used_bytes) values (${realm_id}, ${bytes})
     on conflict (realm_id) do update set used_bytes = upload_space.used_bytes + excluded.used_bytes returning used_bytes`,
  );
  return row!.used_bytes;
}

/** Deletes one of the actor's own files; messages keep their links, which then lead nowhere. [UP13] */
export async function removeOwnAttachment(context: WriteContext, actor: Actor, attachment_id: number): Promise<void> {
  const row = await context.tx.get<AttachmentRow>(
    sql`select * from attachments where attachment_id = ${attachment_id} and owner_id = ${actor.user_id} and realm_id = ${actor.realm.realm_id}`,
  );
  if (!row) throw BadRequest('Invalid attachment');
  await removeAttachmentRow(context, row);
}

/**
 * Deletes files of an account that is erased, at most `limit`: all, or only those that no message links to. Returns how many.
 * [PD8]
 */
export async function removeAttachmentsOf(
  context: WriteContext,
  user_id: UserId,
  { unlinked_only, limit }: { unlinked_only: boolean; limit: number },
): Promise<number> {
  const unlinked = sql`and not exists (select 1 from attachment_messages
    where attachment_messages.attachment_id = attachments.attachment_id)`;
  const rows = await context.tx.all<AttachmentRow>(
    sql`select * from attachments where owner_id = ${user_id} ${unlinked_only ? unlinked : sql.nothing} order by attachment_id limit ${limit}`,
  );
  for (const row of rows) await removeAttachmentRow(context, row);
  return rows.length;
}

/** Deletes those of these files that no message links to. */
export async function removeUnlinkedAttachments(context: WriteContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await context.tx.all<AttachmentRow>(
    sql`select * from attachments where attachment_id in (${sql.list(ids)}) and not exists (select 1 from attachment_messages
       where attachment_messages.attachment_id = attachments.attachment_id) order by attachment_id`,
  );
  for (const row of rows) await removeAttachmentRow(context, row);
}

/** Deletes the row now; the bytes are removed by garbage collection. */
export async function removeAttachmentRow({ tx, now, emit }: WriteContext, row: AttachmentRow): Promise<void> {
  const { attachment_id, realm_id, owner_id, size } = row;
  await tx.run(sql`delete from attachment_messages where attachment_id = ${attachment_id}`);
  await tx.run(sql`delete from attachments where attachment_id = ${attachment_id}`);
  await releaseFiles(tx, realm_id, keysOf(row), now);
  const upload_space_used = await addToSpace(tx, realm_id, -size);
  await addUse(tx, owner_id, { files: -1, file_bytes: -size });
  emit(attachmentRemove, { attachment: { id: attachment_id }, upload_space_used }, { users: [owner_id] });
}

/** Sets an organization's storage quota in MiB; null for the server's default. */
export async function setUploadQuota(
  { tx, emit, caps }: WriteContext,
  realm_id: RealmId,
  quota_mib: number | null,
): Promise<void> {
  await tx.run(
    sql`insert into upload_space (realm_id, used_bytes, quota_mib) values (${realm_id}, 0, ${quota_mib})
     on conflict (realm_id) do update set quota_mib = excluded.quota_mib`,
  );
  const value = await findUploadQuota(tx, realm_id, caps.of('upload-mib-per-organization'));
  emit(realmUpdate, { property: 'upload_quota_mib', value }, { everyone: true });
}
