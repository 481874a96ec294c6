// Collects garbage: files that no message has linked to for weeks, and bytes without a row.

import type { RealmId } from '@stoa/contract';
import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileStore } from '../../kit/files/file-store.ts';
import { collectLooseFiles } from '../../kit/files/loose-files.ts';
import type { Writer } from '../../kit/write/write.ts';
import { removeAttachmentRow } from './uploads.actions.ts';

/** How long unlinked files are kept, because their message may still be a draft. [UP12] */
const UNCLAIMED_WEEKS = 5;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
const AT_ONCE = 100;

const NOT_LINKED = `not exists (select 1 from attachment_messages
  where attachment_messages.attachment_id = attachments.attachment_id)`;

export class FileCollector {
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
    private readonly files: FileStore,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  async run(now: number): Promise<void> {
    const { db } = this.store;
    for (const { realm_id } of await db.all<{ realm_id: RealmId }>(sql`select distinct realm_id from attachments`)) {
      await this.markUnclaimed(realm_id, Math.floor(now / 1000));
      while (!this.stopped && (await this.removeUnclaimed(realm_id, now)) === AT_ONCE);
    }
    const parts = { db, writer: this.writer, files: this.files };
    while (!this.stopped && (await collectLooseFiles(parts, now)) > 0);
  }

  /** Deleted messages remove their links without notice, so this records since when a file has no links. */
  private async markUnclaimed(realm_id: RealmId, now_seconds: number): Promise<void> {
    await this.writer.write(realm_id, ({ tx }) =>
      tx.run(
        sql`update attachments set unclaimed_since = ${now_seconds} where realm_id = ${realm_id} and unclaimed_since is null and ${sql.raw(NOT_LINKED)}`,
      ),
    );
  }

  private removeUnclaimed(realm_id: RealmId, now: number): Promise<number> {
    const before = Math.floor(now / 1000) - UNCLAIMED_WEEKS * WEEK_SECONDS;
    return this.writer.write(realm_id, async (context) => {
      const rows = await context.tx.all<AttachmentRow>(
        sql`select * from attachments where realm_id = ${realm_id} and unclaimed_since <= ${before} and ${sql.raw(NOT_LINKED)}
         order by attachment_id limit ${AT_ONCE}`,
      );
      for (const row of rows) await removeAttachmentRow(context, row);
      return rows.length;
    });
  }
}
