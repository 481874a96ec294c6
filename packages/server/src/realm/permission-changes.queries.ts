// Which permissions of the organization a request changes, and whether it may. Never writes.
import {
  BadRequest,
  ExpectationMismatch,
  type GroupSettingUpdate,
  type GroupSettingValue,
  REALM_PERMISSIONS,
  type RealmId,
  type RealmPermission,
  type UserId,
} from '@stoa/contract';
import { membersOf, normalPermission } from '../groups/group-values.rules.ts';
import type { Connection } from '../kit/database/connection.ts';
import { checkPermissionGroups, type KnownGroup } from './realm.rules.ts';
import { getRealmPermissions } from './realm-settings.queries.ts';

const same = (a: GroupSettingValue, b: GroupSettingValue) => JSON.stringify(a) === JSON.stringify(b);

/** The permissions that change, with their new values; throws unless all may be as asked. [RE8] */
export async function checkPermissionChanges(
  db: Connection,
  realm_id: RealmId,
  asked: Partial<Record<RealmPermission, GroupSettingUpdate>>,
): Promise<Partial<Record<RealmPermission, GroupSettingValue>>> {
  const entries = Object.entries(asked) as [RealmPermission, GroupSettingUpdate][];
  if (entries.length === 0) return {};
  const groups = await db.all<KnownGroup>(
    'select group_id, name, is_system_group from user_groups where realm_id = $1 and not deactivated',
    [realm_id],
  );
  const known = new Map(groups.map((group) => [group.group_id, group]));
  const present = await getRealmPermissions(db, realm_id);
  const changed: Partial<Record<RealmPermission, GroupSettingValue>> = {};
  for (const [name, update] of entries) {
    const now = normalPermission(present[name]);
    const wanted = normalPermission(update.new);
    if (update.old !== undefined && !same(normalPermission(update.old), now))
      throw ExpectationMismatch("'old' value does not match the expected value.");
    checkPermissionGroups(name, REALM_PERMISSIONS[name], wanted, known);
    if (!same(wanted, now)) changed[name] = wanted;
  }
  await checkPeople(db, realm_id, [...new Set(Object.values(changed).flatMap(membersOf))]);
  return changed;
}

async function checkPeople(db: Connection, realm_id: RealmId, user_ids: readonly UserId[]): Promise<void> {
  if (user_ids.length === 0) return;
  const places = user_ids.map((_, n) => `$${n + 2}`).join(', ');
  const people = await db.all<{ user_id: UserId }>(
    `select user_id from users where realm_id = $1 and is_active and user_id in (${places})`,
    [realm_id, ...user_ids],
  );
  const found = new Set(people.map(({ user_id }) => user_id));
  const missing = user_ids.find((user_id) => !found.has(user_id));
  if (missing !== undefined) throw BadRequest(`Invalid user ID: ${missing}`);
}
