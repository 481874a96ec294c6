// Deletes organizations whose time has come, in short writes, so that other organizations are not held up. A crash or stop
// in between loses nothing: the next run continues. [OD3]
import type { MessageId, RealmId, UserId } from '@stoa/contract';
import type { AttachmentRow } from '../../conversation/attachments/attachments.queries.ts';
import { PacedWrites } from '../../kit/bulk-writes/paced-writes.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Store } from '../../kit/database/connection.ts';
import { DELETED_ROWS, deleteRows } from '../../kit/database/delete-rows.ts';
import { sql } from '../../kit/database/sql.ts';
import type { FileStore } from '../../kit/files/file-store.ts';
import { collectLooseFiles, releaseFiles } from '../../kit/files/loose-files.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { removeAttachmentRow } from '../uploads/uploads.actions.ts';
import { OF_ACCOUNTS, OF_MESSAGES, OF_ORGANIZATION, OF_OTHERS } from './organization-tables.rules.ts';
import { BEGUN } from './pending-deletion.actions.ts';

const ACCOUNTS_AT_ONCE = 50;

export interface DeletionServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly files: FileStore;
  /** The keys of all files that rows need. */
  findStoredFiles(): Promise<readonly string[]>;
}

export class OrganizationDeletion {
  private stopped = false;
  private readonly paced: PacedWrites;

  constructor(private readonly services: DeletionServices) {
    this.paced = new PacedWrites(services.clock);
  }

  /** Ends after the current write; the next start continues. */
  stop(): void {
    this.stopped = true;
    this.paced.stop();
  }

  async run(now: number): Promise<void> {
    const due = await this.services.store.db.all<{ realm_id: RealmId }>(
      sql`select realm_id from realms where deletion_due_at <= ${now} order by realm_id`,
    );
    for (const { realm_id } of due) if (!this.stopped) await this.delete(realm_id, now);
  }

  private async delete(realm_id: RealmId, now: number): Promise<void> {
    const { writer } = this.services;
    const has_begun = await writer.write(realm_id, ({ tx }) =>
      tx.run(
        sql`update realms set deletion_due_at = ${BEGUN} where realm_id = ${realm_id} and deletion_due_at <= ${now}`,
      ),
    );
    if (has_begun === 0) return;
    await this.repeat(realm_id, (context) => deleteMessages(context, realm_id));
    await this.repeat(realm_id, (context) => deleteAttachments(context, realm_id));
    await this.releaseFiles(realm_id, now);
    await this.deleteOfAccounts(realm_id);
    for (const [table, key, owner] of OF_OTHERS)
      await this.repeat(realm_id, ({ tx }) =>
        deleteRows(
          tx,
          table,
          sql`${sql.raw(key)} in (select ${sql.raw(key)} from ${sql.raw(owner)} where realm_id = ${realm_id})`,
        ),
      );
    for (const table of OF_ORGANIZATION)
      await this.repeat(realm_id, ({ tx }) => deleteRows(tx, table, sql`realm_id = ${realm_id}`));
    // Bots first: they refer to their owners.
    for (const is_bot of [true, false])
      await this.repeat(realm_id, ({ tx }) =>
        deleteRows(tx, 'users', sql`realm_id = ${realm_id} and is_bot = ${is_bot}`),
      );
    if (!this.stopped) await this.finish(realm_id, now);
  }

  /** Repeats a write until it deletes no more. */
  private async repeat(realm_id: RealmId, write: (context: WriteContext) => Promise<number>): Promise<void> {
    await this.paced.repeat(async () => (await this.services.writer.write(realm_id, write)) > 0);
  }

  private async deleteOfAccounts(realm_id: RealmId): Promise<void> {
    const users = await this.services.store.db.all<{ user_id: UserId }>(
      sql`select user_id from users where realm_id = ${realm_id} order by user_id`,
    );
    const ids = users.map(({ user_id }) => user_id);
    for (const user_ids of batchesOf(ids, ACCOUNTS_AT_ONCE))
      for (const table of OF_ACCOUNTS)
        await this.repeat(realm_id, ({ tx }) => deleteRows(tx, table, sql`user_id in (${sql.list(user_ids)})`));
  }

  /** Pictures, emoji and exports; those of messages are released with their rows. */
  private async releaseFiles(realm_id: RealmId, now: number): Promise<void> {
    const own = new RegExp(`^[^/]+/${realm_id}/`);
    const keys = (await this.services.findStoredFiles()).filter((key) => own.test(key));
    for (const batch of batchesOf(keys, DELETED_ROWS))
      if (!this.stopped) await this.services.writer.write(realm_id, ({ tx }) => releaseFiles(tx, realm_id, batch, now));
  }

  /** Deletes the organization when its files are gone. */
  private async finish(realm_id: RealmId, now: number): Promise<void> {
    const { store, writer, files } = this.services;
    await writer.write(realm_id, ({ tx }) =>
      tx.run(sql`update loose_files set remove_after = ${now} where realm_id = ${realm_id} and remove_after > ${now}`),
    );
    while (!this.stopped && (await collectLooseFiles({ db: store.db, writer, files }, now)) > 0);
    await writer.write(null, async ({ tx }) => {
      const left = await tx.get(sql`select 1 as found from loose_files where realm_id = ${realm_id} limit 1`);
      if (left === null) await tx.run(sql`delete from realms where realm_id = ${realm_id}`);
    });
  }
}

/** Returns the number of messages. */
async function deleteMessages({ tx }: WriteContext, realm_id: RealmId): Promise<number> {
  const rows = await tx.all<{ id: MessageId }>(
    sql`select id from messages where realm_id = ${realm_id} order by timestamp, id limit ${DELETED_ROWS}`,
  );
  if (rows.length === 0) return 0;
  const ids = sql.list(rows.map(({ id }) => id));
  for (const table of OF_MESSAGES) await tx.run(sql`delete from ${sql.raw(table)} where message_id in (${ids})`);
  return tx.run(sql`delete from messages where id in (${ids})`);
}

async function deleteAttachments(context: WriteContext, realm_id: RealmId): Promise<number> {
  const rows = await context.tx.all<AttachmentRow>(
    sql`select * from attachments where realm_id = ${realm_id} limit ${DELETED_ROWS}`,
  );
  for (const row of rows) await removeAttachmentRow(context, row);
  return rows.length;
}
