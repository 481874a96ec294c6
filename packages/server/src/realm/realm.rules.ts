// What an organization may be called, which values its permissions may have, and who may change what. Pure.
import {
  BadRequest,
  FOREVER,
  type GroupId,
  type GroupSettingValue,
  MAX_REALM_DESCRIPTION_LENGTH,
  MAX_REALM_NAME_LENGTH,
  MAX_WELCOME_MESSAGE_LENGTH,
  OWNERS_PERMISSIONS,
  OWNERS_SETTINGS,
  type PermissionSetting,
  REALM_SETTINGS,
  type RealmChanges,
  type RealmPermission,
  type RealmSettings,
  ROLE,
  type Role,
  UnauthorizedPrincipal,
} from '@stoa/contract';
import { render } from '@stoa/markdown';
import { groupsOf, membersOf } from '../groups/group-values.rules.ts';

/** A permission names so many people and groups at most. */
const MAX_NAMED = 500;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

export function checkRealmName(given: string): string {
  const name = given.trim();
  if (name === '' || [...name].length > MAX_REALM_NAME_LENGTH)
    throw BadRequest(`The name of an organization has 1 to ${MAX_REALM_NAME_LENGTH} characters`);
  if (CONTROL.test(name)) throw BadRequest('Invalid characters in the name of the organization');
  return name;
}

/** Lines stay: a description is a text of Markdown. */
export function checkRealmDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_REALM_DESCRIPTION_LENGTH)
    throw BadRequest(`Organization description is too long (limit: ${MAX_REALM_DESCRIPTION_LENGTH} characters).`);
  if (CONTROL.test(description.replace(/[\n\r\t]/g, ' ')))
    throw BadRequest('Invalid characters in the description of the organization');
  return description;
}

export function renderDescription(description: string): string {
  return description === '' ? '' : render(description).html;
}

export function checkWelcomeMessage(text: string): string {
  if ([...text].length > MAX_WELCOME_MESSAGE_LENGTH)
    throw BadRequest(`Welcome message is too long (limit: ${MAX_WELCOME_MESSAGE_LENGTH} characters).`);
  return text;
}

/** What a request says, in the values that are kept: "unlimited" is no limit, "default" is the server's. */
export function settingsFromRequest(asked: RealmChanges): Partial<RealmSettings> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined || !(name in REALM_SETTINGS)) continue;
    kept[name] = value;
    if (value === 'unlimited') kept[name] = name === 'message_retention_days' ? FOREVER : null;
    if (name === 'jitsi_server_url' && value === 'default') kept[name] = null;
  }
  return kept;
}

/** Administrators change most things; who gets in, and who decides about others, is for owners. [RE7] */
export function checkMayChange(role: Role, names: readonly string[]): void {
  if (role <= ROLE.owner) return;
  const beyond = names.some((name) => OWNERS_SETTINGS.has(name) || OWNERS_PERMISSIONS.has(name as RealmPermission));
  if (beyond) throw UnauthorizedPrincipal('Must be an organization owner');
}

export interface KnownGroup {
  readonly group_id: GroupId;
  readonly name: string;
  readonly is_system_group: boolean;
}

/** Throws unless a permission can have the value; people are looked up elsewhere. [RE8] */
export function checkPermissionGroups(
  name: string,
  declared: PermissionSetting,
  value: GroupSettingValue,
  known: ReadonlyMap<GroupId, KnownGroup>,
): void {
  const groups = groupsOf(value);
  const members = membersOf(value);
  if (groups.length + members.length > MAX_NAMED)
    throw BadRequest(`'${name}' names more than ${MAX_NAMED} people and groups: make a group of them.`);
  if (!declared.allow_nobody_group && groups.length + members.length === 0)
    throw BadRequest(`'${name}' cannot be held by nobody.`);
  if (declared.require_system_group && typeof value !== 'number')
    throw BadRequest(`'${name}' must be a system user group.`);
  for (const group_id of groups) {
    const group = known.get(group_id);
    if (!group) throw BadRequest(`Invalid user group ID: ${group_id}`);
    const allowed = group.is_system_group ? isAllowedSystemGroup(declared, group.name) : !declared.require_system_group;
    if (!allowed) throw BadRequest(`'${name}' setting cannot be set to '${group.name}' group.`);
  }
}

function isAllowedSystemGroup(declared: PermissionSetting, group_name: string): boolean {
  if (declared.allowed_system_groups.length > 0) return declared.allowed_system_groups.includes(group_name);
  if (group_name === 'role:internet') return declared.allow_internet_group;
  if (group_name === 'role:everyone') return declared.allow_everyone_group;
  return group_name !== 'role:nobody' || declared.allow_nobody_group;
}
