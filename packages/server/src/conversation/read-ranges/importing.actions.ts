// Writes the read state that an import brings.
import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface ImportedRange {
  readonly user_id: UserId;
  readonly recipient_id: RecipientId;
  readonly from_id: number;
  readonly until_id: number;
}

export async function insertImportedRanges(tx: Transaction, ranges: readonly ImportedRange[]): Promise<void> {
  for (const batch of batchesOf(ranges))
    await tx.run(
      sql`insert into read_ranges (user_id, recipient_id, from_id, until_id) values ${sql.rows(
        batch.map(({ user_id, recipient_id, from_id, until_id }) => [user_id, recipient_id, from_id, until_id]),
      )} on conflict (user_id, recipient_id, from_id) do update set until_id = excluded.until_id`,
    );
}

/** Messages that are unread although they came before the reader, or are the reader's own. */
export async function insertImportedMarks(
  tx: Transaction,
  marks: readonly (readonly [UserId, MessageId])[],
): Promise<void> {
  for (const batch of batchesOf(marks))
    await tx.run(
      sql`insert into unread_marks (user_id, message_id) values ${sql.rows(batch.map(([user_id, message_id]) => [user_id, message_id]))} on conflict do nothing`,
    );
}
