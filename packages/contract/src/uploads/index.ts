// Uploaded files: sending them, listing and deleting one's own, reading them. Spec: files.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { MessageId, Timestamp } from '../kit/values.ts';
import { LIMITS } from '../realm/server-facts.ts';
import { RealmUploadQuota } from '../shapes/errors.ts';

/** A file that somebody has uploaded, and the messages that link to it. */
export const Attachment = z.object({
  id: z.int(),
  /** As its owner named it. */
  name: z.string(),
  /** `/user_uploads/` before it makes the address. */
  path_id: z.string(),
  /** Bytes. */
  size: z.int(),
  create_time: Timestamp,
  message_ids: z.array(MessageId),
});
export type Attachment = z.output<typeof Attachment>;

/** Bytes that the files of the organization take. */
const upload_space_used = z.int();

export const attachmentAdd = event({
  type: 'attachment',
  op: 'add',
  fields: z.object({ attachment: Attachment, upload_space_used }),
  summary: 'The receiver has uploaded a file.',
});
export const attachmentUpdate = event({
  type: 'attachment',
  op: 'update',
  fields: z.object({ attachment: Attachment, upload_space_used }),
  summary: 'Other messages link to a file of the receiver’s.',
});
export const attachmentRemove = event({
  type: 'attachment',
  op: 'remove',
  fields: z.object({ attachment: z.object({ id: z.int() }), upload_space_used }),
  summary: 'A file of the receiver’s is gone.',
});

export const uploadFile = endpoint({
  id: 'upload-file',
  method: 'POST',
  path: '/user_uploads',
  access: 'user',
  params: z.object({}),
  result: z.object({
    /** The address of the file, relative to the organization's. */
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

/** What may follow `/user_uploads/{realm_id_str}/` or the like: slashes and all. */
const address = z.object({ realm_id_str: z.int(), filename: z.string() });

export const getFileTemporaryUrl = endpoint({
  id: 'get-file-temporary-url',
  method: 'GET',
  path: '/user_uploads/{realm_id_str}/{filename}',
  access: 'spectator',
  params: address,
  result: z.object({
    /** Good for a minute, without credentials. */
    url: z.string(),
  }),
  summary: 'Get an address of a file that needs no credentials',
  path_tail: true,
});

export const getThumbnailStatus = endpoint({
  id: 'check-thumbnail-status',
  method: 'GET',
  path: '/thumbnail/status/{realm_id_str}/{filename}',
  access: 'user',
  params: address,
  result: z.object({ has_thumbnail: z.boolean() }),
  summary: 'Ask whether smaller pictures of an uploaded one are ready',
  since: 479,
  path_tail: true,
});

export const getAttachments = endpoint({
  id: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  access: 'user',
  params: z.object({}),
  result: z.object({ attachments: z.array(Attachment), upload_space_used }),
  summary: 'List one’s own files',
});

export const removeAttachment = endpoint({
  id: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  access: 'user',
  params: z.object({ attachment_id: z.int() }),
  result: z.object({}),
  emits: [attachmentRemove],
  summary: 'Delete one of one’s own files',
});

export const uploadsContract = slice({
  name: 'uploads',
  endpoints: { uploadFile, getFileTemporaryUrl, getThumbnailStatus, getAttachments, removeAttachment },
  events: [attachmentAdd, attachmentUpdate, attachmentRemove],
});
