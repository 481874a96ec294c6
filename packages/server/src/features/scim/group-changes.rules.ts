// What a request wants of a group: reads whole resources and operations of PATCH alike. Pure.
import { attributeName, type Filter, idOf, parsePath } from './filter.rules.ts';
import { invalidValue, scimError } from './scim-error.rules.ts';
import { idTextOf, isObject, memberNamed, type Operation, textOf, withPaths } from './user-changes.rules.ts';

/** Absent values stay as they are. */
export interface GroupChanges {
  display_name?: string;
  external_id?: string | null;
  /** The members before `add` and `remove`; null for the present ones. */
  members: ReadonlySet<number> | null;
  readonly add: Set<number>;
  readonly remove: Set<number>;
}

const noChanges = (): GroupChanges => ({ members: null, add: new Set(), remove: new Set() });

function memberId(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : textOf(value, 'members.value');
  const user_id = text === null ? null : idOf(text);
  if (user_id === null) throw invalidValue('members must have the ids of users as values');
  return user_id;
}

/** Providers send a list, one object, or one id. */
function memberIds(value: unknown): number[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    if (!isObject(each)) return memberId(each);
    // Never converted to a string: an object decides how, or throws. [SI20]
    const type = memberNamed(each, 'type') ?? 'user';
    if (typeof type !== 'string' || type.toLowerCase() !== 'user')
      throw invalidValue('Only users can be members of groups');
    return memberId(memberNamed(each, 'value'));
  });
}

/** The ids that `members[value eq "5"]` names. */
function idsOf(filter: Filter): number[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf);
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.attribute === 'members.value')
    return [memberId(filter.value)];
  throw scimError(400, 'Members are named by value eq', 'invalidFilter');
}

function setMembers(changes: GroupChanges, user_ids: readonly number[]): void {
  changes.members = new Set(user_ids);
  changes.add.clear();
  changes.remove.clear();
}

function addMembers({ add, remove }: GroupChanges, user_ids: readonly number[]): void {
  for (const user_id of user_ids) {
    add.add(user_id);
    remove.delete(user_id);
  }
}

function removeMembers({ add, remove }: GroupChanges, user_ids: readonly number[]): void {
  for (const user_id of user_ids) {
    remove.add(user_id);
    add.delete(user_id);
  }
}

function setAttribute(changes: GroupChanges, attribute: string, value: unknown): void {
  if (attribute === 'externalid') changes.external_id = idTextOf(value, 'externalId');
  if (attribute !== 'displayname') return;
  const name = textOf(value, 'displayName');
  if (name === null) throw invalidValue('displayName is required');
  changes.display_name = name;
}

/** The changes of a whole resource; one that says nothing of members leaves them. */
export function groupChangesOf(body: Readonly<Record<string, unknown>>): GroupChanges {
  const changes = noChanges();
  for (const [name, value] of Object.entries(body)) {
    const attribute = attributeName(name);
    if (attribute === 'members') setMembers(changes, memberIds(value));
    else setAttribute(changes, attribute, value);
  }
  return changes;
}

/** The changes that all operations together make. */
export function patchedGroupChanges(operations: readonly Operation[]): GroupChanges {
  const changes = noChanges();
  for (const operation of operations)
    for (const [text, value] of withPaths(operation)) {
      const { attribute, filter } = parsePath(text);
      const { kind } = operation;
      if (attribute === 'members' && kind === 'remove') {
        const named = filter === null ? memberIds(value) : idsOf(filter);
        // Without values, all of them.
        if (filter === null && named.length === 0) setMembers(changes, []);
        else removeMembers(changes, named);
      } else if (attribute === 'members' && filter !== null) {
        throw scimError(400, 'Members can only be added and removed', 'noTarget');
      } else if (attribute === 'members') {
        if (kind === 'add') addMembers(changes, memberIds(value));
        else setMembers(changes, memberIds(value));
      } else if (kind !== 'remove') setAttribute(changes, attribute, value);
      else if (attribute === 'displayname') throw scimError(400, "displayName can't be removed", 'mutability');
      else if (attribute === 'externalid') changes.external_id = null;
    }
  return changes;
}
