// Unfinished resumable uploads, which count towards quotas. Their bytes are on the local disk.

import { checkSpace, findUnfinishedOf } from '../../conversation/attachments/space.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { accountable } from '../../kit/access/actor.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Writer } from '../../kit/write/write.ts';

/** An abandoned upload is removed after a day. */
export const UNFINISHED_MS = 24 * 60 * 60_000;
/** How much later a row is removed whose files were lost in a crash. */
const LOST_MS = 60 * 60_000;

/** Reserves the whole length; throws if the quota is exhausted. [UP25] */
export async function beginUnfinished(writer: Writer, actor: Actor, upload_id: string, size: number): Promise<void> {
  const { realm_id } = actor.realm;
  await writer.write(realm_id, async ({ tx, caps }) => {
    caps.check('unfinished-uploads', (await findUnfinishedOf(tx, accountable(actor))).count);
    await checkSpace(tx, caps, actor, { bytes: size, files: 1 });
    await tx.run(
      sql`insert into unfinished_uploads (upload_id, realm_id, user_id, size, expires_at) values (${upload_id}, ${realm_id}, ${actor.user_id}, ${size}, ${Date.now() + UNFINISHED_MS})`,
    );
  });
}

/** False if it has ended already, perhaps at another node. */
export async function endUnfinished(tx: Transaction, upload_id: string): Promise<boolean> {
  return (await tx.run(sql`delete from unfinished_uploads where upload_id = ${upload_id}`)) > 0;
}

export async function forgetLostUploads(writer: Writer, now: number): Promise<void> {
  await writer.write(null, ({ tx }) => tx.run(sql`delete from unfinished_uploads where expires_at < ${now - LOST_MS}`));
}
