// Whether the permissions of a channel may be as asked. Reads groups and people, never channels.
import {
  BadRequest,
  type ChannelPermission,
  type GroupId,
  type GroupSettingValue,
  type RealmId,
  type UserId,
} from '@stoa/contract';
import { groupsOf, membersOf } from '../groups/group-values.rules.ts';
import type { Connection } from '../kit/database/connection.ts';
import { checkSystemGroup } from './permissions.rules.ts';

/** A permission names so many people and groups at most. */
const MAX_NAMED = 500;

/** Placeholders of a list; an empty one holds nothing, on both engines. */
const places = (count: number, from: number) =>
  count === 0 ? 'null' : Array.from({ length: count }, (_, n) => `$${n + from}`).join(', ');

/** Throws unless every group and every person named exists in the organization and may hold the permission. [CH10] */
export async function checkPermissions(
  db: Connection,
  realm_id: RealmId,
  permissions: Partial<Record<ChannelPermission, GroupSettingValue>>,
): Promise<void> {
  const entries = Object.entries(permissions) as [ChannelPermission, GroupSettingValue][];
  const user_ids = [...new Set(entries.flatMap(([, value]) => membersOf(value)))];
  if (entries.length === 0) return;
  const long = entries.find(([, value]) => groupsOf(value).length + membersOf(value).length > MAX_NAMED);
  if (long) throw BadRequest(`'${long[0]}' names more than ${MAX_NAMED} people and groups: make a group of them.`);
  const groups = await db.all<{ group_id: GroupId; name: string; is_system_group: boolean }>(
    'select group_id, name, is_system_group from user_groups where realm_id = $1 and not deactivated',
    [realm_id],
  );
  const known = new Map(groups.map((group) => [group.group_id, group]));
  for (const [permission, value] of entries) {
    for (const group_id of groupsOf(value)) {
      const group = known.get(group_id);
      if (!group) throw BadRequest(`Invalid user group ID: ${group_id}`);
      if (group.is_system_group) checkSystemGroup(permission, group.name);
    }
  }
  if (user_ids.length === 0) return;
  const people = await db.all<{ user_id: UserId }>(
    `select user_id from users where realm_id = $1 and is_active and user_id in (${places(user_ids.length, 2)})`,
    [realm_id, ...user_ids],
  );
  const found = new Set(people.map(({ user_id }) => user_id));
  const missing = user_ids.find((user_id) => !found.has(user_id));
  if (missing !== undefined) throw BadRequest(`Invalid user ID: ${missing}`);
}
