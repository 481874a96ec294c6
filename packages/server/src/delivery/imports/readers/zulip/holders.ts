// Who holds a permission of the export, which names a group there.
import type { ArchiveHolders } from '../../archive.ts';
import type { RealmTables } from './realm.ts';

/** Unnamed groups have no counterpart: their members hold the permission. */
export function holdersIn({ groups, members, subgroups }: Pick<RealmTables, 'groups' | 'members' | 'subgroups'>) {
  const named = new Map(groups.map((group) => [group.group_id, group]));
  const people = Map.groupBy(members, ({ user_group }) => user_group);
  const nested = Map.groupBy(subgroups, ({ supergroup }) => supergroup);
  return (group: number): ArchiveHolders => {
    const found = { users: [] as string[], groups: [] as string[], roles: [] as string[] };
    const seen = new Set<number>();
    const waiting = [group];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const known = named.get(id);
      if (known?.is_system_group) found.roles.push(known.name);
      else if (known) found.groups.push(String(id));
      else {
        found.users.push(...(people.get(id) ?? []).map(({ user_profile }) => String(user_profile)));
        waiting.push(...(nested.get(id) ?? []).map(({ subgroup }) => subgroup));
      }
    }
    return found;
  };
}
