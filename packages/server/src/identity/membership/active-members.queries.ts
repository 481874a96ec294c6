// Finds the people and groups that can be members and be named in permissions: those in use.

import { type GroupId, type RealmId, Refused, type UserId } from '@stoa/contract';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The active people among some ids of the organization. */
async function findActiveUserIds(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const rows = await inBatches(user_ids, (batch) =>
    db.all<{ user_id: UserId }>(
      sql`select user_id from users where realm_id = ${realm_id} and is_active and user_id in (${sql.list(batch)})`,
    ),
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function checkActiveUsers(db: Connection, realm_id: RealmId, user_ids: readonly UserId[]): Promise<void> {
  const found = await findActiveUserIds(db, realm_id, user_ids);
  const missing = user_ids.find((user_id) => !found.has(user_id));
  if (missing !== undefined) throw Refused('person_inactive', { person: missing });
}

export interface KnownGroup {
  readonly group_id: GroupId;
  readonly name: string;
  readonly is_system_group: boolean;
}

/** The groups that can be named in permissions and nested, by id. */
export async function findActiveGroups(db: Connection, realm_id: RealmId): Promise<ReadonlyMap<GroupId, KnownGroup>> {
  const rows = await db.all<KnownGroup>(
    sql`select group_id, name, is_system_group from user_groups where realm_id = ${realm_id} and not deactivated`,
  );
  return new Map(rows.map((row) => [row.group_id, row]));
}
