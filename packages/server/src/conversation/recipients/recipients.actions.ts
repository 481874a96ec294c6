// Creates the recipients of direct conversations.

import type { RealmId, RecipientId, UserId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { findDirectRecipient, invalidateDirectRecipient, userKey } from './recipients.queries.ts';

/** The recipient of a set of people, created when they first write to each other. */
export async function directRecipient(
  tx: Transaction,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<RecipientId> {
  const existing = await findDirectRecipient(tx, realm_id, user_ids);
  if (existing !== null) return existing;
  const user_key = userKey(user_ids);
  const row = await tx.get<{ recipient_id: RecipientId }>(
    sql`insert into recipients (realm_id, user_key) values (${realm_id}, ${user_key}) returning recipient_id`,
  );
  invalidateDirectRecipient(tx, realm_id, user_key);
  for (const user_id of new Set(user_ids))
    await tx.insertAhead('recipient_users', { recipient_id: row!.recipient_id, user_id });
  return row!.recipient_id;
}
