// Handles one request to change settings: one's own with name, time zone and password, or others'.
import { type GroupId, type ParamsOf, Refused, type UserId, type updateSettings } from '@stoa/contract';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findGroups } from '../groups/groups.queries.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { setFullName } from '../users/users.actions.ts';
import type { UserRow } from '../users/users.present.ts';
import { findUsersById, getUserRow } from '../users/users.queries.ts';
import { askForEmailChange } from './email-change.actions.ts';
import type { NewPassword } from './password.queries.ts';
import { changeSettings, replacePassword, setTimezone } from './settings.actions.ts';
import { checkTargeting, checkTimezone, settingsIn } from './settings.rules.ts';

type SettingsParams = ParamsOf<typeof updateSettings>;

export async function changeOwnOrTargets(
  context: WriteContext,
  actor: Actor,
  params: SettingsParams,
  password: NewPassword | null,
  sign_up_config: SignUpConfig,
): Promise<void> {
  const { tx } = context;
  const { realm } = actor;
  if (params.target_users) {
    checkTargeting(actor, params);
    const users = await findTargets(tx, actor, params.target_users);
    const skip = params.target_users.skip_if_already_edited || params.skip_if_already_edited === true;
    await changeSettings(context, realm, users, settingsIn(params), skip);
    return;
  }
  const user = await getUserRow(tx, realm.realm_id, actor.user_id);
  if (params.email !== undefined) await askForEmailChange(context, actor, sign_up_config, user, params.email);
  if (params.full_name !== undefined) await changeOwnName(context, actor, user, params.full_name);
  if (params.timezone !== undefined) await setTimezone(context, realm, user, checkTimezone(params.timezone));
  if (password) await replacePassword(context, actor, password);
  await changeSettings(context, realm, [user], settingsIn(params));
}

/** The organization may forbid renaming oneself; administrators always may. [ST6] */
async function changeOwnName(context: WriteContext, actor: Actor, user: UserRow, full_name: string): Promise<void> {
  const { name_changes_disabled } = await getRealmSettings(context.tx, actor.realm.realm_id);
  if (name_changes_disabled && !isAdministrator(actor) && full_name.trim() !== user.full_name)
    throw Refused('name_fixed');
  await setFullName(context, actor.realm, user, full_name);
}

/** The named accounts, and the active members of the named groups. [ST7] */
async function findTargets(
  db: Connection,
  { realm: { realm_id } }: Actor,
  { user_ids, group_ids }: { user_ids: readonly UserId[]; group_ids: readonly GroupId[] },
): Promise<readonly UserRow[]> {
  const named = await findUsersById(db, realm_id, user_ids);
  const active = new Set(named.filter(({ is_active }) => is_active).map(({ user_id }) => user_id));
  const missing = user_ids.find((user_id) => !active.has(user_id));
  if (missing !== undefined) throw Refused('person_inactive', { person: missing });
  const members = group_ids.length === 0 ? [] : await findMembers(db, realm_id, group_ids);
  return findUsersById(db, realm_id, [...new Set([...active, ...members])]);
}

async function findMembers(
  db: Connection,
  realm_id: Actor['realm']['realm_id'],
  group_ids: readonly GroupId[],
): Promise<UserId[]> {
  const groups = new Map((await findGroups(db, realm_id, false)).map((group) => [group.id, group]));
  const unknown = group_ids.find((group_id) => !groups.has(group_id));
  if (unknown !== undefined) throw Refused('group_unknown', { group: unknown });
  const included = new Set<GroupId>(group_ids);
  for (const group_id of included)
    for (const nested of groups.get(group_id)?.direct_subgroup_ids ?? []) included.add(nested);
  return [...included].flatMap((group_id) => groups.get(group_id)?.members ?? []);
}
