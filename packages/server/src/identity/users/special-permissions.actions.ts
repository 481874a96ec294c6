// Grants and revokes the operator's special permissions. Clients never see them, so no event is sent.

import type { UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { SpecialPermission } from './special-permissions.queries.ts';

export async function setSpecialPermission(
  { tx, record }: WriteContext,
  user_id: UserId,
  permission: SpecialPermission,
  is_held: boolean,
): Promise<void> {
  const changed = await tx.run(
    sql`update users set ${sql.raw(permission)} = ${is_held} where user_id = ${user_id} and ${sql.raw(permission)} <> ${is_held}`,
  );
  if (changed === 0) return;
  record({
    kind: 'account_permission_changed',
    user_id,
    changes: [{ field: permission, old: !is_held, new: is_held }],
  });
}
