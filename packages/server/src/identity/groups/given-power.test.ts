// Changes of groups that give power: refused until the session has confirmed its password.
import { beforeAll, describe, expect, it } from 'bun:test';
import { type GroupId, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import { codeOf, OWNER, type Person, serveTests } from '@stoa/testkit';
import { openSession } from '../sessions/sessions.actions.ts';

const { server, cast } = await serveTests();
let count = 0;
const nextName = () => `power ${++count}`;

async function make(by: Person, params: Partial<Parameters<Person['createUserGroup']>[0]> = {}): Promise<GroupId> {
  return (await by.createUserGroup({ name: nextName(), description: '', members: [], ...params })).group_id;
}

async function stale({ user_id, email }: Person) {
  const { session_key } = await server.app.writer.write(server.realm.realm_id, (context) =>
    openSession(context, server.realm.realm_id, { user_id, email }, 'Device'),
  );
  server.clock.advance((SESSION_CONFIRMED_SECS + 60) * 1000);
  return server.client(email, session_key);
}

describe('[GR17] a group gives power', () => {
  let client: Awaited<ReturnType<typeof stale>>;
  const { ada, dara, eli } = cast;
  beforeAll(async () => {
    client = await stale(ada);
  });

  const POWERS: Readonly<Record<string, (group_id: GroupId) => Promise<unknown>>> = {
    'named by a permission of the organization': (group_id) =>
      ada.updateRealm({
        can_move_messages_between_topics_group: { new: { direct_members: [], direct_subgroups: [group_id] } },
      }),
    'named by a permission of a channel that others made': async (group_id) => {
      const { id } = await dara.createStream({ name: nextName(), subscribers: [dara.user_id], invite_only: true });
      await dara.updateStream({ stream_id: id, can_subscribe_group: { new: group_id } });
    },
    'named by a permission of an archived channel': async (group_id) => {
      const { id } = await dara.createStream({ name: nextName(), subscribers: [dara.user_id] });
      await dara.updateStream({ stream_id: id, can_administer_channel_group: { new: group_id } });
      await ada.archiveStream({ stream_id: id });
    },
    'named by a permission of a group': (group_id) => make(ada, { can_manage_group: group_id }),
    'named by a permission of its own': (group_id) =>
      ada.updateUserGroup({ user_group_id: group_id, can_add_members_group: { new: group_id } }),
    'in a group that is named': async (group_id) => {
      const outer = await make(ada, { subgroups: [await make(ada, { subgroups: [group_id] })] });
      await make(ada, { can_join_group: { direct_members: [], direct_subgroups: [outer] } });
    },
    'in a deactivated group that is named by a deactivated one': async (group_id) => {
      const outer = await make(ada, { subgroups: [group_id] });
      const naming = await make(ada, { can_leave_group: outer });
      for (const user_group_id of [naming, outer]) await ada.deactivateUserGroup({ user_group_id });
    },
  };
  for (const [where, give] of Object.entries(POWERS))
    it(`${where}: a session adds nobody to it without a fresh password`, async () => {
      const user_group_id = await make(ada, { members: [eli.user_id] });
      const nested = await make(ada);
      await client.updateUserGroupMembers({ user_group_id, add: [dara.user_id] });
      await client.updateUserGroupMembers({ user_group_id, delete: [dara.user_id] });
      await give(user_group_id);
      for (const call of [
        () => client.updateUserGroupMembers({ user_group_id, add: [dara.user_id] }),
        () => client.updateUserGroupMembers({ user_group_id, add: [ada.user_id] }),
        () => client.updateUserGroupMembers({ user_group_id, delete: [eli.user_id], add_subgroups: [nested] }),
        () => client.updateUserGroupSubgroups({ user_group_id, add: [nested] }),
      ])
        expect(await codeOf(call())).toBe('PASSWORD_NEEDED');
      const { user_groups } = await ada.getUserGroups();
      const group = user_groups.find(({ id }) => id === user_group_id)!;
      expect([group.members, group.direct_subgroup_ids]).toEqual([[eli.user_id], []]);
      await client.updateUserGroupMembers({ user_group_id, delete: [eli.user_id] });
      await ada.updateUserGroupMembers({ user_group_id, add: [dara.user_id] });
    });

  it('only to groups that are named: others take people from any session', async () => {
    const user_group_id = await make(ada);
    await client.updateUserGroupMembers({ user_group_id, add: [dara.user_id] });
    await client.updateUserGroupSubgroups({ user_group_id, add: [await make(ada)] });
    await make(client as Person, { members: [dara.user_id] });
    await client.updateUserGroup({ user_group_id, description: 'Described' });
  });

  it('to nobody who may not add to it: they learn nothing of its use', async () => {
    const user_group_id = await make(ada);
    await make(ada, { can_manage_group: user_group_id });
    const other = await stale(eli);
    expect(await codeOf(other.updateUserGroupMembers({ user_group_id, add: [eli.user_id] }))).toBe('BAD_REQUEST');
  });

  it('and takes people from a session that has just confirmed its password', async () => {
    const user_group_id = await make(ada);
    await make(ada, { can_manage_group: user_group_id });
    const other = await stale(ada);
    expect(await codeOf(other.updateUserGroupMembers({ user_group_id, add: [eli.user_id] }))).toBe('PASSWORD_NEEDED');
    await other.confirmSession({ password: OWNER.password });
    await other.updateUserGroupMembers({ user_group_id, add: [eli.user_id] });
  });
});
