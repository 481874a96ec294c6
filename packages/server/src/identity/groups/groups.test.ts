// User groups through HTTP: creating, changing and reading them, and their events.

import { beforeAll, describe, expect, it } from 'bun:test';
import type { ApiError, GroupId, GroupSettingValue, ReceivedEvent, UserGroup } from '@stoa/contract';
import { codeOf, messageOf, type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { announceReturnToGroups } from '../membership/role-groups.actions.ts';
import { deactivateAccount } from '../users/users.actions.ts';

const { server, cast } = await serveTests();
let system: Map<string, GroupId>;
let count = 0;

beforeAll(async () => {
  const { user_groups } = await cast.ada.getUserGroups();
  system = new Map(user_groups.map(({ name, id }) => [name, id]));
});

const people = () => [cast.ada, cast.dara, cast.finn, cast.bot];
const just = (...members: Person[]): GroupSettingValue => ({
  direct_members: members.map(({ user_id }) => user_id),
  direct_subgroups: [],
});

type Given = Parameters<Person['createUserGroup']>[0];
async function make(params: Partial<Given> = {}, by = cast.dara): Promise<GroupId> {
  count += 1;
  return (await by.createUserGroup({ name: `group ${count}`, description: '', members: [], ...params })).group_id;
}

async function find(id: GroupId, by = cast.ada): Promise<UserGroup> {
  const { user_groups } = await by.getUserGroups({ include_deactivated_groups: true });
  return user_groups.find((group) => group.id === id)!;
}

const groupEvents = (received: readonly ReceivedEvent[]) =>
  received.filter(({ type }) => type === 'user_group').map(({ id: _, type: __, ...event }) => event);

describe('creating groups', () => {
  it('[GR5] announces a group with its defaults to everybody', async () => {
    const { dara, eli, bot, finn } = cast;
    const subgroups = [system.get('role:moderators')!];
    const params = {
      name: '  Cooks  ',
      description: 'They cook',
      members: [bot.user_id, eli.user_id, finn.user_id],
      subgroups,
    };
    const before = Math.floor(server.clock.now() / 1000);
    const { value, events } = await verifyEvents(people(), () => dara.createUserGroup(params));
    const group = await find(value.group_id);
    const creator = { direct_members: [dara.user_id], direct_subgroups: [] };
    expect(group).toMatchObject({
      name: 'Cooks',
      description: 'They cook',
      creator_id: dara.user_id,
      members: [eli.user_id, finn.user_id, bot.user_id].sort((a, b) => a - b),
      direct_subgroup_ids: subgroups,
      is_system_group: false,
      deactivated: false,
      can_add_members_group: creator,
      can_manage_group: creator,
      can_join_group: system.get('role:nobody'),
      can_leave_group: system.get('role:everyone'),
      can_mention_group: system.get('role:everyone'),
      can_remove_members_group: system.get('role:nobody'),
    });
    expect(group.date_created).toBeGreaterThanOrEqual(before);
    expect(group.date_created).toBeLessThanOrEqual(server.clock.now() / 1000);
    for (const received of events) expect(groupEvents(received)).toEqual([{ op: 'add', group }]);
  });

  it('[GR5] requires can_create_groups', async () => {
    const { ada, dara, finn, chen } = cast;
    expect(await codeOf(make({}, finn))).toBe('BAD_REQUEST');
    await ada.updateRealm({ can_create_groups: { new: system.get('role:moderators')! } });
    expect(await codeOf(make({}, dara))).toBe('BAD_REQUEST');
    await make({}, chen);
    await ada.updateRealm({ can_create_groups: { new: system.get('role:members')! } });
  });

  it('[GR6] limits names and descriptions', async () => {
    const long = '🎉'.repeat(100);
    await make({ name: long });
    expect(await codeOf(make({ name: `${long}x` }))).toBe('BAD_REQUEST');
    for (const name of ['', '  ', '\u200b', 'a\nb', 'a\u0000b'])
      expect(await codeOf(make({ name }))).toBe('BAD_REQUEST');
    await make({ description: '🎉'.repeat(1024) });
    expect(await codeOf(make({ description: '🎉'.repeat(1025) }))).toBe('BAD_REQUEST');
  });

  it('[GR6] names are unique in the organization and unlike system groups’', async () => {
    const group_id = await make({ name: 'Straße ÄB' });
    for (const name of ['straße äb', ' STRAßE ÄB ', 'Straße A\u0308B'])
      expect(await codeOf(make({ name }))).toBe('BAD_REQUEST');
    for (const name of ['@all', 'role:cooks', 'Role:nobody', 'user:1', 'stream:x', 'CHANNEL:x'])
      expect(await codeOf(make({ name }))).toBe('BAD_REQUEST');
    await make({ name: 'Strasse AB' });
    // Its own name in another case is free.
    await cast.dara.updateUserGroup({ user_group_id: group_id, name: 'STRAßE äb' });
    await cast.dara.deactivateUserGroup({ user_group_id: group_id });
    expect(await codeOf(make({ name: 'straße äb' }))).toBe('BAD_REQUEST');
  });

  it('[GR8] [GR9] refuses members, subgroups and permissions that do not exist', async () => {
    const deactivated = await make();
    await cast.dara.deactivateUserGroup({ user_group_id: deactivated });
    const bad: Partial<Given>[] = [
      { members: [987_654] },
      { subgroups: [987_654] },
      { subgroups: [deactivated] },
      { can_join_group: 987_654 },
      { can_join_group: deactivated },
      { can_join_group: { direct_members: [987_654], direct_subgroups: [] } },
      { can_join_group: system.get('role:internet')! },
      { can_manage_group: system.get('role:everyone')! },
      { can_leave_group: { direct_members: [], direct_subgroups: Array.from({ length: 501 }, (_, n) => n + 1) } },
      { members: Array.from({ length: 20_001 }, (_, n) => n + 1) },
    ];
    for (const params of bad) expect(await codeOf(make(params as Partial<Given>))).toBe('BAD_REQUEST');
  });
});

describe('changing groups', () => {
  it('[GR9] a permission changes by old and new value, and equal values are stored alike', async () => {
    const { dara, eli } = cast;
    const user_group_id = await make();
    const change = (can_join_group: { new: GroupSettingValue; old?: GroupSettingValue }) =>
      dara.updateUserGroup({ user_group_id, can_join_group });
    const nobody = system.get('role:nobody')!;
    const members = system.get('role:members')!;
    expect(await codeOf(change({ new: members, old: members }))).toBe('EXPECTATION_MISMATCH');
    expect((await find(user_group_id)).can_join_group).toBe(nobody);
    const old = { direct_members: [], direct_subgroups: [nobody, nobody] };
    const twice = { direct_members: [eli.user_id, dara.user_id, eli.user_id], direct_subgroups: [] };
    const { events } = await verifyEvents(people(), () => change({ new: twice, old }));
    const stored = { direct_members: [dara.user_id, eli.user_id].sort((a, b) => a - b), direct_subgroups: [] };
    expect(groupEvents(events[2]!)).toEqual([
      { op: 'update', group_id: user_group_id, data: { can_join_group: stored } },
    ]);
    const again = await verifyEvents(people(), () => change({ new: stored }));
    expect(groupEvents(again.events[0]!)).toEqual([]);
    expect(await codeOf(change({ new: system.get('role:internet')! }))).toBe('BAD_REQUEST');
  });

  it('[GR6] name, description and several permissions change together', async () => {
    const { dara } = cast;
    const user_group_id = await make();
    const data = { name: 'Bakers', description: 'They bake', can_mention_group: just(dara) };
    const { events } = await verifyEvents(people(), () =>
      dara.updateUserGroup({ user_group_id, ...data, can_mention_group: { new: just(dara) } }),
    );
    expect(groupEvents(events[0]!)).toEqual([{ op: 'update', group_id: user_group_id, data }]);
    expect(await codeOf(dara.updateUserGroup({ user_group_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(dara.updateUserGroup({ user_group_id, name: 'cooks' }))).toBe('BAD_REQUEST');
    expect(await codeOf(dara.updateUserGroup({ user_group_id, deactivated: true }))).toBe('BAD_REQUEST');
    expect(await codeOf(dara.updateUserGroup({ user_group_id: 987_654, name: 'x' }))).toBe('BAD_REQUEST');
  });

  it('[GR1] nobody changes system groups', async () => {
    const { ada, finn } = cast;
    const user_group_id = system.get('role:everyone')!;
    const calls = [
      () => ada.updateUserGroup({ user_group_id, name: 'all' }),
      () => ada.updateUserGroup({ user_group_id, can_mention_group: { new: just(ada) } }),
      () => ada.deactivateUserGroup({ user_group_id }),
      () => ada.updateUserGroupMembers({ user_group_id, add: [ada.user_id] }),
      () => finn.updateUserGroupMembers({ user_group_id, delete: [finn.user_id] }),
      () => ada.updateUserGroupSubgroups({ user_group_id, add: [system.get('role:nobody')!] }),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe('BAD_REQUEST');
  });
});

describe('permissions', () => {
  const may = (call: Promise<unknown>) =>
    call.then(
      () => true,
      (error: ApiError) => {
        expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'Insufficient permission' });
        return false;
      },
    );
  /** A person's powers over a group that has Chen and not them, then over one that has them. */
  async function powers(who: Person, params: Partial<Given>): Promise<string> {
    const { chen, bela } = cast;
    const fresh = (members: Person[]) => make({ ...params, members: members.map(({ user_id }) => user_id) }, bela);
    const user_group_id = await fresh([chen]);
    const inside = await fresh([who]);
    const found = {
      // The endpoint refuses guests by its declaration.
      manage: who === cast.finn ? false : await may(who.updateUserGroup({ user_group_id, description: 'new' })),
      add: await may(who.updateUserGroupMembers({ user_group_id, add: [bela.user_id] })),
      join: await may(who.updateUserGroupMembers({ user_group_id, add: [who.user_id] })),
      remove: await may(who.updateUserGroupMembers({ user_group_id, delete: [chen.user_id] })),
      leave: await may(who.updateUserGroupMembers({ user_group_id: inside, delete: [who.user_id] })),
    };
    return Object.entries(found)
      .filter(([, held]) => held)
      .map(([name]) => name)
      .join(' ');
  }
  const none = () => just();

  it('[GR7] each permission grants exactly its action', async () => {
    const { dara, eli, finn, bot } = cast;
    const closed = {
      can_manage_group: none(),
      can_add_members_group: none(),
      can_join_group: none(),
      can_leave_group: none(),
      can_remove_members_group: none(),
    };
    expect(await powers(eli, closed)).toBe('');
    expect(await powers(eli, { ...closed, can_manage_group: just(eli) })).toBe('manage add join remove leave');
    expect(await powers(eli, { ...closed, can_add_members_group: just(eli) })).toBe('add join');
    expect(await powers(eli, { ...closed, can_join_group: just(eli) })).toBe('join');
    expect(await powers(eli, { ...closed, can_remove_members_group: just(eli) })).toBe('remove leave');
    expect(await powers(eli, { ...closed, can_leave_group: just(eli) })).toBe('leave');
    expect(await powers(dara, { ...closed, can_join_group: just(eli) })).toBe('');
    expect(await powers(bot, { ...closed, can_join_group: just(bot) })).toBe('join');
    const all = Object.fromEntries(Object.keys(closed).map((name) => [name, just(finn)]));
    expect(await powers(finn, all)).toBe('leave');
    const everyone = system.get('role:everyone')!;
    expect(await powers(finn, { ...closed, can_leave_group: everyone })).toBe('leave');
    const nest = await make({ members: [eli.user_id] });
    const outer = await make({ subgroups: [nest] });
    expect(await powers(eli, { ...closed, can_join_group: outer })).toBe('join');
  });

  it('[GR7] accounts that manage all groups manage each', async () => {
    const { ada, bela, eli } = cast;
    const closed = { can_manage_group: none(), can_leave_group: none(), can_add_members_group: none() };
    expect(await powers(ada, closed)).toBe('manage add join remove leave');
    expect(await powers(eli, closed)).toBe('');
    await ada.updateRealm({ can_manage_all_groups: { new: just(eli) } });
    expect(await powers(eli, closed)).toBe('manage add join remove leave');
    expect(await powers(bela, closed)).toBe('');
    await ada.updateRealm({ can_manage_all_groups: { new: system.get('role:owners')! } });
  });

  it('[GR7] joining and leaving cover only oneself, and no groups', async () => {
    const { eli, chen } = cast;
    const open = just(eli);
    const group = await make({ can_join_group: open, can_leave_group: open });
    const other = await make();
    const both = [eli.user_id, chen.user_id];
    expect(await may(eli.updateUserGroupMembers({ user_group_id: group, add: both }))).toBe(false);
    const nests = { user_group_id: group, add: [eli.user_id], add_subgroups: [other] };
    expect(await may(eli.updateUserGroupMembers(nests))).toBe(false);
    expect(await may(eli.updateUserGroupSubgroups({ user_group_id: group, add: [other] }))).toBe(false);
    expect((await find(group)).members).toEqual([]);
  });
});

describe('members and subgroups', () => {
  it('[GR8] one call changes people and groups, each with its own event', async () => {
    const { dara, eli, finn, bot } = cast;
    const [one, two] = [await make(), await make()];
    const user_group_id = await make({ members: [eli.user_id], subgroups: [one] });
    const { events } = await verifyEvents(people(), () =>
      dara.updateUserGroupMembers({
        user_group_id,
        add: [bot.user_id, finn.user_id, finn.user_id],
        delete: [eli.user_id],
        add_subgroups: [two],
        delete_subgroups: [one],
      }),
    );
    const group_id = user_group_id;
    for (const received of events)
      expect(groupEvents(received)).toEqual([
        { op: 'remove_members', group_id, user_ids: [eli.user_id] },
        { op: 'remove_subgroups', group_id, direct_subgroup_ids: [one] },
        { op: 'add_members', group_id, user_ids: [finn.user_id, bot.user_id].sort((a, b) => a - b) },
        { op: 'add_subgroups', group_id, direct_subgroup_ids: [two] },
      ]);
    await verifyEvents(people(), () => dara.updateUserGroupSubgroups({ user_group_id, add: [one], delete: [two] }));
    expect((await find(group_id)).direct_subgroup_ids).toEqual([one]);
  });

  it('[GR8] an invalid change changes nothing', async () => {
    const { dara, eli, chen } = cast;
    const nested = await make();
    const user_group_id = await make({ members: [eli.user_id], subgroups: [nested] });
    const before = await find(user_group_id);
    const bad = [
      {},
      { add: [chen.user_id, eli.user_id] },
      { add: [chen.user_id, 987_654] },
      { add: [chen.user_id], delete: [dara.user_id] },
      { add: [chen.user_id], add_subgroups: [nested] },
      { add: [chen.user_id], add_subgroups: [user_group_id] },
      { delete: [eli.user_id], delete_subgroups: [system.get('role:members')!] },
      { add: Array.from({ length: 20_001 }, (_, n) => n + 1) },
    ];
    for (const change of bad)
      expect(await codeOf(dara.updateUserGroupMembers({ user_group_id, ...change }))).toBe('BAD_REQUEST');
    expect(await find(user_group_id)).toEqual(before);
  });

  it('[GR8] no group contains itself, also not through deactivated groups', async () => {
    const { dara } = cast;
    const inner = await make();
    const middle = await make({ subgroups: [inner] });
    const outer = await make({ subgroups: [middle] });
    const nest = (user_group_id: GroupId, add: GroupId) => dara.updateUserGroupSubgroups({ user_group_id, add: [add] });
    expect(await codeOf(nest(inner, outer))).toBe('BAD_REQUEST');
    expect(await codeOf(nest(inner, middle))).toBe('BAD_REQUEST');
    await dara.deactivateUserGroup({ user_group_id: outer });
    await dara.deactivateUserGroup({ user_group_id: middle });
    await dara.updateUserGroup({ user_group_id: outer, deactivated: false });
    expect(await codeOf(nest(inner, outer))).toBe('BAD_REQUEST');
  });

  it('[GR2] [GR12] are read with nested groups or without, and not by guests', async () => {
    const { dara, eli, finn, chen, bela, ada } = cast;
    const inner = await make({ members: [eli.user_id], subgroups: [system.get('role:administrators')!] });
    const user_group_id = await make({ members: [finn.user_id], subgroups: [inner] });
    const members = async (direct_member_only: boolean) =>
      (await dara.getUserGroupMembers({ user_group_id, direct_member_only })).members;
    expect(await members(true)).toEqual([finn.user_id]);
    expect(await members(false)).toEqual([ada, bela, eli, finn].map(({ user_id }) => user_id));
    const isIn = async ({ user_id }: Person, direct_member_only = false) =>
      (await dara.getIsUserGroupMember({ user_group_id, user_id, direct_member_only })).is_user_group_member;
    expect([await isIn(eli), await isIn(eli, true), await isIn(finn, true), await isIn(chen)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    for (const call of [
      () => finn.getUserGroups(),
      () => finn.getUserGroupMembers({ user_group_id }),
      () => finn.getIsUserGroupMember({ user_group_id, user_id: finn.user_id }),
      () => finn.getUserGroupSubgroups({ user_group_id }),
    ])
      expect(await codeOf(call())).toBe('BAD_REQUEST');
    const nobody = { user_group_id, user_id: 987_654 };
    expect(await codeOf(dara.getIsUserGroupMember(nobody))).toBe('BAD_REQUEST');
    const nested = async (direct_subgroup_only: boolean) =>
      (await dara.getUserGroupSubgroups({ user_group_id, direct_subgroup_only })).subgroups;
    const inside = [inner, system.get('role:administrators')!, system.get('role:owners')!].sort((a, b) => a - b);
    expect([await nested(true), await nested(false)]).toEqual([[inner], inside]);
    for (const call of [
      () => dara.getUserGroupMembers({ user_group_id: 987_654 }),
      () => dara.getUserGroupSubgroups({ user_group_id: 987_654 }),
      () => dara.getUserGroupSubgroups({ user_group_id: 987_654, direct_subgroup_only: true }),
    ])
      expect(await codeOf(call())).toBe('BAD_REQUEST');
    const everyone = { user_group_id: system.get('role:everyone')! };
    expect((await dara.getUserGroupMembers(everyone)).members).toHaveLength(7);
  });

  it('[GR16] messages name system groups by their display names', async () => {
    const { ada, dara } = cast;
    const send = async (content: string) => {
      const { id } = await ada.sendMessage({ type: 'direct', to: [dara.user_id], content });
      return (await dara.getMessage({ message_id: id })).message;
    };
    const id = system.get('role:administrators');
    expect((await send('@_*role:administrators* hello')).content).toContain(
      `<span class="user-group-mention silent" data-user-group-id="${id}">Administrators</span>`,
    );
    expect(await messageOf(send('@*role:administrators* hello'))).toContain("'Administrators'");
    expect((await send('@_*role:fullmembers* hello')).content).toContain('>Full members</span>');
    expect((await find(id!)).name).toBe('role:administrators');
  });

  it('[GR13] a deactivated account is in no group, and in them again after reactivation', async () => {
    const { ada, dara } = cast;
    const { user_id } = await ada.createUser({
      email: 'gone@stoa.example',
      full_name: 'Gone',
      password: 'a long password',
    });
    const open = await make({ members: [user_id, dara.user_id] });
    const closed = await make({ members: [user_id] });
    await dara.deactivateUserGroup({ user_group_id: closed });
    const write = server.app.writer.write.bind(server.app.writer);
    const realm = server.realm;
    await verifyEvents([ada, dara], () =>
      write(realm.realm_id, (context) => deactivateAccount(context, realm, user_id)),
    );
    expect([(await find(open)).members, (await find(closed)).members]).toEqual([[dara.user_id], []]);
    expect(await codeOf(dara.updateUserGroupMembers({ user_group_id: closed, add: [user_id] }))).toBe('BAD_REQUEST');
    const { queue_id, last_event_id } = await dara.registerQueue({ event_types: ['user_group'] });
    await write(realm.realm_id, async (context) => {
      await context.tx.run(sql`update users set is_active = true where user_id = ${user_id}`);
      await announceReturnToGroups(context, realm.realm_id, { user_id, role: 400 });
    });
    const { events } = await dara.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    const received = events.map((event) => [event.op, event.group_id]);
    const system_ids = [system.get('role:fullmembers'), system.get('role:members')];
    expect(received).toEqual([...system_ids, open].map((id) => ['add_members', id]));
  });
});
