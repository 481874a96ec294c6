// Uploading, listing and deleting files.
import {
  BadRequest,
  getAttachments,
  getFileTemporaryUrl,
  getThumbnailStatus,
  NotFound,
  type RealmId,
  Refused,
  removeAttachment,
  uploadFile,
} from '@stoa/contract';
import {
  type AttachmentRow,
  findAttachment,
  findOwnAttachments,
  mayReadAttachment,
} from '../../conversation/attachments/attachments.queries.ts';
import { uploadUrl } from '../../conversation/attachments/thumbnails.rules.ts';
import { getUploadSpace } from '../../identity/realm/upload-space.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { preparedWrite, RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { findOwnUse } from '../../kit/limits/account-use.ts';
import type { TemporaryUrls } from './temporary-urls.ts';
import { createAttachment, removeOwnAttachment, storeUpload } from './uploads.actions.ts';

async function getReadable(
  { db, actor, realm }: { db: Connection; actor: Actor | null; realm: Realm },
  { realm_id_str, filename }: { realm_id_str: number; filename: string },
): Promise<AttachmentRow> {
  const row =
    (realm_id_str as RealmId) === realm.realm_id
      ? await findAttachment(db, realm.realm_id, `${realm_id_str}/${filename}`)
      : null;
  if (!row || !(await mayReadAttachment(db, actor, realm, row))) throw Refused('file_unknown', {}, NotFound);
  return row;
}

/** The list of more files is a long read. [HT856] */
const SHORT_FILES = 3000;
/** About what the list says of each, names of files included. */
const FILE_BYTES = 300;

export function uploadsRoutes(parts: FileServices, urls: TemporaryUrls): Route[] {
  return [
    preparedWrite(
      uploadFile,
      async ({ actor, now, files }) => {
        const [file, ...others] = files;
        if (!file) throw BadRequest('You must specify a file to upload');
        if (others.length > 0) throw BadRequest('You may only upload one file at a time');
        return storeUpload(parts, actor, now, file);
      },
      async (context, _params, stored) => {
        const { path_id, name } = await createAttachment(context, context.actor, stored);
        return { url: uploadUrl(path_id), uri: uploadUrl(path_id), filename: name };
      },
    ),
    read(getFileTemporaryUrl, async (context, params) => {
      const { path_id } = await getReadable(context, params);
      return { url: urls.urlOf(path_id, context.now) };
    }),
    read(getThumbnailStatus, async (context, params) => {
      const { thumbnail } = await getReadable(context, params);
      if (thumbnail === 'none') throw Refused('file_no_picture');
      return { has_thumbnail: thumbnail === 'ready' };
    }),
    read(
      getAttachments,
      async ({ db, actor, realm }) => {
        const attachments = await findOwnAttachments(db, actor.user_id);
        const upload_space_used = (await getUploadSpace(db, realm.realm_id)).used_bytes;
        return new RawResult(fieldsOf({ attachments, upload_space_used }));
      },
      () => true,
      {
        isShort: async ({ db, actor }) => (await findOwnUse(db, actor.user_id, 'files')) <= SHORT_FILES,
        bytes: async ({ db, actor }) => FILE_BYTES * (await findOwnUse(db, actor.user_id, 'files')),
      },
    ),
    write(removeAttachment, async (context, { attachment_id }) => {
      await removeOwnAttachment(context, context.actor, attachment_id);
      return {};
    }),
  ];
}
