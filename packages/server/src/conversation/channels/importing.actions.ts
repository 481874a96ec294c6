// Sets the properties of imported channels that creation does not set; reveals, hides and removes such channels.
import type { ChannelId, ChannelPermission, GroupSettingValue, UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { DELETED_ROWS, deleteRows } from '../../kit/database/delete-rows.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ChannelRow } from './channels.tables.ts';

export interface ImportedChannel {
  readonly creator_id: UserId | null;
  readonly date_created: number;
  readonly is_archived: boolean;
  readonly is_web_public: boolean;
  readonly message_retention_days: number | null;
  /** Those that differ from what a new channel has. */
  readonly permissions: Partial<Record<ChannelPermission, GroupSettingValue>>;
}

export async function setImportedChannel(
  tx: Transaction,
  stream_id: ChannelId,
  { permissions, ...columns }: ImportedChannel,
): Promise<void> {
  const values = Object.entries(permissions).map(([name, value]) => [name, JSON.stringify(value)]);
  const all = { ...columns, ...(Object.fromEntries(values) as Partial<Record<ChannelPermission, string>>) };
  await tx.run(sql`update channels set ${sql.set(all)} where stream_id = ${stream_id}`);
}

/** Opens a channel that was hidden while an import wrote into it, as private as it was in the archive. */
export async function revealImportedChannel(
  tx: Transaction,
  stream_id: ChannelId,
  columns: Pick<ImportedChannel, 'is_archived' | 'is_web_public'> & {
    readonly invite_only: boolean;
    readonly history_public_to_subscribers: boolean;
  },
): Promise<void> {
  await tx.run(sql`update channels set ${sql.set({ ...columns })} where stream_id = ${stream_id}`);
}

/** Hides channels again that an import made. */
export async function hideImportedChannels(tx: Transaction, stream_ids: readonly ChannelId[]): Promise<void> {
  for (const batch of batchesOf(stream_ids))
    await tx.run(
      sql`update channels set is_archived = true, invite_only = true, is_web_public = false
         where stream_id in (${sql.list(batch)})`,
    );
}

/** Deletes some of what names these channels; returns how many rows, 0 when nothing does. */
export async function emptyImportedChannels(
  tx: Transaction,
  channels: readonly Pick<ChannelRow, 'stream_id' | 'recipient_id'>[],
): Promise<number> {
  if (channels.length === 0) return 0;
  const of_channels = sql`stream_id in (${sql.list(channels.map(({ stream_id }) => stream_id))})`;
  for (const table of ['subscription_spans', 'subscriptions', 'user_topics', 'message_moves']) {
    const gone = await deleteRows(tx, table, of_channels);
    if (gone > 0) return gone;
  }
  const of_recipients = sql`recipient_id in (${sql.list(channels.map(({ recipient_id }) => recipient_id))})`;
  return tx.run(
    sql`delete from read_ranges where (user_id, recipient_id, from_id) in
       (select user_id, recipient_id, from_id from read_ranges where ${of_recipients} limit ${sql.raw(DELETED_ROWS)})`,
  );
}

/** Deletes a channel without messages, with everything that names it. */
export async function removeImportedChannel(
  tx: Transaction,
  { stream_id, recipient_id }: Pick<ChannelRow, 'stream_id' | 'recipient_id'>,
): Promise<void> {
  for (const table of ['subscription_spans', 'subscriptions', 'user_topics', 'message_moves'])
    await tx.run(sql`delete from ${sql.raw(table)} where stream_id = ${stream_id}`);
  await tx.run(sql`delete from read_ranges where recipient_id = ${recipient_id}`);
  for (const column of ['default_sending_stream_id', 'default_events_register_stream_id'])
    await tx.run(sql`update bot_settings set ${sql.raw(column)} = null where ${sql.raw(column)} = ${stream_id}`);
  await tx.run(sql`update channels set recipient_id = null where stream_id = ${stream_id}`);
  await tx.run(sql`delete from recipients where recipient_id = ${recipient_id}`);
  await tx.run(sql`delete from channels where stream_id = ${stream_id}`);
}
