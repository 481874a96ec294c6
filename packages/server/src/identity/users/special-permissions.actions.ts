// Grants and revokes the operator's special permissions. Clients never see them, so no event is sent.

import type { UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write.ts';
import type { SpecialPermission } from './special-permissions.queries.ts';

export async function setSpecialPermission(
  { tx }: WriteContext,
  user_id: UserId,
  permission: SpecialPermission,
  is_held: boolean,
): Promise<void> {
  await tx.run(sql`update users set ${sql.raw(permission)} = ${is_held} where user_id = ${user_id}`);
}
