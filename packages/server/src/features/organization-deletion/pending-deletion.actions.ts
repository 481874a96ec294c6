// Schedules the deletion of an organization, and cancels it. What deletes it is organization-deletion.actions.ts.
import type { RealmId } from '@stoa/contract';
import { deactivateOrganization, reactivateOrganization } from '../../identity/realm/deactivation.actions.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

/** Replaces the time: deletion has begun. */
export const BEGUN = 0;

/** When the organization will be deleted, in milliseconds since 1970; null if it won't be. */
export async function findDeletionTime(db: Connection, realm_id: RealmId): Promise<number | null> {
  const row = await db.get<{ deletion_due_at: number | null }>(
    sql`select deletion_due_at from realms where realm_id = ${realm_id}`,
  );
  return row?.deletion_due_at ?? null;
}

/** Deactivates the organization now. [OD1] */
export async function scheduleDeletion(context: WriteContext, realm_id: RealmId, due_at: number): Promise<void> {
  await deactivateOrganization(context, realm_id);
  const scheduled = await context.tx.run(
    sql`update realms set deletion_due_at = ${due_at} where realm_id = ${realm_id}
       and (deletion_due_at is null or deletion_due_at <> ${BEGUN})`,
  );
  if (scheduled > 0) context.record({ kind: 'organization_deletion_scheduled' });
}

/** Reactivates the organization; false if its deletion is not pending. [OD2] */
export async function cancelDeletion(context: WriteContext, realm_id: RealmId): Promise<boolean> {
  const canceled = await context.tx.run(
    sql`update realms set deletion_due_at = null where realm_id = ${realm_id} and deletion_due_at <> ${BEGUN}`,
  );
  if (canceled === 0) return false;
  context.record({ kind: 'organization_deletion_canceled' });
  await reactivateOrganization(context, realm_id);
  return true;
}
