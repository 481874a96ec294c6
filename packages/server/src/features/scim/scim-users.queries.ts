// Reads accounts of people for SCIM. Bots, accounts of the server and erased ones do not exist for it. [SI4]
import type { RealmId, UserId } from '@stoa/contract';
import { roleNamed } from '../../kit/access/role-names.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { type Filter, idOf } from './filter.rules.ts';
import {
  conditionOf,
  constant,
  exact,
  type FilterAttribute,
  invalidFilter,
  NEVER,
  text,
  time,
} from './filter-conditions.ts';
import { notFound } from './scim-error.rules.ts';
import type { ScimUser } from './user-resource.rules.ts';

const COLUMNS = `users.user_id, users.email, users.full_name, users.role, users.is_active, users.date_joined,
  scim_users.external_id, scim_users.user_name, scim_users.given_name, scim_users.family_name`;

/** The accounts that SCIM manages. */
const MANAGED = 'not users.is_bot and not users.is_system_bot and not users.is_erased';

/** Equal for equal names, be they addresses or not. */
export const userNameKey = (name: string): string => emailKey(name.normalize('NFC'));

const isNamed = (realm_id: RealmId, name_key: string): Fragment => sql`users.user_id in (
  select named.user_id from users named where named.realm_id = ${realm_id} and named.email_key = ${name_key}
    and not exists (select 1 from scim_users own where own.user_id = named.user_id and own.user_name_key is not null)
  union select user_id from scim_users where realm_id = ${realm_id} and user_name_key = ${name_key})`;

const hasExternalId = (realm_id: RealmId, external_id: string): Fragment =>
  sql`users.user_id in (select user_id from scim_users where realm_id = ${realm_id} and external_id = ${external_id})`;

function hasId(value: string): Fragment {
  const user_id = idOf(value);
  return user_id === null ? NEVER : sql`users.user_id = ${user_id}`;
}

function isActive(value: string): Fragment {
  const known = value.toLowerCase();
  if (known !== 'true' && known !== 'false') throw invalidFilter('active is compared with true or false');
  return known === 'true' ? sql`users.is_active` : sql`not users.is_active`;
}

function hasRole(value: string): Fragment {
  const role = roleNamed(value);
  return role === undefined ? NEVER : sql`users.role = ${role}`;
}

function userAttributes(realm_id: RealmId): ReadonlyMap<string, FilterAttribute> {
  const lower = (value: string) => value.toLowerCase();
  const email = text('emails', sql`users.email_key`, userNameKey);
  const name = text(
    'displayName',
    sql`lower(users.full_name)`,
    lower,
    (key) => sql`lower(users.full_name) = lower(${key})`,
  );
  const role = exact('roles', hasRole);
  const active = exact('active', isActive);
  return new Map<string, FilterAttribute>([
    ['id', exact('id', hasId)],
    [
      'username',
      text('userName', sql`coalesce(scim_users.user_name_key, users.email_key)`, userNameKey, (key) =>
        isNamed(realm_id, key),
      ),
    ],
    [
      'externalid',
      exact('externalId', (value) => hasExternalId(realm_id, value), sql`scim_users.external_id is not null`),
    ],
    ['displayname', name],
    ['name.formatted', name],
    ['emails', email],
    ['emails.value', email],
    ['emails.type', constant('emails.type', 'work')],
    ['emails.primary', booleans(constant('emails.primary', 'true'))],
    ['active', booleans(active)],
    ['roles', role],
    ['roles.value', role],
    ['meta.created', time('meta.created', sql`users.date_joined`)],
    ['meta.resourcetype', constant('meta.resourceType', 'user')],
  ]);
}

/** Providers send truth values with and without quotation marks. */
function booleans({ compare }: FilterAttribute): FilterAttribute {
  return { compare: (operator, value) => compare(operator, typeof value === 'boolean' ? String(value) : value) };
}

export interface Page {
  /** How many resources come before the page. */
  readonly offset: number;
  readonly count: number;
}

export interface Found<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export async function findScimUsers(
  db: Connection,
  realm_id: RealmId,
  filter: Filter | null,
  { offset, count }: Page,
): Promise<Found<ScimUser>> {
  const condition = filter === null ? sql`true` : conditionOf(filter, userAttributes(realm_id));
  const from = sql`from users left join scim_users on scim_users.user_id = users.user_id
    where users.realm_id = ${realm_id} and ${sql.raw(MANAGED)} and ${condition}`;
  const counted = await db.get<{ total: number }>(sql`select count(*) as total ${from}`);
  const total = counted!.total;
  if (count === 0 || offset >= total) return { total, rows: [] };
  const rows = await db.all<ScimUser>(
    sql`select ${sql.raw(COLUMNS)} ${from} order by users.user_id limit ${count} offset ${offset}`,
  );
  return { total, rows };
}

export async function getScimUser(db: Connection, realm_id: RealmId, id: string): Promise<ScimUser> {
  const user_id = idOf(id);
  const user =
    user_id === null
      ? null
      : await db.get<ScimUser>(
          sql`select ${sql.raw(COLUMNS)} from users left join scim_users on scim_users.user_id = users.user_id
           where users.realm_id = ${realm_id} and users.user_id = ${user_id} and ${sql.raw(MANAGED)}`,
        );
  if (!user) throw notFound(`There is no user with the id ${id.slice(0, 40)}`);
  return user;
}

/** The account that a provider knows by an id or a name; null if it is nobody's, or this account's. */
export async function findOtherKnown(
  db: Connection,
  realm_id: RealmId,
  by: { readonly external_id: string } | { readonly user_name: string },
  except: UserId | null,
): Promise<UserId | null> {
  const condition =
    'external_id' in by ? sql`external_id = ${by.external_id}` : sql`user_name_key = ${userNameKey(by.user_name)}`;
  const row = await db.get<{ user_id: UserId }>(
    sql`select user_id from scim_users where realm_id = ${realm_id} and ${condition}`,
  );
  return row === null || row.user_id === except ? null : row.user_id;
}

/** The people among some ids: whether each is active. */
export async function findPeople(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await db.all<{ user_id: number; is_active: boolean }>(
    sql`select user_id, is_active from users
     where realm_id = ${realm_id} and ${sql.raw(MANAGED)} and user_id in ${sql.each(user_ids)}`,
  );
  return new Map(rows.map(({ user_id, is_active }) => [user_id, is_active]));
}
