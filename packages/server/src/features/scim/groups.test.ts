// User groups by SCIM, as Okta and Entra ID manage them.
import { describe, expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import { scimClient, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';

const { server, cast } = await serveTests({ caps: { 'user-groups-per-organization': 40 } });
const scim = await scimClient(server);
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const valuesOf = (...people: { user_id: number }[]) => people.map(({ user_id }) => ({ value: String(user_id) }));
let made = 0;
async function create(more: object = {}) {
  const { status, body } = await scim.post('/Groups', { schemas: [SCHEMA], displayName: `Group ${++made}`, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body;
}
const membersOf = async (id: string): Promise<number[]> =>
  (await scim.get(`/Groups/${id}`)).body.members.map(({ value }: { value: string }) => Number(value));
const groupOf = async (id: string) =>
  (await cast.ada.getUserGroups({ include_deactivated_groups: true })).user_groups.find(
    (group) => group.id === Number(id),
  )!;
const ids = (...people: { user_id: number }[]) => people.map(({ user_id }) => user_id).sort((a, b) => a - b);

describe('groups', () => {
  it('[SI12] are the user groups, without those of the server', async () => {
    const { group_id } = await cast.dara.createUserGroup({
      name: 'By Dara',
      description: 'Ours',
      members: [cast.dara.user_id, cast.bot.user_id],
    });
    const { body } = await scim.get('/Groups?count=200');
    expect(body.Resources).toEqual([
      {
        schemas: [SCHEMA],
        id: String(group_id),
        displayName: 'By Dara',
        members: [
          {
            value: String(cast.dara.user_id),
            $ref: `${server.url}/scim/v2/Users/${cast.dara.user_id}`,
            display: 'Dara Member',
            type: 'User',
          },
        ],
        meta: {
          resourceType: 'Group',
          created: new Date((await groupOf(String(group_id))).date_created! * 1000).toISOString(),
          location: `${server.url}/scim/v2/Groups/${group_id}`,
        },
      },
    ]);
    const few = (await scim.get('/Groups?excludedAttributes=members&filter=displayName%20eq%20%22by%20dara%22')).body;
    expect(Object.keys(few.Resources[0])).toEqual(['schemas', 'id', 'displayName', 'meta']);
    const system = (await cast.ada.getUserGroups({})).user_groups.find(({ is_system_group }) => is_system_group)!;
    const foreign = await scimClient(server, await server.organization('groups.example'));
    for (const [client, id] of [
      [scim, system.id],
      [foreign, group_id],
      [scim, 987_654],
      [scim, `0${group_id}`],
    ] as const) {
      expect((await client.get(`/Groups/${id}`)).status).toBe(404);
      expect((await client.put(`/Groups/${id}`, { displayName: 'x' })).status).toBe(404);
      expect((await client.patch(`/Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(404);
      expect((await client.delete(`/Groups/${id}`)).status).toBe(404);
    }
    expect((await groupOf(String(group_id))).members).toEqual(ids(cast.dara, cast.bot) as UserId[]);
  });

  it('[SI12] gain and lose members, as every client learns', async () => {
    const { dara, eli, finn, bela } = cast;
    let id = '';
    const watched = await verifyEvents([cast.ada, dara, finn], async () => {
      id = (await create({ externalId: 'e1', members: valuesOf(dara, eli) })).id;
    });
    for (const received of watched.events) expect(received.length).toBeGreaterThan(0);
    const steps: [operation: object, members: number[]][] = [
      [{ op: 'Add', path: 'members', value: valuesOf(bela) }, ids(dara, eli, bela)],
      [{ op: 'Add', path: 'members', value: valuesOf(bela, dara) }, ids(dara, eli, bela)],
      [{ op: 'Remove', path: 'members', value: valuesOf(dara) }, ids(eli, bela)],
      [{ op: 'remove', path: `members[value eq "${eli.user_id}"]` }, ids(bela)],
      [{ op: 'remove', path: `members[value eq "${eli.user_id}"]` }, ids(bela)],
      [{ op: 'replace', path: 'members', value: valuesOf(dara, eli) }, ids(dara, eli)],
      [{ op: 'replace', value: { displayName: 'Renamed', members: valuesOf(eli) } }, ids(eli)],
      [{ op: 'add', path: 'members', value: { value: String(dara.user_id), type: 'User' } }, ids(dara, eli)],
      [{ op: 'remove', path: 'members' }, []],
    ];
    for (const [operation, members] of steps) {
      const { value: answer } = await verifyEvents([cast.ada, finn], () => scim.patch(`/Groups/${id}`, operation));
      expect([operation, answer.status, answer.body]).toEqual([operation, 204, null]);
      expect([operation, await membersOf(id)]).toEqual([operation, members]);
    }
    expect((await groupOf(id)).name).toBe('Renamed');
    const put = await scim.put(`/Groups/${id}`, { displayName: 'By PUT', externalId: 'e2', members: valuesOf(finn) });
    expect(put.body).toMatchObject({ displayName: 'By PUT', externalId: 'e2', members: valuesOf(finn) });
    // One that says nothing of members leaves them.
    expect((await scim.put(`/Groups/${id}`, { displayName: 'Again' })).body.members).toHaveLength(1);
    const shown = await scim.call('PATCH', `/Groups/${id}?attributes=displayName`, {
      Operations: [{ op: 'replace', path: 'externalId', value: 'e3' }],
    });
    expect(shown).toMatchObject({ status: 200, body: { displayName: 'Again' } });
  });

  it('[SI12] take several operations in their order, all or none', async () => {
    const { dara, eli, bela } = cast;
    const { id } = await create({ members: valuesOf(dara) });
    await scim.patch(
      `/Groups/${id}`,
      { op: 'add', path: 'members', value: valuesOf(eli) },
      { op: 'remove', path: `members[value eq "${eli.user_id}"]` },
      { op: 'remove', path: `members[value eq "${dara.user_id}"]` },
      { op: 'add', path: 'members', value: valuesOf(dara, bela) },
    );
    expect(await membersOf(id)).toEqual(ids(dara, bela));
    const wrong = [
      [{ value: '987654' }],
      valuesOf(cast.bot),
      [{ value: id, type: 'Group' }],
      [{ value: 'x' }],
      [{}],
      ['1e1'],
    ];
    for (const value of wrong) {
      const answer = await scim.patch(
        `/Groups/${id}`,
        { op: 'replace', path: 'displayName', value: 'Half' },
        { op: 'add', path: 'members', value },
      );
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
    }
    for (const operation of [
      { op: 'replace', path: 'members[value eq "1"]', value: [] },
      { op: 'remove', path: 'members[display eq "Dara"]' },
      { op: 'remove', path: 'displayName' },
      { op: 'replace', path: 'displayName', value: '' },
      { op: 'replace', path: 'displayName', value: '@everyone' },
    ])
      expect((await scim.patch(`/Groups/${id}`, operation)).status).toBe(400);
    expect((await groupOf(id)).name).toBe(`Group ${made}`);
    expect(await membersOf(id)).toEqual(ids(dara, bela));
  });

  it('[SI12] keep bots, nested groups and deactivated people', async () => {
    const { id: inner } = await create();
    const { id } = await create({ members: valuesOf(cast.dara) });
    const user_group_id = Number(id) as never;
    await cast.ada.updateUserGroupMembers({
      user_group_id,
      add: [cast.bot.user_id],
      add_subgroups: [Number(inner) as never],
    });
    const leaver = (await scim.post('/Users', { userName: 'leaver@groups.example', displayName: 'Leaver' })).body;
    await scim.delete(`/Users/${leaver.id}`);
    const { value: added } = await verifyEvents([cast.ada, cast.finn], () =>
      scim.put(`/Groups/${id}`, {
        displayName: `Group ${made}`,
        members: [{ value: leaver.id }, ...valuesOf(cast.eli)],
      }),
    );
    expect(added.status).toBe(200);
    expect(await groupOf(id)).toMatchObject({
      members: ids(cast.bot, cast.eli),
      direct_subgroup_ids: [Number(inner)],
    });
    await verifyEvents([cast.ada, cast.finn], () =>
      scim.patch(`/Users/${leaver.id}`, { op: 'replace', value: { active: true } }),
    );
    expect((await groupOf(id)).members).toContain(Number(leaver.id) as UserId);
    expect(await membersOf(id)).toEqual([cast.eli.user_id, Number(leaver.id)].sort((a, b) => a - b));
  });

  it('[SI13] are deactivated, and come back by their names', async () => {
    const group = await create({ externalId: 'back', members: valuesOf(cast.dara, cast.eli) });
    const { displayName } = group;
    expect((await scim.post('/Groups', { displayName: displayName.toUpperCase() })).body.scimType).toBe('uniqueness');
    expect((await scim.post('/Groups', { displayName: 'Other', externalId: 'back' })).body.scimType).toBe('uniqueness');
    expect((await groupOf(group.id)).deactivated).toBe(false);
    await verifyEvents([cast.ada, cast.finn], () => scim.delete(`/Groups/${group.id}`));
    expect((await groupOf(group.id)).deactivated).toBe(true);
    expect((await scim.get(`/Groups/${group.id}`)).status).toBe(404);
    expect((await scim.delete(`/Groups/${group.id}`)).status).toBe(404);
    const { value: again } = await verifyEvents([cast.ada, cast.finn], () =>
      scim.post('/Groups', { displayName, externalId: 'back', members: valuesOf(cast.finn) }),
    );
    expect(again.body).toMatchObject({ id: group.id, externalId: 'back', members: valuesOf(cast.finn) });
  });

  it('[SI13] stay while something uses them', async () => {
    const { id } = await create();
    await cast.ada.updateRealm({ can_invite_users_group: { new: Number(id) as never } });
    const refused = await scim.delete(`/Groups/${id}`);
    expect([refused.status, refused.body.detail]).toEqual([409, 'The user group is still in use.']);
    expect((await scim.get(`/Groups/${id}`)).status).toBe(200);
  });

  it('[SI12] belong to nobody, and count for the limit of the organization', async () => {
    const { id } = await create();
    expect(await groupOf(id)).toMatchObject({
      creator_id: null,
      can_manage_group: { direct_members: [], direct_subgroups: [] },
    });
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, at) => scim.post('/Groups', { displayName: `Many ${at}` })),
    );
    expect(answers.some(({ status }) => status === 400)).toBe(true);
  });

  it('[SI15] take a limited number of members at once', async () => {
    const [{ id }] = (await scim.get('/Groups')).body.Resources;
    const value = Array.from({ length: 20_100 }, (_, at) => String(at + 1));
    const { status, body } = await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value });
    expect([status, body.scimType]).toEqual([400, 'tooMany']);
  });

  it('[SI15] [SI802] end a page early that has too many members, of which all are read and each can be removed', async () => {
    const { writer, store } = server.app;
    const other = await server.organization('crowded.example');
    const { realm_id } = other.realm;
    const client = await scimClient(server, other);
    for (const displayName of ['One', 'Two', 'Three']) await client.post('/Groups', { displayName });
    const numbers =
      store.engine === 'sqlite'
        ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000) select i from n) as n`
        : sql`generate_series(1, 12000) as n(i)`;
    await writer.write(realm_id, async ({ tx }) => {
      await tx.run(
        sql`insert into users (realm_id, email, email_key, full_name, api_key_generation, role, is_active, is_bot, date_joined,
           timezone, avatar_source, avatar_version, settings)
         select cast(${realm_id} as bigint), 'p' || i || '@crowd.example', 'p' || i || '@crowd.example', 'P', 1, 400, true, false, 1, '', 'G', 1, '{}'
         from ${numbers}`,
      );
      await tx.run(
        sql`insert into user_group_members (group_id, user_id) select group_id, user_id from user_groups cross join users
         where user_groups.realm_id = ${realm_id} and not is_system_group and users.realm_id = ${realm_id} and full_name = 'P'`,
      );
    });
    const names: string[][] = [];
    for (let start = 1; start <= 3; ) {
      const { body } = await client.get(`/Groups?startIndex=${start}`);
      names.push(body.Resources.map(({ displayName }: { displayName: string }) => displayName));
      expect(body).toMatchObject({ totalResults: 3, itemsPerPage: body.Resources.length });
      start += body.itemsPerPage;
    }
    expect(names).toEqual([['One'], ['Two'], ['Three']]);
    const { itemsPerPage, Resources } = (await client.get('/Groups?excludedAttributes=members')).body;
    expect(itemsPerPage).toBe(3);
    const path = `/Groups/${Resources[0].id}`;
    const ids = async () => (await client.get(path)).body.members.map(({ value }: { value: string }) => Number(value));
    const all: number[] = await ids();
    expect([all.length, all]).toEqual([12_000, all.toSorted((a, b) => a - b)]);
    const [first, , third] = all;
    for (const operation of [
      { op: 'remove', path: `members[value eq "${first}"]` },
      { op: 'remove', path: 'members', value: [{ value: String(third) }] },
      { op: 'add', path: 'members', value: valuesOf({ user_id: first! }, { user_id: all[1]! }) },
    ])
      expect((await client.patch(path, operation)).status).toBe(204);
    expect(await ids()).toEqual(all.filter((user_id) => user_id !== third));
  });
});
