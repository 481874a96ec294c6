// Writes the groups of an archive, each batch with its new ids.
import { GROUP_PERMISSION_NAMES, GROUP_PERMISSION_SETTINGS, type GroupId, type UserId } from '@stoa/contract';
import { createGroup } from '../../identity/groups/editing.actions.ts';
import {
  endImportedGroup,
  setImportedOrigin,
  setImportedPermissions,
} from '../../identity/groups/importing.actions.ts';
import { insertMembers, insertSubgroups } from '../../identity/groups/members.actions.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { type ArchiveGroup, WHOLE_ARCHIVE } from './archive.ts';
import { holdersIn, permissionsHere } from './import-holders.ts';
import { findIds, recordIds } from './import-ids.actions.ts';
import { actorOf, type ImportParts, withoutEffects } from './import-parts.ts';
import type { IdLookup } from './records/id-map.ts';

/** A transaction takes no more groups, and no further one after as many members and subgroups. */
const GROUPS_AT_ONCE = 20;
const ROWS_AT_ONCE = 2000;

export async function importGroups(
  parts: ImportParts,
  owner_id: UserId,
  users: IdLookup<UserId>,
): Promise<ReadonlyMap<string, GroupId>> {
  const { store, writer, archive, realm } = parts;
  const ids = await findIds<GroupId>(store.db, realm.realm_id, 'groups');
  const missing = contentsFirst(archive.groups).filter(({ id }) => !ids.has(id));
  for (const batch of groupBatches(missing)) {
    const made = await writer.write(realm.realm_id, async (context) => {
      const { tx } = context;
      const pairs = new Map<string, GroupId>();
      for (const { id, name, description, members, subgroups, is_active, date_created, creator } of batch) {
        const params = { name, description: description.slice(0, 1000), members: [], subgroups: [] };
        const group_id = await createGroup(withoutEffects(context), actorOf(realm, owner_id), params as never);
        await setImportedOrigin(tx, group_id, {
          date_created: date_created == null ? null : Math.floor(date_created),
          creator_id: creator == null ? null : (users.get(creator) ?? null),
        });
        const member_ids = Array.from(members, (user) => users.get(user)!);
        await insertMembers(tx, group_id, member_ids);
        const subgroup_ids = subgroups.map((group) => (pairs.get(group) ?? ids.get(group))!);
        await insertSubgroups(tx, group_id, subgroup_ids);
        if (!is_active) await endImportedGroup(tx, group_id);
        pairs.set(id, group_id);
      }
      await recordIds(tx, realm.realm_id, 'groups', [...pairs]);
      return pairs;
    });
    for (const [from, to] of made) ids.set(from, to);
  }
  await importPermissions(parts, users, ids);
  return ids;
}

/** Sets who may manage, join or mention groups: last, because settings may name any group. Idempotent. [IM15] */
async function importPermissions(
  { writer, archive, realm, report }: ImportParts,
  users: IdLookup<UserId>,
  groups: ReadonlyMap<string, GroupId>,
): Promise<void> {
  const own = archive.groups.filter(({ permissions }) => permissions !== undefined);
  for (const batch of batchesOf(own))
    await writer.write(realm.realm_id, async ({ tx }) => {
      const heldHere = await holdersIn(tx, { realm, archive, users, groups });
      for (const { id, permissions } of batch) {
        const lose = (name: string) =>
          report({
            kind: 'settings',
            reason: 'a permission of a group is for administrators: its holders there cannot have it here',
            file: WHOLE_ARCHIVE,
            record: `${id}: ${name}`,
            is_kept: true,
          });
        const values = permissionsHere(GROUP_PERMISSION_NAMES, GROUP_PERMISSION_SETTINGS, permissions!, heldHere, lose);
        await setImportedPermissions(tx, groups.get(id)!, values);
      }
    });
}

/** Each group after those that it contains, so that it is complete when it is written. */
function contentsFirst(groups: readonly ArchiveGroup[]): ArchiveGroup[] {
  const by_id = new Map(groups.map((group) => [group.id, group]));
  const ordered = new Set<ArchiveGroup>();
  const opened = new Set<ArchiveGroup>();
  for (const group of groups) {
    // A stack instead of recursion: thousands may be inside each other.
    const stack = [group];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (opened.has(top)) {
        ordered.add(top);
        stack.pop();
        continue;
      }
      opened.add(top);
      for (const id of top.subgroups) if (!opened.has(by_id.get(id)!)) stack.push(by_id.get(id)!);
    }
  }
  return [...ordered];
}

function* groupBatches(groups: readonly ArchiveGroup[]): Generator<ArchiveGroup[]> {
  let batch: ArchiveGroup[] = [];
  let rows = 0;
  for (const group of groups) {
    batch.push(group);
    rows += group.members.length + group.subgroups.length;
    if (batch.length < GROUPS_AT_ONCE && rows < ROWS_AT_ONCE) continue;
    yield batch;
    [batch, rows] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
