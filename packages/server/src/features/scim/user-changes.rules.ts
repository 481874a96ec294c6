// What a request wants of an account: reads whole resources and operations of PATCH alike. Pure. Attributes are told by their names, never
// written into objects by them.
import type { LanguageCode, Role } from '@stoa/contract';
import { ROLE_NAMES, roleNamed } from '../../kit/access/role-names.ts';
import { languageOf } from '../../kit/text/language-tags.ts';
import { isStorable } from '../../kit/text/storable-text.ts';
import { attributeName, type Filter, parsePath } from './filter.rules.ts';
import { invalidValue, scimError } from './scim-error.rules.ts';

/** Absent values stay as they are. */
export interface UserChanges {
  readonly user_name?: string;
  /** The primary address of `emails`. */
  readonly email?: string;
  readonly external_id?: string | null;
  readonly display_name?: string;
  readonly formatted?: string;
  readonly given_name?: string | null;
  readonly family_name?: string | null;
  readonly active?: boolean;
  readonly role?: Role;
  /** From `preferredLanguage` and `locale`, for new accounts only: people change the language themselves afterwards. */
  readonly preferred_language?: LanguageCode;
  readonly locale?: LanguageCode;
}

/** In UTF-16 units. */
const TEXT_MAX = 1000;
const ID_MAX = 255;

/** Null for none: providers send empty texts for what they have not. Databases refuse null bytes, and confuse halves of pairs. */
export function textOf(value: unknown, name: string, most = TEXT_MAX): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') throw invalidValue(`${name} must be a text`);
  if (value.length > most) throw invalidValue(`${name} has more than ${most} characters`);
  if (!isStorable(value)) throw invalidValue(`${name} has a character that is not allowed`);
  return value.trim() === '' ? null : value.trim();
}

export const idTextOf = (value: unknown, name: string) => textOf(value, name, ID_MAX);

/** Entra ID sends texts. */
function booleanOf(value: unknown, name: string): boolean {
  const known = typeof value === 'string' ? value.toLowerCase() : value;
  if (known === true || known === 'true') return true;
  if (known === false || known === 'false') return false;
  throw invalidValue(`${name} must be true or false`);
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object by their names in lower case. */
export const membersOf = (value: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));

/** One of them, by its name in lower case. Makes no map: a group has tens of thousands of objects. */
export function memberNamed(value: Readonly<Record<string, unknown>>, name: string): unknown {
  const key = Object.hasOwn(value, name) ? name : Object.keys(value).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : value[key];
}

function roleOf(value: unknown): Role | undefined {
  const text = textOf(value, 'roles');
  if (text === null) return undefined;
  const role = roleNamed(text);
  if (role === undefined) throw invalidValue(`A role is one of ${ROLE_NAMES.join(', ')}`);
  return role;
}

/** The value that counts of an attribute with many: the primary one, or else the first; some providers send one by itself. */
function primaryOf(value: unknown, name: string): string | null {
  const all = Array.isArray(value) ? value : [value];
  const members = all.map((each) => (isObject(each) ? membersOf(each) : new Map([['value', each]])));
  const isPrimary = (each: ReadonlyMap<string, unknown>) =>
    [true, 'true', 'True'].includes(each.get('primary') as never);
  return textOf((members.find(isPrimary) ?? members[0])?.get('value'), `${name}.value`);
}

const orNothing = <Key extends keyof UserChanges>(key: Key, value: UserChanges[Key] | null | undefined): UserChanges =>
  value === null || value === undefined ? {} : { [key]: value };

function userNameOf(value: unknown): UserChanges {
  const user_name = idTextOf(value, 'userName');
  if (user_name === null) throw invalidValue('userName is required');
  return { user_name };
}

const rolesOf = (value: unknown) => orNothing('role', roleOf(value));

/** Reads the attributes that count, by name; all others are ignored. */
const READERS: ReadonlyMap<string, (value: unknown) => UserChanges> = new Map<string, (value: unknown) => UserChanges>([
  ['username', userNameOf],
  ['externalid', (value) => ({ external_id: idTextOf(value, 'externalId') })],
  ['displayname', (value) => orNothing('display_name', textOf(value, 'displayName'))],
  ['name.formatted', (value) => orNothing('formatted', textOf(value, 'name.formatted'))],
  ['name.givenname', (value) => ({ given_name: textOf(value, 'name.givenName') })],
  ['name.familyname', (value) => ({ family_name: textOf(value, 'name.familyName') })],
  ['active', (value) => ({ active: booleanOf(value, 'active') })],
  ['emails', (value) => orNothing('email', primaryOf(value, 'emails'))],
  ['emails.value', (value) => orNothing('email', textOf(value, 'emails.value'))],
  ['roles', (value) => rolesOf(primaryOf(value, 'roles'))],
  ['roles.value', rolesOf],
  ['preferredlanguage', (value) => orNothing('preferred_language', languageOf(value))],
  ['locale', (value) => orNothing('locale', languageOf(value))],
  // The name that Zulip gives to it.
  ['role', rolesOf],
]);

function attributeChanges(attribute: string, value: unknown): UserChanges {
  if (attribute !== 'name' || !isObject(value)) return READERS.get(attribute)?.(value) ?? {};
  return merged([...membersOf(value)].map(([name, member]) => READERS.get(`name.${name}`)?.(member) ?? {}));
}

const merged = (all: readonly UserChanges[]): UserChanges => Object.assign({}, ...all);

/** The changes of a whole resource. */
export function changesOf(body: Readonly<Record<string, unknown>>): UserChanges {
  return merged(Object.entries(body).map(([name, value]) => attributeChanges(attributeName(name), value)));
}

/** Whether conditions on values of `emails` or `roles` may be about the one that is shown: `type eq "home"` is not. */
function isShown(filter: Filter | null): boolean {
  if (filter === null || filter.kind === 'present') return true;
  if (filter.kind === 'not') return !isShown(filter.part);
  if (filter.kind === 'and') return filter.parts.every(isShown);
  if (filter.kind === 'or') return filter.parts.some(isShown);
  const { attribute, operator, value } = filter;
  const is_equal = attribute.endsWith('.type')
    ? String(value).toLowerCase() === 'work'
    : !attribute.endsWith('.primary') || String(value).toLowerCase() === 'true';
  return operator === 'ne' ? !is_equal : is_equal;
}

export type OperationKind = 'add' | 'replace' | 'remove';

export interface Operation {
  readonly kind: OperationKind;
  readonly path: string | null;
  readonly value: unknown;
}

const KINDS: readonly OperationKind[] = ['add', 'replace', 'remove'];
const OPERATIONS_MAX = 1000;
/** Attributes that all operations together name, and the characters of their paths: reading a path takes microseconds. [SI801] */
const NAMED_MAX = 10_000;
const PATHS_MAX = 256 * 1024;

/** Throws if reading the paths would keep others waiting. */
function checkPaths(operations: readonly Operation[]): void {
  let named = 0;
  let characters = 0;
  for (const { path, value } of operations) {
    const names = path !== null ? [path] : isObject(value) ? Object.keys(value) : [];
    named += names.length;
    for (const name of names) characters += name.length;
  }
  if (named > NAMED_MAX) throw scimError(413, `All operations name over ${NAMED_MAX} attributes`, 'tooMany');
  if (characters > PATHS_MAX) throw scimError(413, `All paths have over ${PATHS_MAX} characters`, 'tooMany');
}

/** The operations of a PATCH; Entra ID writes their names in capitals. */
export function operationsOf(body: Readonly<Record<string, unknown>>): Operation[] {
  const operations = membersOf(body).get('operations');
  if (!Array.isArray(operations)) throw scimError(400, 'Operations must be a list', 'invalidSyntax');
  if (operations.length > OPERATIONS_MAX)
    throw scimError(400, `At most ${OPERATIONS_MAX} operations are accepted at once`, 'tooMany');
  const read = operations.map((each: unknown): Operation => {
    if (!isObject(each)) throw scimError(400, 'An operation must be an object', 'invalidSyntax');
    const members = membersOf(each);
    const [op, path] = [members.get('op'), members.get('path') ?? null];
    const kind = KINDS.find((name) => typeof op === 'string' && op.toLowerCase() === name);
    if (kind === undefined) throw scimError(400, `op must be one of ${KINDS.join(', ')}`, 'invalidSyntax');
    if (path !== null && typeof path !== 'string') throw scimError(400, 'A path must be a text', 'invalidPath');
    return { kind, path: path === '' ? null : path, value: members.get('value') };
  });
  checkPaths(read);
  return read;
}

/** The members of a value without a path, each under the path that its name is. */
export function* withPaths({ kind, path, value }: Operation): Generator<readonly [path: string, value: unknown]> {
  if (path !== null) yield [path, value];
  else if (kind === 'remove') throw scimError(400, 'remove needs a path', 'noTarget');
  else if (isObject(value)) yield* Object.entries(value);
  else throw invalidValue('Without a path, the value must be an object');
}

const REMOVABLE: ReadonlySet<string> = new Set(['externalid', 'name.givenname', 'name.familyname']);
const LASTING: ReadonlySet<string> = new Set(['username', 'active']);

function operationChanges({ kind }: Operation, path: string, value: unknown): UserChanges {
  const { attribute, filter } = parsePath(path);
  if (!isShown(filter)) return {};
  if (kind !== 'remove') return attributeChanges(attribute, value);
  if (LASTING.has(attribute)) throw scimError(400, `${attribute} can't be removed`, 'mutability');
  if (attribute === 'name') return { given_name: null, family_name: null };
  return REMOVABLE.has(attribute) ? attributeChanges(attribute, null) : {};
}

/** The changes that all operations together make. */
export function patchedChanges(operations: readonly Operation[]): UserChanges {
  return merged(
    operations.flatMap((operation) =>
      [...withPaths(operation)].map(([path, value]) => operationChanges(operation, path, value)),
    ),
  );
}
