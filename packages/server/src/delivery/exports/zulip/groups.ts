// The groups of the reference server: named ones as here, and unnamed ones for settings that list people and groups.
import type { GroupSettingValue, UserGroup } from '@stoa/contract';
import { GROUP_GROUPS } from './layout.rules.ts';

export class Groups {
  private readonly unnamed: {
    readonly id: number;
    readonly people: readonly number[];
    readonly groups: readonly number[];
  }[] = [];
  private next: number;

  constructor(private readonly named: readonly UserGroup[]) {
    this.next = Math.max(0, ...named.map(({ id }) => id)) + 1;
  }

  /** The id of the group that a setting names, which may be made for it. */
  idOf(value: GroupSettingValue): number {
    if (typeof value === 'number') return value;
    const id = this.next++;
    this.unnamed.push({ id, people: value.direct_members, groups: value.direct_subgroups });
    return id;
  }

  /** Also makes the unnamed groups of the groups' own settings, so it must be called after every other setting. */
  tables(realm_id: number): Readonly<Record<string, object[]>> {
    const named = this.named.map((group) => ({
      id: group.id,
      usergroup_ptr: group.id,
      name: group.name,
      description: group.description,
      date_created: group.date_created,
      creator: group.creator_id,
      is_system_group: group.is_system_group,
      ...Object.fromEntries(GROUP_GROUPS.map((name) => [name, this.idOf(group[name])])),
      realm_for_sharding: realm_id,
      deactivated: group.deactivated,
    }));
    const all = [
      ...this.named.map(({ id, members, direct_subgroup_ids }) => ({
        id,
        people: members,
        groups: direct_subgroup_ids,
      })),
      ...this.unnamed,
    ];
    let [members, subgroups] = [0, 0];
    return {
      zerver_usergroup: all.map(({ id }) => ({ id, realm: realm_id })),
      zerver_namedusergroup: named,
      zerver_usergroupmembership: all.flatMap(({ id, people }) =>
        people.map((user_profile) => ({ id: ++members, user_group: id, user_profile })),
      ),
      zerver_groupgroupmembership: all.flatMap(({ id, groups }) =>
        groups.map((subgroup) => ({ id: ++subgroups, supergroup: id, subgroup })),
      ),
    };
  }
}
