// Uploaded files: uploading, listing, deleting and downloading.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { MessageId, Timestamp } from '../kit/values.ts';
import { LIMITS } from '../realm/server-facts.ts';
import { RealmUploadQuota } from '../shapes/errors.ts';

/** An uploaded file and the messages that link to it. */
export const Attachment = z.object({
  id: z.int(),
  /** The file name given by its owner. */
  name: z.string(),
  /** The path below `/user_uploads/`. */
  path_id: z.string(),
  /** In bytes. */
  size: z.int(),
  create_time: Timestamp,
  message_ids: z.array(MessageId),
});
export type Attachment = z.output<typeof Attachment>;

/** Bytes used by all files of the organization. */
const upload_space_used = z.int();

export const attachmentAdd = event({
  type: 'attachment',
  op: 'add',
  fields: () => z.object({ attachment: Attachment, upload_space_used }),
  summary: 'The receiver uploaded a file.',
});
export const attachmentUpdate = event({
  type: 'attachment',
  op: 'update',
  fields: () => z.object({ attachment: Attachment, upload_space_used }),
  summary: 'The messages that link to a file of the receiver have changed.',
});
export const attachmentRemove = event({
  type: 'attachment',
  op: 'remove',
  fields: () => z.object({ attachment: z.object({ id: z.int() }), upload_space_used }),
  summary: 'A file of the receiver was deleted.',
});

export const uploadFile = endpoint({
  id: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  access: 'user',
  scope: 'send',
  result: () =>
    z.object({
      /** Relative to the organization's URL. */
      url: z.string(),
      /** Deprecated: the same as `url`. */
      uri: z.string(),
      filename: z.string(),
    }),
  errors: [RealmUploadQuota],
  emits: [attachmentAdd],
  summary: 'Upload a file',
  files_limit_mib: LIMITS.max_file_upload_size_mib,
});

/** A file address below `/user_uploads/` and similar paths; the file name can contain slashes. */
const address = z.object({ realm_id_str: z.int(), filename: z.string() });

export const getFileTemporaryUrl = endpoint({
  id: 'get-file-temporary-url',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  access: 'spectator',
  scope: 'read',
  params: () => address,
  result: () =>
    z.object({
      /** Valid for a minute, without credentials. */
      url: z.string(),
    }),
  summary: 'Get a temporary URL of a file that needs no credentials',
  path_tail: true,
});

export const getThumbnailStatus = endpoint({
  id: 'check-thumbnail-status',
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename}',
  access: 'user',
  scope: 'read',
  params: () => address,
  result: () => z.object({ has_thumbnail: z.boolean() }),
  summary: 'Check whether the thumbnails of an uploaded picture are ready',
  since: 479,
  path_tail: true,
});

export const getAttachments = endpoint({
  id: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  access: 'user',
  scope: 'read',
  result: () => z.object({ attachments: z.array(Attachment), upload_space_used }),
  summary: 'List your own files',
});

export const removeAttachment = endpoint({
  id: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ attachment_id: z.int() }),
  emits: [attachmentRemove],
  summary: 'Delete one of your own files',
});

export const uploadsContract = slice({
  name: 'uploads',
  endpoints: { uploadFile, getFileTemporaryUrl, getThumbnailStatus, getAttachments, removeAttachment },
  events: [attachmentAdd, attachmentUpdate, attachmentRemove],
});
