// Imports of other chats' archives into the organization, by its owners: uploaded, planned, started, undone.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { slice } from '../kit/slice.ts';
import { Timestamp, UserId } from '../kit/values.ts';
import { ImportFailure } from './archive-failures.ts';

export const ArchiveFormat = z.enum(['discord', 'mattermost', 'rocketchat', 'slack', 'zulip']);
export type ArchiveFormat = z.output<typeof ArchiveFormat>;

/**
 * The archive is being uploaded; read for the plan; waits for the start; is being imported; is imported; is being undone. With an
 * `error`, the stage has failed.
 */
const ImportStage = z.enum(['uploading', 'planning', 'planned', 'importing', 'imported', 'undoing']);

const ImportPlan = z.object({
  counts: z.record(z.string(), z.object({ read: z.int(), imported: z.int(), dropped: z.int() })),
  /** At most 200. */
  reasons: z.array(
    z.object({
      kind: z.string(),
      reason: z.string(),
      /** The code that clients translate in place of `reason`; null in plans of older versions. */
      code: z.string().nullable(),
      records: z.int(),
      is_kept: z.boolean(),
      /** `file` and `record` as one text. */
      first: z.string(),
      /** Null if it is a record of the archive as a whole. */
      file: z.string().nullable(),
      record: z.union([z.string(), z.number()]).nullable(),
    }),
  ),
  users: z.object({ matched: z.int(), new: z.int() }),
  /** At most 500. */
  channels: z.array(
    z.object({ name: z.string(), becomes: z.string(), how: z.enum(['new', 'matched', 'other name']), why: z.string() }),
  ),
  channels_count: z.int(),
  direct_conversations: z.object({ all: z.int(), into_channels: z.int() }),
});
export type ImportPlan = z.output<typeof ImportPlan>;

const ArchiveImport = z.object({
  acting_user_id: UserId,
  format: ArchiveFormat,
  file_name: z.string(),
  size: z.int(),
  started_at: Timestamp,
  stage: ImportStage,
  /** Messages read, written or removed in this stage. */
  messages: z.int(),
  total_messages: z.int().nullable(),
  /** Null while nothing is known of it. */
  seconds_left: z.int().nullable(),
  plan: ImportPlan.nullable(),
  error: z.string().nullable(),
  /** Beside `error`, for clients that translate; null for imports that ended before version 78 of the schema. */
  failure: ImportFailure.nullable(),
});
export type ArchiveImport = z.output<typeof ArchiveImport>;

const shared = { access: 'owner', errors: [BadRequest] } as const;

export const getArchiveImport = endpoint({
  access: 'owner',
  scope: 'key',
  id: 'get-archive-import',
  method: 'GET',
  path: '/import',
  result: () =>
    z.object({
      import: ArchiveImport.nullable(),
      /** A run of `stoa import --into` or `undo-import` that has begun and not ended: no other import can start until then. */
      command: z.enum(['importing', 'undoing']).nullable(),
    }),
  summary: 'Get the state of the import of an archive',
});
export const beginArchiveImport = endpoint({
  ...shared,
  id: 'begin-archive-import',
  method: 'POST',
  path: '/import',
  scope: 'key',
  params: () =>
    z.object({
      format: ArchiveFormat,
      file_name: z.string().min(1).max(255),
      /** In bytes. */
      size: z.int().min(1),
    }),
  result: () =>
    z.object({
      /** Where the archive is uploaded, by the tus protocol. */
      upload_url: z.string(),
    }),
  fresh_password: true,
  summary: 'Begin the import of an archive, which is then uploaded',
});
export const startArchiveImport = endpoint({
  ...shared,
  id: 'start-archive-import',
  method: 'POST',
  path: '/import/start',
  scope: 'key',
  fresh_password: true,
  summary: 'Import the archive as planned, or go on after an error',
});
export const undoArchiveImport = endpoint({
  ...shared,
  id: 'undo-archive-import',
  method: 'POST',
  path: '/import/undo',
  scope: 'key',
  fresh_password: true,
  summary: 'Take the import of an archive back',
});
export const discardArchiveImport = endpoint({
  ...shared,
  id: 'discard-archive-import',
  method: 'DELETE',
  path: '/import',
  scope: 'key',
  summary: 'Discard an archive that was not imported, or the report of one that was',
});

export const importsContract = slice({
  name: 'imports',
  endpoints: { getArchiveImport, beginArchiveImport, startArchiveImport, undoArchiveImport, discardArchiveImport },
});
