// Values of permissions as people see and change them.
import { describe, expect, it } from 'bun:test';
import { type PermissionSetting, SUPPORTED_PERMISSION_SETTINGS, type UserGroup } from '@stoa/contract';
import {
  allowedGroups,
  findCandidates,
  groupName,
  type Holders,
  holdersOf,
  isSameHolders,
  settingValue,
  withHolder,
  withoutHolder,
} from './group-settings.ts';

const SYSTEM = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
];

function group(id: number, name: string, rest: Partial<UserGroup> = {}): UserGroup {
  return { id, name, is_system_group: false, deactivated: false, ...rest } as UserGroup;
}

const NOBODY = 1;
const COOKS = 21;
const groups = [
  ...SYSTEM.map((name, at) => group(at + 1, name, { is_system_group: true })),
  group(22, 'waiters'),
  group(COOKS, 'cooks'),
  group(23, 'founders', { deactivated: true }),
  // A name that people may not give, but an older organization may have.
  group(24, 'role:nobody'),
];
const people = [
  { user_id: 101, full_name: 'Iago Marsh', email: 'iago@example.org' },
  { user_id: 102, full_name: 'Marsha Cook', email: 'marsha@example.org' },
  { user_id: 103, full_name: 'Bo', delivery_email: 'cookie@example.org' },
];
const state = { realm_user_groups: groups, realm_users: people } as unknown as Parameters<typeof findCandidates>[0];
const { realm, stream } = SUPPORTED_PERMISSION_SETTINGS as Record<
  'realm' | 'stream',
  Record<string, PermissionSetting>
>;
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const none: Holders = { groups: [], people: [] };

describe('a permission', () => {
  it('[WB40] is read from either form, nobody as no holders', () => {
    expect(holdersOf(NOBODY as never, groups)).toEqual(none);
    expect(holdersOf(COOKS as never, groups)).toEqual({ groups: [COOKS], people: [] });
    const both = { direct_members: [102, 101], direct_subgroups: [NOBODY, COOKS] } as never;
    expect(holdersOf(both, groups)).toEqual({ groups: [COOKS], people: [102, 101] });
    // What the reader can't see still holds it.
    expect(holdersOf(24 as never, groups)).toEqual({ groups: [24], people: [] });
    expect(holdersOf(99 as never, groups)).toEqual({ groups: [99], people: [] });
  });

  it('[WB40] is written in its shortest form, ids once and in order', () => {
    expect(settingValue(none, groups)).toBe(NOBODY as never);
    expect(settingValue({ groups: [COOKS], people: [] }, groups)).toBe(COOKS as never);
    expect(settingValue({ groups: [22, COOKS, 22], people: [102, 101] }, groups)).toEqual({
      direct_members: [101, 102],
      direct_subgroups: [COOKS, 22],
    } as never);
    // Without the group of nobody: still nobody.
    expect(settingValue(none, [])).toEqual({ direct_members: [], direct_subgroups: [] });
  });

  it('[WB40] gains and loses one holder at a time', () => {
    const person = { kind: 'person', id: 101 } as const;
    const cooks = { kind: 'group', id: 101 } as const;
    const both = withHolder(withHolder(withHolder(none, person), cooks), person);
    expect(both).toEqual({ groups: [101], people: [101] });
    expect(withoutHolder(both, cooks)).toEqual({ groups: [], people: [101] });
    expect(isSameHolders(both, { groups: [101], people: [101] })).toBe(true);
    expect(isSameHolders({ groups: [1, 2], people: [] }, { groups: [2, 1], people: [] })).toBe(true);
    expect(isSameHolders({ groups: [1], people: [] }, { groups: [], people: [1] })).toBe(false);
  });
});

describe('the holders that a permission can be given to', () => {
  it('[WB40] offers the groups that the server accepts, roles first', () => {
    expect(names(allowedGroups(groups, realm.can_invite_users_group!))).toEqual([
      ...SYSTEM.slice(0, 6),
      'cooks',
      'role:nobody',
      'waiters',
    ]);
    const ids = (declared: PermissionSetting) => allowedGroups(groups, declared).map(({ id }) => id as number);
    expect(ids(realm.can_invite_users_group!)).toContain(NOBODY);
    expect(ids(realm.can_create_groups!)).not.toContain(NOBODY);
    expect(names(allowedGroups(groups, stream.can_send_message_group!))).toContain('role:everyone');
    expect(names(allowedGroups(groups, realm.can_create_web_public_channel_group!))).toEqual(SYSTEM.slice(0, 4));
    expect(names(allowedGroups(groups, realm.can_access_all_users_group!))).toEqual(['role:members', 'role:everyone']);
  });

  it('[WB40] names roles by their titles, and groups by their names', () => {
    expect(groups.map(groupName)).toEqual([
      'Nobody',
      'Owners',
      'Administrators',
      'Moderators',
      'Full members',
      'Members',
      'Everyone',
      'Everyone on the internet',
      'waiters',
      'cooks',
      'founders',
      'role:nobody',
    ]);
  });

  it('[WB40] finds people and groups by the beginning of a word, each once', () => {
    const find = (typed: string, chosen = none, declared = realm.can_invite_users_group!) =>
      names(findCandidates(state, declared, { chosen, typed, most: 30 }));
    expect(find('coo')).toEqual(['cooks', 'Marsha Cook', 'Bo']);
    expect(find('MARSH')).toEqual(['Marsha Cook', 'Iago Marsh']);
    expect(find('coo', { groups: [COOKS], people: [102] })).toEqual(['Bo']);
    expect(find('')).not.toContain('Bo');
    expect(find('')).not.toContain('Nobody');
    expect(find('administ')).toEqual(['Administrators']);
    expect(find('founders')).toEqual([]);
    expect(find('everyone')).toEqual([]);
    expect(find('marsh', none, realm.can_create_web_public_channel_group!)).toEqual([]);
    expect(
      names(findCandidates(state, realm.can_invite_users_group!, { chosen: none, typed: 'm', most: 2 })),
    ).toHaveLength(2);
  });
});
