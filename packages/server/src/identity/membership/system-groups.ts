// The system groups, one for each role and above. Members follow from roles; no rows are stored.
import { ROLE, type Role } from '@stoa/contract';

export interface SystemGroup {
  readonly name: string;
  /** Display name. */
  readonly shown_name: string;
  readonly description: string;
  /** The weakest role that belongs to it; null for nobody. */
  readonly weakest: Role | null;
  /** The role whose holders are direct members. */
  readonly direct: Role | null;
  /** The name of the group nested in it. */
  readonly contains: string | null;
}

/** The group of members whose waiting period is over. */
export const FULL_MEMBERS = 'role:fullmembers';

export const SYSTEM_GROUPS: readonly SystemGroup[] = [
  { name: 'role:nobody', shown_name: 'Nobody', description: 'Nobody', weakest: null, direct: null, contains: null },
  {
    name: 'role:owners',
    shown_name: 'Owners',
    description: 'Owners of this organization',
    weakest: ROLE.owner,
    direct: ROLE.owner,
    contains: null,
  },
  {
    name: 'role:administrators',
    shown_name: 'Administrators',
    description: 'Administrators of this organization, including owners',
    weakest: ROLE.administrator,
    direct: ROLE.administrator,
    contains: 'role:owners',
  },
  {
    name: 'role:moderators',
    shown_name: 'Moderators',
    description: 'Moderators of this organization, including administrators',
    weakest: ROLE.moderator,
    direct: ROLE.moderator,
    contains: 'role:administrators',
  },
  {
    name: 'role:fullmembers',
    shown_name: 'Full members',
    description: 'Members of this organization, not including new accounts and guests',
    weakest: ROLE.member,
    direct: ROLE.member,
    contains: 'role:moderators',
  },
  {
    name: 'role:members',
    shown_name: 'Members',
    description: 'Members of this organization, not including guests',
    weakest: ROLE.member,
    direct: ROLE.member,
    contains: 'role:fullmembers',
  },
  {
    name: 'role:everyone',
    shown_name: 'Everyone',
    description: 'Everyone in this organization, including guests',
    weakest: ROLE.guest,
    direct: ROLE.guest,
    contains: 'role:members',
  },
  {
    name: 'role:internet',
    shown_name: 'Everyone on the internet',
    description: 'Everyone on the Internet',
    weakest: ROLE.guest,
    direct: null,
    contains: 'role:everyone',
  },
];

const by_name = new Map(SYSTEM_GROUPS.map((group) => [group.name, group]));

export function systemGroup(name: string): SystemGroup {
  return by_name.get(name)!;
}

/** A group's name as messages show it: only system groups start with `role:`. [GR16] */
export function shownName(name: string): string {
  return by_name.get(name)?.shown_name ?? name;
}

/** True if a role can belong to a system group, nested ones included; full members also need time. */
export function roleBelongs(role: Role, name: string): boolean {
  const { weakest } = systemGroup(name);
  return weakest !== null && role <= weakest;
}

/** The system groups a role is a direct member of. */
export function directGroups(role: Role): string[] {
  return SYSTEM_GROUPS.filter((group) => group.direct === role).map((group) => group.name);
}
