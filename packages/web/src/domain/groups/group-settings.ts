// Group-setting values for display: whom they name and what they can be changed to. Pure.
import {
  canBeGivenTo,
  type GroupSettingValue,
  type PermissionSetting,
  type User,
  type UserGroup,
} from '@stoa/contract';
import { t } from '../../base/text/all-texts.ts';
import { fold } from '../../base/text/fold.ts';
import { compareNames, type TextKey } from '../../base/text/text.ts';
import { findPerson, type Person, type State } from '../../model/state/state.ts';
import { matchesName } from '../people/people-order.ts';
import { visibleAddress } from '../people/visible-address.ts';

/** The people and groups that hold a permission. Nobody is two empty lists. */
export interface Holders {
  readonly groups: readonly number[];
  readonly people: readonly number[];
}

export type Holder = { readonly kind: 'group' | 'person'; readonly id: number };

const ROLE_NAMES: Readonly<Record<string, TextKey>> = {
  'role:nobody': 'group_nobody',
  'role:owners': 'group_owners',
  'role:administrators': 'group_administrators',
  'role:moderators': 'group_moderators',
  'role:fullmembers': 'group_full_members',
  'role:members': 'group_members',
  'role:everyone': 'group_everyone',
  'role:internet': 'group_internet',
};

type NamedGroup = Pick<UserGroup, 'name' | 'is_system_group'>;

/** The name of a group; system groups are named by their role. */
export function groupName({ name, is_system_group }: NamedGroup): string {
  const key = is_system_group ? ROLE_NAMES[name] : undefined;
  return key ? t(key) : name;
}

const isNobody = ({ name, is_system_group }: NamedGroup) => is_system_group && name === 'role:nobody';

export function findGroup(groups: readonly UserGroup[], group_id: number): UserGroup | null {
  return groups.find(({ id }) => id === group_id) ?? null;
}

export function holdersOf(value: GroupSettingValue, groups: readonly UserGroup[]): Holders {
  const people = typeof value === 'number' ? [] : value.direct_members;
  const ids = typeof value === 'number' ? [value] : value.direct_subgroups;
  const named = ids.filter((id) => {
    const group = findGroup(groups, id);
    return !group || !isNobody(group);
  });
  return { groups: named, people };
}

/** The value for these holders: a single group by its id, nobody by the group of that name. */
export function settingValue({ groups: ids, people }: Holders, groups: readonly UserGroup[]): GroupSettingValue {
  const nobody = groups.find(isNobody);
  if (people.length === 0 && ids.length === 0 && nobody) return nobody.id;
  if (people.length === 0 && ids.length === 1) return ids[0] as UserGroup['id'];
  const inOrder = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);
  return {
    direct_members: inOrder(people) as User['user_id'][],
    direct_subgroups: inOrder(ids) as UserGroup['id'][],
  };
}

export function isSameHolders(a: Holders, b: Holders): boolean {
  const key = ({ groups, people }: Holders) =>
    JSON.stringify([groups, people].map((ids) => [...ids].sort((a, b) => a - b)));
  return key(a) === key(b);
}

export function withHolder(holders: Holders, { kind, id }: Holder): Holders {
  const list = kind === 'group' ? holders.groups : holders.people;
  if (list.includes(id)) return holders;
  return kind === 'group' ? { ...holders, groups: [...list, id] } : { ...holders, people: [...list, id] };
}

export const withHolders = (a: Holders, b: Holders): Holders => ({
  groups: [...a.groups, ...b.groups],
  people: [...a.people, ...b.people],
});

export function withoutHolder(holders: Holders, { kind, id }: Holder): Holders {
  return kind === 'group'
    ? { ...holders, groups: holders.groups.filter((group_id) => group_id !== id) }
    : { ...holders, people: holders.people.filter((user_id) => user_id !== id) };
}

/** The groups a permission can be given to: the widest role last, then user groups by name. */
export function allowedGroups(groups: readonly UserGroup[], declared: PermissionSetting): UserGroup[] {
  const allowed = groups.filter((group) => !group.deactivated && canBeGivenTo(declared, group));
  const order = Object.keys(ROLE_NAMES);
  const rank = ({ name, is_system_group }: UserGroup) => (is_system_group ? order.indexOf(name) : order.length);
  return allowed.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

export interface Candidate extends Holder {
  readonly name: string;
  /** Shown beside the name to distinguish people of the same name. */
  readonly detail: string;
}

/** Each word typed must begin a word of the name, ignoring case and diacritics. */
function beginsWords(name: string, typed: string): boolean {
  const parts = fold(name).split(/[\s'’-]+/);
  return fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => parts.some((part) => part.startsWith(word)));
}

interface PeopleOrder {
  /** When the reader last interacted with them; higher is more recent. */
  readonly recent?: (user_id: number) => number;
  readonly with_bots?: boolean;
}

function peopleFound(
  people: State['realm_users'],
  chosen: readonly number[],
  typed: string,
  { recent = () => 0, with_bots = true }: PeopleOrder,
): Candidate[] {
  const query = fold(typed.trim());
  /** Ranked by prefix of the name, of a word in it, then of the address. */
  const rankOf = (name: string) => (fold(name).startsWith(query) ? 0 : beginsWords(name, typed) ? 1 : 2);
  const found = people
    .filter((person) => !chosen.includes(person.user_id) && (with_bots || !person.is_bot) && matchesName(person, typed))
    .map((person) => ({
      person,
      rank: rankOf(person.full_name) + (person.is_bot ? 3 : 0),
      recent: recent(person.user_id),
    }));
  found.sort((a, b) => a.rank - b.rank || b.recent - a.recent || compareNames(a.person.full_name, b.person.full_name));
  return found.map(({ person }) => ({
    kind: 'person',
    id: person.user_id,
    name: person.full_name,
    detail: visibleAddress(person) ?? '',
  }));
}

interface CandidateQuery extends PeopleOrder {
  /** Not suggested again. */
  readonly chosen: Holders;
  readonly typed: string;
  readonly most: number;
}

/**
 * Suggestions for the typed text, groups before people. Beside groups, people are offered only once something was
 * typed; without groups (`declared` is null) the most recent people are offered at once.
 */
export function findCandidates(
  state: Pick<State, 'realm_users' | 'realm_user_groups'>,
  declared: PermissionSetting | null,
  { chosen, typed, most, ...order }: CandidateQuery,
): Candidate[] {
  if (!declared) return peopleFound(state.realm_users, chosen.people, typed, order).slice(0, most);
  const groups = allowedGroups(state.realm_user_groups, declared)
    .filter((group) => !isNobody(group) && !chosen.groups.includes(group.id))
    .map((group) => ({ kind: 'group' as const, id: group.id as number, name: groupName(group), detail: '' }))
    .filter(({ name }) => beginsWords(name, typed));
  if (declared.require_system_group || typed.trim() === '') return groups.slice(0, most);
  return [...groups, ...peopleFound(state.realm_users, chosen.people, typed, order)].slice(0, most);
}

/** A holder for display; one the reader can't see is shown as unknown. */
export function describeHolder(state: State, { kind, id }: Holder): { name: string; person: Person | null } {
  if (kind === 'person') {
    const person = findPerson(state, id);
    return { name: person?.full_name ?? t('unknown_person'), person };
  }
  const group = findGroup(state.realm_user_groups, id);
  return { name: group ? groupName(group) : t('unknown_group'), person: null };
}

export const holderNames = (state: State, { groups, people }: Holders): string[] => [
  ...groups.map((id) => describeHolder(state, { kind: 'group', id }).name),
  ...people.map((id) => describeHolder(state, { kind: 'person', id }).name),
];
