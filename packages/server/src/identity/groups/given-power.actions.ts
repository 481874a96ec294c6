// Decides whether being in a group gives power, which a session may give to nobody without a fresh password. [GR17]
import { GROUP_PERMISSION_NAMES, type GroupId, type GroupSettingValue } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { lacksFreshPassword, passwordNeeded } from '../../kit/access/fresh-password.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { groupsOf } from '../membership/group-values.rules.ts';
import { getRealmPermissions } from '../realm/realm-settings.queries.ts';
import { permissionsCollected } from './groups.hooks.ts';
import type { GroupRow } from './groups.tables.ts';

/** `group_ids`: a group and all that contain it. */
export async function requirePasswordForPower(
  context: WriteContext,
  actor: Actor,
  group_ids: readonly GroupId[],
): Promise<void> {
  if (!lacksFreshPassword(actor, context.now)) return;
  const { realm_id } = actor.realm;
  const named = new Set<GroupId>();
  const collect = (values: readonly GroupSettingValue[]) => {
    for (const value of values) for (const group_id of groupsOf(value)) named.add(group_id);
  };
  collect(Object.values(await getRealmPermissions(context.tx, realm_id)));
  const groups = await context.tx.all<GroupRow>(sql`select * from user_groups where realm_id = ${realm_id}`);
  for (const group of groups) collect(GROUP_PERMISSION_NAMES.map((name) => group[name]));
  await context.trigger(permissionsCollected, { realm_id, collect });
  if (group_ids.some((group_id) => named.has(group_id))) throw passwordNeeded(actor);
}
