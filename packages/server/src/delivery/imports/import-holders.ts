// The holders of a permission here, from its holders in the archive.
import type { GroupId, GroupSettingValue, PermissionSetting, UserId } from '@stoa/contract';
import { findActiveGroups } from '../../identity/membership/active-members.queries.ts';
import { checkValue, normalPermission } from '../../identity/membership/group-values.rules.ts';
import { systemGroupIds } from '../../identity/membership/membership.queries.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Archive, ArchiveHolders } from './archive.ts';
import type { ImportParts } from './import-parts.ts';
import type { IdLookup } from './records/id-map.ts';

interface Held {
  /** Null: the default of a new organization or channel. */
  readonly value: GroupSettingValue | null;
  /** Whether the holders are the same as in the archive. */
  readonly is_same: boolean;
}
export type HeldHere = (name: string, declared: PermissionSetting, holders: ArchiveHolders) => Held;

interface ImportedObjects extends Pick<ImportParts, 'realm' | 'archive'> {
  readonly users: IdLookup<UserId>;
  readonly groups: ReadonlyMap<string, GroupId>;
}

const found_inactive = new WeakMap<Archive['users'], ReadonlySet<string>>();

/** Deactivated accounts: looked for once in an archive, because every channel needs them. */
function inactiveIn(users: Archive['users']): ReadonlySet<string> {
  return getOrSet(found_inactive, users, () => {
    const inactive = new Set<string>();
    for (const { id, is_active } of users) if (!is_active) inactive.add(id);
    return inactive;
  });
}

/** The values here of the permissions that an archive has; `lose` is called with those whose holders there can't have them here. */
export function permissionsHere<Name extends string>(
  names: readonly Name[],
  declared: Readonly<Record<Name, PermissionSetting>>,
  permissions: Readonly<Record<string, ArchiveHolders>>,
  heldHere: HeldHere,
  lose: (name: Name) => void,
): Partial<Record<Name, GroupSettingValue>> {
  const values: Partial<Record<Name, GroupSettingValue>> = {};
  for (const name of names) {
    const holders = permissions[name];
    if (holders === undefined) continue;
    const { value, is_same } = heldHere(name, declared[name], holders);
    if (value !== null) values[name] = value;
    if (!is_same) lose(name);
  }
  return values;
}

export async function holdersIn(db: Connection, { realm, archive, users, groups }: ImportedObjects): Promise<HeldHere> {
  const roles: ReadonlyMap<string, GroupId> = await systemGroupIds(db, realm.realm_id);
  const active_groups = await findActiveGroups(db, realm.realm_id);
  const inactive = inactiveIn(archive.users);
  const nobody = roles.get('role:nobody')!;
  const administrators = roles.get('role:administrators')!;
  return (name, declared, holders) => {
    const role_ids = holders.roles.flatMap((role) => roles.get(role) ?? []);
    // Deactivated people and groups hold nothing.
    const people = holders.users.filter((user) => !inactive.has(user)).flatMap((user) => users.get(user) ?? []);
    const named = holders.groups.flatMap((group) => groups.get(group) ?? []).filter((id) => active_groups.has(id));
    const others = [...role_ids, ...named].filter((id) => id !== nobody);
    const is_nobody = people.length + others.length === 0;
    const value = is_nobody ? nobody : normalPermission({ direct_members: people, direct_subgroups: others });
    const isGood = (tried: GroupSettingValue) => {
      try {
        checkValue(name, declared, tried, active_groups);
        return true;
      } catch {
        return false;
      }
    };
    if (isGood(value)) return { value, is_same: true };
    return { value: isGood(administrators) ? administrators : null, is_same: false };
  };
}
