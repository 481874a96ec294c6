// Creates, changes and deactivates user groups as an identity provider asks.
import type { GroupId, UserId } from '@stoa/contract';
import { editGroup, endGroup, insertGroup } from '../../identity/groups/editing.actions.ts';
import { getGroupRow } from '../../identity/groups/groups.queries.ts';
import { checkSize } from '../../identity/groups/groups.rules.ts';
import { insertMembers, writeMembers } from '../../identity/groups/members.actions.ts';
import { findContaining } from '../../identity/membership/membership.queries.ts';
import { findOldestOwner, getUserRow } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { GroupChanges } from './group-changes.rules.ts';
import { invalidValue, scimError } from './scim-error.rules.ts';
import {
  findEndedGroup,
  findMembers,
  findMembersAmong,
  findOtherKnownGroup,
  getScimGroup,
} from './scim-groups.queries.ts';
import { findPeople } from './scim-users.queries.ts';
import { pathOf } from './user-resource.rules.ts';

/** A group that the provider ended before comes back with the same name: names of deactivated groups stay taken. [SI13] */
export async function createScimGroup(context: WriteContext, realm: Realm, changes: GroupChanges): Promise<GroupId> {
  const { tx } = context;
  const { realm_id } = realm;
  const { display_name } = changes;
  if (display_name === undefined) throw invalidValue('displayName is required');
  const ended = await findEndedGroup(tx, realm_id, display_name);
  const group_id = ended ?? (await insertNamed(context, realm, display_name));
  if (ended !== null) await editGroup(context, await getGroupRow(tx, realm_id, ended), { deactivated: false });
  const members = changes.members ?? new Set<number>();
  await changeScimGroup(context, realm, String(group_id), { external_id: null, ...changes, members });
  return group_id;
}

function insertNamed(context: WriteContext, { realm_id }: Realm, name: string): Promise<GroupId> {
  return insertGroup(context, realm_id, null, { name, description: '', members: [], subgroups: [] });
}

export async function changeScimGroup(
  context: WriteContext,
  realm: Realm,
  id: string,
  changes: GroupChanges,
): Promise<void> {
  const { tx } = context;
  const { realm_id } = realm;
  const { group_id } = await getScimGroup(tx, realm_id, id);
  const { display_name, external_id } = changes;
  if (external_id !== undefined) await saveExternalId(context, realm, group_id, external_id);
  if (display_name !== undefined)
    await editGroup(context, await getGroupRow(tx, realm_id, group_id), { name: display_name });
  await changeMembers(context, realm, group_id, changes);
}

async function allMembers(tx: Connection, group_id: GroupId): Promise<ReadonlySet<number>> {
  const all = new Set<number>();
  for await (const some of findMembers(tx, group_id)) for (const { user_id } of some) all.add(user_id);
  return all;
}

/** Bots and nested groups stay. Deactivated people join too: nobody sees that before they return. */
async function changeMembers(
  context: WriteContext,
  { realm_id }: Realm,
  group_id: GroupId,
  { members, add, remove }: GroupChanges,
): Promise<void> {
  if (members === null && add.size + remove.size === 0) return;
  const { tx } = context;
  // Providers add people one by one: then a large group is not read as a whole. [SI802]
  const present = await (members === null
    ? findMembersAmong(tx, group_id, [...add, ...remove])
    : allMembers(tx, group_id));
  const wanted = new Set([...(members ?? present), ...add]);
  for (const user_id of remove) wanted.delete(user_id);
  const joining = [...wanted].filter((user_id) => !present.has(user_id));
  const leaving = [...present].filter((user_id) => !wanted.has(user_id)) as UserId[];
  checkSize(joining.length + leaving.length);
  const people = await findPeople(tx, realm_id, joining);
  const unknown = joining.find((user_id) => !people.has(user_id));
  if (unknown !== undefined) throw invalidValue(`There is no user with the id ${unknown}`);
  const active = joining.filter((user_id) => people.get(user_id)) as UserId[];
  const inactive = joining.filter((user_id) => !people.get(user_id)) as UserId[];
  if (active.length + leaving.length > 0) {
    const change = { added: active, removed: leaving, added_groups: [], removed_groups: [] };
    const containing = await findContaining(tx, group_id);
    await writeMembers(context, await getGroupRow(tx, realm_id, group_id), change, containing);
  }
  await insertMembers(tx, group_id, inactive);
}

async function saveExternalId(
  { tx }: WriteContext,
  { realm_id }: Realm,
  group_id: GroupId,
  external_id: string | null,
): Promise<void> {
  if (external_id === null) {
    await tx.run(sql`delete from scim_groups where group_id = ${group_id}`);
    return;
  }
  const other = await findOtherKnownGroup(tx, realm_id, external_id, group_id);
  if (other !== null) throw scimError(409, `${pathOf('Groups', other)} has this externalId`, 'uniqueness');
  await tx.run(
    sql`insert into scim_groups (group_id, realm_id, external_id) values (${group_id}, ${realm_id}, ${external_id})
     on conflict (group_id) do update set external_id = excluded.external_id`,
  );
}

/** Deactivates the group, unless something in use names it. [SI13] */
export async function deleteScimGroup(context: WriteContext, realm: Realm, id: string): Promise<void> {
  const { tx } = context;
  const { realm_id } = realm;
  const { group_id } = await getScimGroup(tx, realm_id, id);
  await saveExternalId(context, realm, group_id, null);
  const owner = await getUserRow(tx, realm_id, await findOldestOwner(tx, realm_id));
  await endGroup(context, { ...owner, realm, api_key_generation: 0 }, await getGroupRow(tx, realm_id, group_id));
}
