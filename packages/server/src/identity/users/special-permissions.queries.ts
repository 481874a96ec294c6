// Special permissions of single accounts, which only the operator grants and revokes. [US14]

import type { UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export const SPECIAL_PERMISSIONS = ['can_create_users', 'can_change_user_emails'] as const;
export type SpecialPermission = (typeof SPECIAL_PERMISSIONS)[number];

export async function hasSpecialPermission(
  db: Connection,
  user_id: UserId,
  permission: SpecialPermission,
): Promise<boolean> {
  const row = await db.get<Record<SpecialPermission, boolean>>(
    sql`select can_create_users, can_change_user_emails from users where user_id = ${user_id}`,
  );
  return row?.[permission] === true;
}
