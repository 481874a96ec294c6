// What an imported channel has beside what its creation gives it.
import type { ChannelId, GroupId, UserId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface ImportedChannel {
  readonly creator_id: UserId | null;
  readonly date_created: number;
  readonly is_archived: boolean;
  readonly is_web_public: boolean;
  readonly can_send_message_group: GroupId;
}

export async function setImportedChannel(
  tx: Transaction,
  stream_id: ChannelId,
  { can_send_message_group, ...columns }: ImportedChannel,
): Promise<void> {
  const all = { ...columns, can_send_message_group: JSON.stringify(can_send_message_group) };
  await tx.run(sql`update channels set ${sql.set(all)} where stream_id = ${stream_id}`);
}
