// Many groups with many people: what is asked about one costs no read of the others.
import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import type { GroupId, UserId } from '@stoa/contract';
import { leastProcessorMs, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { createAccount } from '../users/users.actions.ts';

setDefaultTimeout(60_000);

const PEOPLE = 250;
const GROUPS = 800;
/** Reading all members of all groups takes at least 50. */
const ANSWERED_WITHIN_MS = 25;

const { server, cast } = await serveTests();
const people: UserId[] = [];
let group_id: GroupId;

beforeAll(async () => {
  const { realm } = server;
  await server.app.writer.write(realm.realm_id, async (context) => {
    for (let n = 0; n < PEOPLE; n++) {
      const account = { email: `of${n}@stoa.example`, full_name: `Of ${n}`, role: 400 as const, password_hash: null };
      people.push((await createAccount(context, realm, account)).user_id);
    }
  });
  for (let n = 0; n < GROUPS; n++)
    ({ group_id } = await cast.ada.createUserGroup({ name: `group ${n}`, description: '', members: [] }));
  const others = people.slice(1);
  await server.app.writer.write(realm.realm_id, ({ tx }) =>
    tx.run(sql`insert into user_group_members (group_id, user_id) select group_id, user_id from user_groups, users
      where not is_system_group and user_id in (${sql.list(others)})`),
  );
});

it('[GR18] asking about one group reads no members of others', async () => {
  const { dara } = cast;
  const [outside, inside] = people as [UserId, UserId];
  const calls: Record<string, () => Promise<unknown>> = {
    members: () => dara.getUserGroupMembers({ user_group_id: group_id }),
    direct: () => dara.getUserGroupMembers({ user_group_id: group_id, direct_member_only: true }),
    subgroups: () => dara.getUserGroupSubgroups({ user_group_id: group_id }),
    member: () => dara.getIsUserGroupMember({ user_group_id: group_id, user_id: inside }),
    rename: () => cast.ada.updateUserGroup({ user_group_id: group_id, description: `${Math.random()}` }),
  };
  for (const [what, call] of Object.entries(calls))
    expect([what, (await leastProcessorMs(ANSWERED_WITHIN_MS, call)) < ANSWERED_WITHIN_MS]).toEqual([what, true]);
  expect((await dara.getUserGroupMembers({ user_group_id: group_id })).members).toEqual(people.slice(1));
  const is_member = async (user_id: UserId) =>
    (await dara.getIsUserGroupMember({ user_group_id: group_id, user_id })).is_user_group_member;
  expect([await is_member(inside), await is_member(outside)]).toEqual([true, false]);
});

it('[GR18] lists of many groups yield to other requests', async () => {
  let finished = false;
  const listed = cast.dara.getUserGroups().then((answer) => {
    finished = true;
    return answer;
  });
  let answered = 0;
  while (!finished) {
    await fetch(`${server.url}/health`);
    answered++;
  }
  expect((await listed).user_groups.at(-1)!.members).toHaveLength(PEOPLE - 1);
  expect(answered).toBeGreaterThan(2);
});
