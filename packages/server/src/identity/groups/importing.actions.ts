// Ends groups that an import brings as ended.
import type { GroupId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function endImportedGroup(tx: Transaction, group_id: GroupId): Promise<void> {
  await tx.run(sql`update user_groups set deactivated = true where group_id = ${group_id}`);
}
