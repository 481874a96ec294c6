// Deactivating and reactivating groups, and private channels that group changes open and close.
import { beforeAll, describe, expect, it } from 'bun:test';
import type { ChannelId, GroupId, ReceivedEvent } from '@stoa/contract';
import { codeOf, type Person, refusal, serveTests, verifyEvents } from '@stoa/testkit';

const { cast } = await serveTests();
let system: Map<string, GroupId>;
let count = 0;

beforeAll(async () => {
  const { user_groups } = await cast.ada.getUserGroups();
  system = new Map(user_groups.map(({ name, id }) => [name, id]));
});

const people = () => [cast.ada, cast.dara, cast.eli, cast.finn, cast.bot];

type Given = Parameters<Person['createUserGroup']>[0];
async function make(params: Partial<Given> = {}, by = cast.dara): Promise<GroupId> {
  count += 1;
  return (await by.createUserGroup({ name: `group ${count}`, description: '', members: [], ...params })).group_id;
}

/** The events of these types that a client receives during an action. */
async function received(
  client: Person,
  event_types: string[],
  action: () => Promise<unknown>,
  client_capabilities = {},
): Promise<ReceivedEvent[]> {
  const { queue_id, last_event_id } = await client.registerQueue({ event_types, client_capabilities });
  await action();
  const { events } = await client.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
  return events as ReceivedEvent[];
}
const WITH = { include_deactivated_groups: true };
const ops = (events: ReceivedEvent[]) => events.map(({ op, data }) => (data ? [op, data] : [op]));

describe('deactivating', () => {
  it('[GR2] [GR11] is an update for clients that know deactivated groups, and a removal for others', async () => {
    const { dara, eli, finn } = cast;
    const user_group_id = await make({ members: [eli.user_id] });
    const before = (await eli.getUserGroups()).user_groups.find(({ id }) => id === user_group_id)!;
    const { events } = await verifyEvents(people(), () => dara.deactivateUserGroup({ user_group_id }));
    expect(events[2]!.map(({ type, op, group_id }) => [type, op, group_id])).toEqual([
      ['user_group', 'remove', user_group_id],
    ]);
    const listed = async (include_deactivated_groups: boolean) =>
      (await eli.getUserGroups({ include_deactivated_groups })).user_groups.find(({ id }) => id === user_group_id);
    expect(await listed(false)).toBeUndefined();
    expect(await listed(true)).toEqual({ ...before, deactivated: true });
    expect(await codeOf(dara.deactivateUserGroup({ user_group_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(eli.deactivateUserGroup({ user_group_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(finn.deactivateUserGroup({ user_group_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(dara.deactivateUserGroup({ user_group_id: 987_654 }))).toBe('BAD_REQUEST');
  });

  it('[GR11] a deactivated group can be changed and is reactivated with its changes', async () => {
    const { dara, eli, chen } = cast;
    const nested = await make();
    const user_group_id = await make({ members: [eli.user_id] });
    const steps = async () => {
      await dara.deactivateUserGroup({ user_group_id });
      await dara.updateUserGroup({ user_group_id, name: `renamed ${user_group_id}` });
      await dara.updateUserGroupMembers({ user_group_id, add: [chen.user_id], add_subgroups: [nested] });
      await dara.updateUserGroup({ user_group_id, deactivated: false, description: 'back' });
    };
    const all: ReceivedEvent[] = [];
    const few = await received(eli, ['user_group'], async () => {
      all.push(...(await received(eli, ['user_group'], steps, WITH)));
    });
    expect(ops(all)).toEqual([
      ['update', { deactivated: true }],
      ['update', { name: `renamed ${user_group_id}` }],
      ['add_members'],
      ['add_subgroups'],
      ['update', { description: 'back', deactivated: false }],
    ]);
    expect(ops(few)).toEqual([['remove'], ['add']]);
    const group = (await eli.getUserGroups()).user_groups.find(({ id }) => id === user_group_id)!;
    expect(few[1]!.group).toEqual(group);
    expect(group).toMatchObject({ deactivated: false, description: 'back', direct_subgroup_ids: [nested] });
    await dara.deactivateUserGroup({ user_group_id });
    await verifyEvents(people(), () => dara.updateUserGroup({ user_group_id, description: 'in between' }));
    await verifyEvents(people(), () => dara.updateUserGroupMembers({ user_group_id, delete: [chen.user_id] }));
    await verifyEvents(people(), () => dara.updateUserGroup({ user_group_id, deactivated: false }));
    const again = await verifyEvents(people(), () => dara.updateUserGroup({ user_group_id, deactivated: false }));
    expect(again.events.flat()).toEqual([]);
  });

  it('[GR10] is refused while anything uses the group', async () => {
    const { ada, dara, bela } = cast;
    const user_group_id = await make();
    const outer = await make({ subgroups: [user_group_id] });
    const value = { direct_members: [dara.user_id], direct_subgroups: [user_group_id] };
    const other = await make({ can_join_group: user_group_id, can_mention_group: value });
    await dara.subscribe({
      subscriptions: [{ name: 'used' }],
      can_send_message_group: value,
      can_subscribe_group: user_group_id,
    });
    await bela.subscribe({ subscriptions: [{ name: 'hidden' }], invite_only: true, can_send_message_group: value });
    await ada.updateRealm({ can_create_bots_group: { new: value } });
    const { stream_id } = await ada.getStreamId({ stream: 'used' });
    const call = async (by: Person) => {
      const error = await refusal(by.deactivateUserGroup({ user_group_id }));
      expect(error.code).toBe('CANNOT_DEACTIVATE_GROUP_IN_USE');
      return error.fields.objections;
    };
    const subgroup = { type: 'subgroup', supergroup_ids: [outer] };
    const realm = { type: 'realm', settings: ['can_create_bots_group'] };
    const channel = {
      type: 'channel',
      channel_id: stream_id,
      settings: ['can_send_message_group', 'can_subscribe_group'],
    };
    const group = { type: 'user_group', group_id: other, settings: ['can_join_group', 'can_mention_group'] };
    const unnamed = { type: 'channel', settings: ['can_send_message_group'] };
    const hidden_id = (await bela.getStreamId({ stream: 'hidden' })).stream_id;
    expect(await call(dara)).toEqual([subgroup, realm, channel, unnamed, group]);
    expect(await call(ada)).toEqual([subgroup, realm, channel, { ...unnamed, channel_id: hidden_id }, group]);
    await ada.updateRealm({ can_create_bots_group: { new: system.get('role:members')! } });
    await dara.deactivateUserGroup({ user_group_id: other });
    await dara.deactivateUserGroup({ user_group_id: outer });
    expect(await call(dara)).toEqual([channel, unnamed]);
  });

  it('[GR3] a deactivated group grants nothing, also not through other groups', async () => {
    const { dara, eli } = cast;
    const inner = await make({ members: [eli.user_id] });
    const middle = await make({ subgroups: [inner] });
    const outer = await make({ subgroups: [middle] });
    const isIn = async () =>
      (await dara.getIsUserGroupMember({ user_group_id: outer, user_id: eli.user_id })).is_user_group_member;
    expect(await isIn()).toBe(true);
    await dara.deactivateUserGroup({ user_group_id: outer });
    expect(await isIn()).toBe(true);
    await dara.deactivateUserGroup({ user_group_id: middle });
    expect(await isIn()).toBe(false);
    await dara.updateUserGroup({ user_group_id: outer, deactivated: false });
    expect(await isIn()).toBe(false);
    await dara.updateUserGroup({ user_group_id: middle, deactivated: false });
    expect(await isIn()).toBe(true);
  });
});

describe('private channels', () => {
  /** A private channel without subscribers that a group may join. */
  async function open(name: string, can_subscribe_group: GroupId): Promise<ChannelId> {
    await cast.bela.subscribe({ subscriptions: [{ name }], invite_only: true, can_subscribe_group });
    const { stream_id } = await cast.bela.getStreamId({ stream: name });
    await cast.bela.unsubscribe({ subscriptions: [name] });
    return stream_id;
  }
  const streams = (events: readonly ReceivedEvent[]) =>
    events
      .filter(({ type }) => type === 'stream')
      .map(({ op, streams: listed }) => [op, (listed as { stream_id: number }[]).map(({ stream_id }) => stream_id)]);

  it('[CH17] [GR14] appear for new members and disappear for former ones, through nested groups too', async () => {
    const { dara, eli, finn, bot } = cast;
    const inner = await make();
    const outer = await make({ subgroups: [inner] });
    const stream_id = await open('by group', outer);
    const eventsOf = async (action: () => Promise<unknown>) =>
      (await verifyEvents([eli, finn, bot, dara], action)).events.map(streams);
    const everybody = [eli, finn, bot].map(({ user_id }) => user_id);
    const come = await eventsOf(() => dara.updateUserGroupMembers({ user_group_id: inner, add: everybody }));
    expect(come).toEqual([[['create', [stream_id]]], [], [['create', [stream_id]]], []]);
    expect(await eventsOf(() => dara.updateUserGroupMembers({ user_group_id: outer, add: [eli.user_id] }))).toEqual([
      [],
      [],
      [],
      [],
    ]);
    const removal = await eventsOf(() => dara.updateUserGroupSubgroups({ user_group_id: outer, delete: [inner] }));
    expect(removal).toEqual([[], [], [['delete', [stream_id]]], []]);
    const back = await eventsOf(() => dara.updateUserGroupSubgroups({ user_group_id: outer, add: [inner] }));
    expect(back).toEqual([[], [], [['create', [stream_id]]], []]);
    const members = await eventsOf(() =>
      dara.updateUserGroupSubgroups({ user_group_id: inner, add: [system.get('role:members')!] }),
    );
    expect(members).toEqual([[], [], [], [['create', [stream_id]]]]);
    await verifyEvents([eli, dara], () =>
      dara.updateUserGroupSubgroups({ user_group_id: inner, delete: [system.get('role:members')!] }),
    );
    await eli.subscribe({ subscriptions: [{ name: 'by group' }] });
    const still = await eventsOf(() =>
      dara.updateUserGroupMembers({ user_group_id: outer, delete: [eli.user_id], delete_subgroups: [inner] }),
    );
    expect(still).toEqual([[], [], [['delete', [stream_id]]], []]);
  });

  it('[GR14] disappear with all their events for those who lost access', async () => {
    const { dara, eli } = cast;
    const user_group_id = await make({ members: [eli.user_id] });
    const stream_id = await open('closing', user_group_id);
    expect((await eli.getStream({ stream_id })).stream.name).toBe('closing');
    await dara.updateUserGroupMembers({ user_group_id, delete: [eli.user_id] });
    expect(await codeOf(eli.getStream({ stream_id }))).toBe('BAD_REQUEST');
    expect(await codeOf(eli.sendMessage({ type: 'channel', to: [stream_id], topic: 't', content: 'x' }))).toBe(
      'STREAM_DOES_NOT_EXIST',
    );
    const narrow: [string, string][] = [['channel', 'closing']];
    expect(await codeOf(eli.getMessages({ anchor: 'newest', num_before: 1, num_after: 0, narrow }))).toBe('BAD_NARROW');
  });

  it('[GR4] [GR14] appear for members whose waiting period has passed', async () => {
    const { ada, dara, eli, chen } = cast;
    const stream_id = await open('for full members', await make({ subgroups: [system.get('role:fullmembers')!] }));
    expect((await eli.getStream({ stream_id })).stream.name).toBe('for full members');
    const change = async (waiting_period_threshold: number) =>
      (await verifyEvents([eli, dara, chen], () => ada.updateRealm({ waiting_period_threshold }))).events.map(streams);
    expect(await change(3)).toEqual([[['delete', [stream_id]]], [['delete', [stream_id]]], []]);
    expect(await codeOf(eli.getStream({ stream_id }))).toBe('BAD_REQUEST');
    expect(await change(0)).toEqual([[['create', [stream_id]]], [['create', [stream_id]]], []]);
  });
});
