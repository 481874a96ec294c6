// Deactivates and reactivates an organization. Deletes nothing. [RE18]

import { BadRequest, type RealmId, realmDeactivated } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

export async function deactivateOrganization(context: WriteContext, realm_id: RealmId): Promise<void> {
  const { tx, now, emit } = context;
  const ended = await tx.run(
    sql`update realms set deactivated_at = ${seconds(now)} where realm_id = ${realm_id} and deactivated_at is null`,
  );
  if (ended === 0) return;
  context.record({ kind: 'organization_deactivated' });
  emit(realmDeactivated, { realm_id }, { everyone: true });
}

/** Keys and queues continue where they were. */
export async function reactivateOrganization({ tx, record }: WriteContext, realm_id: RealmId): Promise<void> {
  const back = await tx.run(
    sql`update realms set deactivated_at = null where realm_id = ${realm_id} and deactivated_at is not null
       and deletion_due_at is null`,
  );
  if (back === 0) throw BadRequest('The organization is not deactivated, or will be deleted');
  record({ kind: 'organization_reactivated' });
}
