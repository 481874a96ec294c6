// Checks the permissions of the organization that a request changes. Never writes.
import {
  ExpectationMismatch,
  type GroupSettingUpdate,
  type GroupSettingValue,
  REALM_PERMISSIONS,
  type RealmId,
  type RealmPermission,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { checkValues } from '../membership/group-values.queries.ts';
import { isSameValue, normalPermission } from '../membership/group-values.rules.ts';
import { getRealmPermissions } from './realm-settings.queries.ts';

/** The permissions that change, with new values; throws unless all are allowed. [RE8] */
export async function checkPermissionChanges(
  db: Connection,
  realm_id: RealmId,
  requested: Partial<Record<RealmPermission, GroupSettingUpdate>>,
): Promise<Partial<Record<RealmPermission, GroupSettingValue>>> {
  const entries = Object.entries(requested) as [RealmPermission, GroupSettingUpdate][];
  if (entries.length === 0) return {};
  const present = await getRealmPermissions(db, realm_id);
  const changed: Partial<Record<RealmPermission, GroupSettingValue>> = {};
  for (const [name, update] of entries) {
    const now = normalPermission(present[name]);
    const requested = normalPermission(update.new);
    if (update.old !== undefined && !isSameValue(update.old, now))
      throw ExpectationMismatch("'old' value does not match the expected value.");
    if (!isSameValue(requested, now)) changed[name] = requested;
  }
  await checkValues(db, realm_id, REALM_PERMISSIONS, changed);
  return changed;
}
