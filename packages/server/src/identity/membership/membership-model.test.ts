// Random groups, nestings and deactivations, compared with a model that evaluates definitions; and the cost of queries.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { ApiError, type GroupId, type GroupSettingValue, ROLE, type Role, type UserId } from '@stoa/contract';
import { countStatements, type Person, SeededRandom, startServer, type TestServer } from '@stoa/testkit';
import { canSendTo, findAccess, findChannelByName } from '../../conversation/channels/channels.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { belongsTo, findGroupIds, findHolders, findMemberIds } from './membership.queries.ts';
import { SYSTEM_GROUPS } from './system-groups.ts';

interface Group {
  readonly members: Set<UserId>;
  readonly subgroups: Set<GroupId>;
  deactivated: boolean;
}

/** Groups by definition: everybody in any active group that can be reached. */
class Model {
  readonly groups = new Map<GroupId, Group>();
  readonly system = new Map<GroupId, Role | null>();

  /** The members of a group, even if it is deactivated itself. */
  members(group_id: GroupId, people: readonly { user_id: UserId; role: Role }[]): Set<UserId> {
    const found = new Set<UserId>();
    for (const id of this.reachable(group_id, true)) {
      const weakest = this.system.get(id);
      for (const { user_id, role } of people) if (weakest && role <= weakest) found.add(user_id);
      for (const user_id of this.groups.get(id)?.members ?? []) found.add(user_id);
    }
    return found;
  }

  reachable(group_id: GroupId, active_only: boolean): Set<GroupId> {
    const found = new Set([group_id]);
    // Repeats until nothing is added: slow, but can't miss anything.
    for (let size = 0; size !== found.size; ) {
      size = found.size;
      for (const id of [...found])
        for (const inner of this.groups.get(id)?.subgroups ?? [])
          if (!active_only || !this.groups.get(inner)?.deactivated) found.add(inner);
    }
    return found;
  }

  holds(user_id: UserId, value: GroupSettingValue, people: readonly { user_id: UserId; role: Role }[]): boolean {
    const { direct_members, direct_subgroups } =
      typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
    return (
      direct_members.includes(user_id) ||
      direct_subgroups.some((id) => !this.groups.get(id)?.deactivated && this.members(id, people).has(user_id))
    );
  }
}

let server: TestServer;
let all: Person[];
let people: { user_id: UserId; role: Role }[];

beforeAll(async () => {
  server = await startServer();
  const cast = await server.cast();
  all = Object.values(cast);
  const { members } = await cast.ada.getUsers();
  people = members.map(({ user_id, role }) => ({ user_id, role }));
});
afterAll(() => server.stop());

const attempt = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error) => {
      expect(error).toBeInstanceOf(ApiError);
      return false;
    },
  );

async function start(): Promise<Model> {
  const model = new Model();
  const { user_groups } = await server.owner.getUserGroups();
  for (const { id, name, is_system_group } of user_groups)
    if (is_system_group) model.system.set(id, SYSTEM_GROUPS.find((group) => group.name === name)!.weakest);
  return model;
}

/** Makes one random change to both; the server must allow it exactly if the model does. */
async function step(random: SeededRandom, model: Model, round: string): Promise<void> {
  const { owner } = server;
  const ids = [...model.groups.keys()];
  const any = (): GroupId => random.pick(random.chance(0.15) ? [...model.system.keys()] : ids);
  const kind = ids.length < 4 ? 0 : random.below(10);
  if (kind === 0) {
    const name = `${round} ${ids.length}`;
    const { group_id } = await owner.createUserGroup({ name, description: '', members: [] });
    model.groups.set(group_id, { members: new Set(), subgroups: new Set(), deactivated: false });
    return;
  }
  const user_group_id = random.pick(ids);
  const group = model.groups.get(user_group_id)!;
  if (kind <= 3) {
    const { user_id } = random.pick(people);
    const op = group.members.has(user_id) ? 'delete' : 'add';
    expect(await attempt(owner.updateUserGroupMembers({ user_group_id, [op]: [user_id] }))).toBe(true);
    if (!group.members.delete(user_id)) group.members.add(user_id);
  } else if (kind <= 6) {
    const inner = any();
    const fits = !group.subgroups.has(inner) && !model.groups.get(inner)?.deactivated;
    const circle = model.reachable(inner, false).has(user_group_id);
    const added = await attempt(owner.updateUserGroupSubgroups({ user_group_id, add: [inner] }));
    expect(added).toBe(fits && !circle);
    if (added) group.subgroups.add(inner);
  } else if (kind === 7 && group.subgroups.size > 0) {
    const inner = random.pick([...group.subgroups]);
    await owner.updateUserGroupSubgroups({ user_group_id, delete: [inner] });
    group.subgroups.delete(inner);
  } else if (group.deactivated) {
    await owner.updateUserGroup({ user_group_id, deactivated: false });
    group.deactivated = false;
  } else {
    const used = [...model.groups.values()].some((other) => !other.deactivated && other.subgroups.has(user_group_id));
    const done = await attempt(owner.deactivateUserGroup({ user_group_id }));
    expect(done).toBe(!used);
    group.deactivated = done;
  }
}

async function compare(random: SeededRandom, model: Model): Promise<void> {
  const { db } = server.app.store;
  const ids = [...model.system.keys(), ...model.groups.keys()];
  const { user_groups } = await server.owner.getUserGroups({ include_deactivated_groups: true });
  for (const [id, group] of model.groups) {
    const listed = user_groups.find((group) => group.id === id)!;
    expect(new Set(listed.members)).toEqual(group.members);
    expect(new Set(listed.direct_subgroup_ids)).toEqual(group.subgroups);
    expect(listed.deactivated).toBe(group.deactivated);
  }
  for (const id of ids)
    expect(new Set(await findMemberIds(db, server.realm.realm_id, id))).toEqual(model.members(id, people));
  const some = <T>(from: readonly T[]) => from.filter(() => random.chance(0.2));
  const values: GroupSettingValue[] = Array.from({ length: 12 }, () =>
    random.chance(0.4)
      ? random.pick(ids)
      : { direct_members: some(people).map(({ user_id }) => user_id), direct_subgroups: some(ids) },
  );
  for (const person of people) {
    const mine = ids.filter((id) => model.holds(person.user_id, id, people));
    const own = await findGroupIds(db, person);
    expect(ids.filter((id) => own.has(id))).toEqual(mine);
    for (const value of values)
      expect(await belongsTo(db, person, value)).toBe(model.holds(person.user_id, value, people));
  }
  for (const value of values) {
    const { role_at_most, users } = await findHolders(db, [value]);
    const found = people.filter(
      (person) => (role_at_most !== null && person.role <= role_at_most) || users.includes(person.user_id),
    );
    const members = people.filter(({ role }) => role <= ROLE.member);
    expect(found).toEqual(members.filter(({ user_id }) => model.holds(user_id, value, people)));
  }
}

describe('membership', () => {
  for (const seed of [1, 2, 3])
    it(`[GR3] [GR8] [GR10] [GR12] matches the definition, whatever is nested (seed ${seed})`, async () => {
      const random = new SeededRandom(seed);
      const model = await start();
      for (let round = 0; round < 8; round += 1) {
        for (let n = 0; n < 12; n += 1) await step(random, model, `seed ${seed}`);
        await compare(random, model);
      }
      const deactivated = [...model.groups.values()].filter((group) => group.deactivated);
      const nested = [...model.groups.values()].filter(({ subgroups }) => subgroups.size > 0);
      expect(model.groups.size).toBeGreaterThan(8);
      expect([deactivated.length > 0, nested.length > 3]).toEqual([true, true]);
    }, 60_000);
});

describe('the cost of permission checks', () => {
  it('[GR15] takes no statement for a system group, and one for groups of people, however deep', async () => {
    const { db } = server.app.store;
    const [, , , dara] = all;
    const who = { user_id: dara!.user_id, role: ROLE.member };
    const { user_groups } = await server.owner.getUserGroups();
    const everyone = user_groups.find(({ name }) => name === 'role:everyone')!.id;
    await belongsTo(db, who, everyone);
    expect(await countStatements(db, () => belongsTo(db, who, everyone))).toEqual([]);
    let group_id = 0 as GroupId;
    for (let depth = 0; depth < 12; depth += 1) {
      const params = { name: `depth ${depth}`, description: '', members: depth === 0 ? [who.user_id] : [] };
      const subgroups = depth === 0 ? [] : [group_id];
      group_id = (await server.owner.createUserGroup({ ...params, subgroups })).group_id;
    }
    expect(await belongsTo(db, who, group_id)).toBe(true);
    const statements = await countStatements(db, () => belongsTo(db, who, group_id));
    expect(statements.filter((sql) => sql.includes('recursive'))).toHaveLength(1);
    expect(statements.length).toBeLessThanOrEqual(2);
  });

  it('[GR15] sending evaluates no groups if a system group may send', async () => {
    const { db } = server.app.store;
    const [, , , dara] = all;
    const actor = { realm: server.realm, user_id: dara!.user_id, role: ROLE.member } as Actor;
    await dara!.subscribe({ subscriptions: [{ name: 'usual' }] });
    const channel = (await findChannelByName(db, server.realm.realm_id, 'usual'))!;
    const ask = async () => canSendTo(db, actor, channel, await findAccess(db, actor, channel));
    expect(await ask()).toBe(true);
    const statements = await countStatements(db, ask);
    // Only checks whether the sender is subscribed.
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toContain('user_group');
  });
});
