// What an imported channel has beside what its creation gives it.
import type { ChannelId, ChannelPermission, GroupSettingValue, UserId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

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
