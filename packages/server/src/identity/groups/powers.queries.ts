// Decides what an actor may do with groups. Never throws; callers do. [GR7]
import { GROUP_PERMISSION_SETTINGS, type GroupPermission, type UserId } from '@stoa/contract';
import { type Actor, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { belongsTo } from '../membership/membership.queries.ts';
import { mayInOrganization } from '../realm/realm-settings.queries.ts';
import type { GroupRow } from './groups.tables.ts';

/** Guests hold only permissions that can be given to everyone, whatever groups they are in. */
async function holdsOfGroup(
  db: Connection,
  actor: Actor,
  group: GroupRow,
  permission: GroupPermission,
): Promise<boolean> {
  if (group.is_system_group) return false;
  if (isGuest(actor) && !GROUP_PERMISSION_SETTINGS[permission].allow_everyone_group) return false;
  return belongsTo(db, actor, group[permission]);
}

/** Nobody manages system groups. */
export async function mayManage(db: Connection, actor: Actor, group: GroupRow): Promise<boolean> {
  if (group.is_system_group) return false;
  if (await holdsOfGroup(db, actor, group, 'can_manage_group')) return true;
  return mayInOrganization(db, actor, 'can_manage_all_groups');
}

const isOnly = (actor: Actor, user_ids: readonly UserId[]) =>
  user_ids.length > 0 && user_ids.every((user_id) => user_id === actor.user_id);

/** True if the actor may add these people to a group; adding only oneself is joining. */
export async function mayAdd(
  db: Connection,
  actor: Actor,
  group: GroupRow,
  user_ids: readonly UserId[],
): Promise<boolean> {
  if (await holdsOfGroup(db, actor, group, 'can_add_members_group')) return true;
  if (isOnly(actor, user_ids) && (await holdsOfGroup(db, actor, group, 'can_join_group'))) return true;
  return mayManage(db, actor, group);
}

/** True if the actor may remove these people from a group; removing only oneself is leaving. */
export async function mayRemove(
  db: Connection,
  actor: Actor,
  group: GroupRow,
  user_ids: readonly UserId[],
): Promise<boolean> {
  if (await holdsOfGroup(db, actor, group, 'can_remove_members_group')) return true;
  if (isOnly(actor, user_ids) && (await holdsOfGroup(db, actor, group, 'can_leave_group'))) return true;
  return mayManage(db, actor, group);
}
