// Makes thumbnails as jobs promised by uploads. A picture that cannot be processed is not retried.
import type { RealmId } from '@stoa/contract';
import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import { thumbnailKey, thumbnailsOf, uploadKey } from '../../conversation/attachments/thumbnails.rules.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileServices } from '../../kit/files/file-services.ts';
import { keepFiles, storeFiles } from '../../kit/files/loose-files.ts';
import type { ActingHandler } from '../../kit/jobs/jobs.ts';
import { findAccountable } from '../../kit/limits/account-use.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { showPicture } from './pictures-in-messages.actions.ts';

export const THUMBNAILS_JOB = 'thumbnails';
/** Longer than waiting for other pictures and processing this one can take. */
const CLAIM_MS = 10 * 60_000;

type After = (context: WriteContext) => Promise<void>;

function findPending(db: Connection, realm_id: RealmId, attachment_id: number): Promise<AttachmentRow | null> {
  return db.get<AttachmentRow>(
    sql`select * from attachments where attachment_id = ${attachment_id} and realm_id = ${realm_id} and thumbnail = 'pending'`,
  );
}

/** Records the result, success or failure; the file may be gone by then. */
function recordResult(realm_id: RealmId, attachment_id: number, keys: readonly string[] | null): After {
  return async (context) => {
    const row = await findPending(context.tx, realm_id, attachment_id);
    if (!row) return;
    if (keys) await keepFiles(context.tx, keys);
    const thumbnail = keys ? 'ready' : 'failed';
    await context.tx.run(sql`update attachments set thumbnail = ${thumbnail} where attachment_id = ${attachment_id}`);
    await showPicture(context, { ...row, thumbnail });
  };
}

async function makeThumbnails(
  parts: FileServices & { db: Connection; clock: Clock },
  realm_id: RealmId,
  attachment_id: number,
): Promise<After | undefined> {
  const row = await findPending(parts.db, realm_id, attachment_id);
  if (!row) return undefined;
  const account_id = await findAccountable(parts.db, row.owner_id);
  const { path_id } = row;
  const original = await parts.files.borrow(uploadKey(path_id));
  if (!original) return recordResult(realm_id, attachment_id, null);
  const targets = thumbnailsOf(row).map((format) => ({ ...format, path: parts.incoming.path() }));
  try {
    const outputs = targets.map(({ path, max_width, max_height, animated }) => ({
      path,
      width: max_width,
      height: max_height,
      fit: 'inside' as const,
      format: 'webp' as const,
      animated,
    }));
    if (!(await parts.images.make(account_id, original.path, outputs)).made)
      return recordResult(realm_id, attachment_id, null);
    const files = targets.map(({ name, path }) => ({
      key: thumbnailKey(path_id, name),
      path,
      content_type: 'image/webp',
    }));
    await storeFiles(parts, realm_id, parts.clock.now(), files);
    return recordResult(
      realm_id,
      attachment_id,
      files.map(({ key }) => key),
    );
  } finally {
    await original.release();
    await Promise.all(targets.map(({ path }) => parts.incoming.discard(path)));
  }
}

export function thumbnailsHandler(parts: FileServices & { db: Connection; clock: Clock }): ActingHandler {
  return {
    kind: THUMBNAILS_JOB,
    claim_ms: CLAIM_MS,
    // Most of them wait for their turn with the pictures of others.
    concurrency: 16,
    concurrency_each: 2,
    act: ({ realm_id, body }) => makeThumbnails(parts, realm_id, body.attachment_id as number),
    givenUp: (context, { realm_id, body }) => recordResult(realm_id, body.attachment_id as number, null)(context),
  };
}
