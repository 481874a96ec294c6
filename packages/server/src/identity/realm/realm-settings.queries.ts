// Reads the organization's settings and permissions, and checks permissions.

import {
  type GroupSettingValue,
  INITIAL_REALM_SETTINGS,
  REALM_PERMISSION_NAMES,
  REALM_PERMISSIONS,
  type RealmId,
  type RealmPermission,
  type RealmSettings,
} from '@stoa/contract';
import { type Actor, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';
import { WEB_PUBLIC_STREAMS_ENABLED } from '../../kit/server-facts.ts';
import { belongsTo, belongsToSystemGroup, systemGroupIds } from '../membership/membership.queries.ts';
import type { StoredSettings } from './realm.tables.ts';

async function getStored(db: Connection, realm_id: RealmId): Promise<StoredSettings> {
  const row = await getOnce<{ settings: StoredSettings }>(
    db,
    sql`select settings from realms where realm_id = ${realm_id}`,
  );
  return row!.settings;
}

/** Every setting; unchanged ones have their declared default. */
export async function getRealmSettings(db: Connection, realm_id: RealmId): Promise<RealmSettings> {
  return settingsOf(await getStored(db, realm_id));
}

export function settingsOf(stored: StoredSettings): RealmSettings {
  const { permissions: _, ...settings } = stored;
  return { ...INITIAL_REALM_SETTINGS, ...settings };
}

export type RealmPermissions = Record<RealmPermission, GroupSettingValue>;

/** The value of each permission. */
export async function getRealmPermissions(db: Connection, realm_id: RealmId): Promise<RealmPermissions> {
  const { permissions } = await getStored(db, realm_id);
  const ids = await systemGroupIds(db, realm_id);
  const values = REALM_PERMISSION_NAMES.map((name) => [
    name,
    permissions?.[name] ?? ids.get(REALM_PERMISSIONS[name].default_group_name)!,
  ]);
  return Object.fromEntries(values) as RealmPermissions;
}

type Who = Pick<Actor, 'realm' | 'user_id' | 'role'>;

async function holds(db: Connection, who: Who, permission: RealmPermission, stored: StoredSettings): Promise<boolean> {
  // Guests never hold what can't be given to everyone, whatever groups they are in. [RE8]
  if (isGuest(who) && !REALM_PERMISSIONS[permission].allow_everyone_group) return false;
  const value = stored.permissions?.[permission];
  return value === undefined
    ? belongsToSystemGroup(db, who, REALM_PERMISSIONS[permission].default_group_name)
    : belongsTo(db, who, value);
}

/** True if an account holds a permission of its organization. [RE8] */
export async function mayInOrganization(db: Connection, who: Who, permission: RealmPermission): Promise<boolean> {
  return holds(db, who, permission, await getStored(db, who.realm.realm_id));
}

/** The permissions among some that an account holds, in one query. */
export async function findHeldPermissions(
  db: Connection,
  who: Who,
  permissions: readonly RealmPermission[],
): Promise<ReadonlySet<RealmPermission>> {
  const stored = await getStored(db, who.realm.realm_id);
  const held = new Set<RealmPermission>();
  for (const permission of permissions) if (await holds(db, who, permission, stored)) held.add(permission);
  return held;
}

/** True if server and organization allow reading without an account. [RE9] */
export async function hasSpectatorAccess(db: Connection, realm_id: RealmId): Promise<boolean> {
  return WEB_PUBLIC_STREAMS_ENABLED && (await getRealmSettings(db, realm_id)).enable_spectator_access;
}
