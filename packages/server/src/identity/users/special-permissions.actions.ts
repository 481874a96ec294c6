// Gives and takes the permissions that are the operator's to give. No client is told: none is shown them.
import type { UserId } from '@stoa/contract';
import type { WriteContext } from '../../kit/write.ts';
import type { SpecialPermission } from './special-permissions.queries.ts';

export async function setSpecialPermission(
  { tx }: WriteContext,
  user_id: UserId,
  permission: SpecialPermission,
  is_held: boolean,
): Promise<void> {
  await tx.run(`update users set ${permission} = $1 where user_id = $2`, [is_held, user_id]);
}
