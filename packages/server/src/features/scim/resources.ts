// The two kinds of resources: what each path of SCIM does with them.
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { arrayOf, type JsonText } from '../../kit/json/json-text.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { groupChangesOf, patchedGroupChanges } from './group-changes.rules.ts';
import { presentGroup, presentMembers, type ScimGroup } from './group-resource.rules.ts';
import { type ListQuery, pickAttributes } from './list-query.rules.ts';
import { changeScimGroup, createScimGroup, deleteScimGroup } from './scim-groups.actions.ts';
import { countMembers, findMembers, findScimGroups, getScimGroup } from './scim-groups.queries.ts';
import { changeScimUser, createScimUser, deleteScimUser } from './scim-users.actions.ts';
import { type Found, findScimUsers, getScimUser } from './scim-users.queries.ts';
import { changesOf, type Operation, patchedChanges } from './user-changes.rules.ts';
import { presentUser } from './user-resource.rules.ts';

type Body = Readonly<Record<string, unknown>>;
type Choice = (name: string) => boolean;

export interface Resources {
  readonly path: 'Users' | 'Groups';
  /** Whether a PATCH is answered with the resource. */
  readonly returns_patched: boolean;
  find(db: Connection, realm: Realm, query: ListQuery, isChosen: Choice): Promise<Found<Body>>;
  get(db: Connection, realm: Realm, id: string, isChosen: Choice): Promise<Body>;
  /** Returns the id. */
  create(context: WriteContext, realm: Realm, body: Body): Promise<number>;
  replace(context: WriteContext, realm: Realm, id: string, body: Body): Promise<void>;
  patch(context: WriteContext, realm: Realm, id: string, operations: readonly Operation[]): Promise<void>;
  delete(context: WriteContext, realm: Realm, id: string): Promise<void>;
}

export const userResources: Resources = {
  path: 'Users',
  returns_patched: true,
  async find(db, realm, { filter, ...page }, isChosen) {
    const { total, rows } = await findScimUsers(db, realm.realm_id, filter, page);
    return { total, rows: rows.map((user) => pickAttributes(presentUser(realm, user), isChosen)) };
  },
  async get(db, realm, id, isChosen) {
    return pickAttributes(presentUser(realm, await getScimUser(db, realm.realm_id, id)), isChosen);
  },
  create: (context, realm, body) => createScimUser(context, realm, changesOf(body)),
  replace: (context, realm, id, body) => changeScimUser(context, realm, id, changesOf(body)),
  patch: (context, realm, id, operations) => changeScimUser(context, realm, id, patchedChanges(operations)),
  delete: deleteScimUser,
};

/** Members of all groups of a page: with more, the page ends earlier. */
const MEMBERS_PER_PAGE = 20_000;

async function membersOf(db: Connection, realm: Realm, { group_id }: ScimGroup): Promise<JsonText> {
  const members: string[] = [];
  for await (const some of findMembers(db, group_id)) if (some.length > 0) members.push(presentMembers(realm, some));
  return arrayOf(members);
}

export const groupResources: Resources = {
  path: 'Groups',
  returns_patched: false,
  async find(db, realm, { filter, ...page }, isChosen) {
    const { total, rows } = await findScimGroups(db, realm.realm_id, filter, page);
    const shows_members = isChosen('members');
    const counts = shows_members
      ? await countMembers(
          db,
          rows.map(({ group_id }) => group_id),
        )
      : new Map();
    const found: Body[] = [];
    let members = 0;
    for (const group of rows) {
      members += counts.get(group.group_id) ?? 0;
      if (found.length > 0 && members > MEMBERS_PER_PAGE) break;
      const present = shows_members ? await membersOf(db, realm, group) : null;
      found.push(pickAttributes(presentGroup(realm, group, present), isChosen));
    }
    return { total, rows: found };
  },
  async get(db, realm, id, isChosen) {
    const group = await getScimGroup(db, realm.realm_id, id);
    const members = isChosen('members') ? await membersOf(db, realm, group) : null;
    return pickAttributes(presentGroup(realm, group, members), isChosen);
  },
  create: (context, realm, body) => createScimGroup(context, realm, groupChangesOf(body)),
  replace: (context, realm, id, body) => changeScimGroup(context, realm, id, groupChangesOf(body)),
  patch: (context, realm, id, operations) => changeScimGroup(context, realm, id, patchedGroupChanges(operations)),
  delete: deleteScimGroup,
};
