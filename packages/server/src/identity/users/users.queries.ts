// Every read of accounts.

import { type RealmId, Refused, ROLE, type UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { allOnce } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { type Counted, countRows } from '../../kit/limits/caps.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { maySeeUser, requireSeen } from './user-access.queries.ts';
import { maySeeEmail, USER_COLUMNS, type UserRow, type Viewer } from './users.present.ts';
import { NOTIFICATION_BOT } from './users.rules.ts';

export function viewer(actor: Actor, client_gravatar: boolean): Viewer {
  return { user_id: actor.user_id, role: actor.role, client_gravatar };
}

/** All accounts of an organization, deactivated ones included, by id; without system bots. [US21] */
export function findUsers(db: Connection, realm_id: RealmId): Promise<UserRow[]> {
  return db.all<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm_id} and not is_system_bot order by user_id`,
  );
}

const PART = 256;

/** The same, some at a time, with turns for others between. */
export async function* findUsersInParts(db: Connection, realm_id: RealmId): AsyncGenerator<readonly UserRow[]> {
  const time_slice = new TimeSlice();
  for (let after = 0, rows: UserRow[]; ; after = rows.at(-1)!.user_id) {
    rows = await db.all<UserRow>(
      sql`select ${sql.raw(USER_COLUMNS)} from users
       where realm_id = ${realm_id} and user_id > ${after} and not is_system_bot order by user_id limit ${PART}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PART) return;
    await time_slice.yieldIfUsed();
  }
}

/** {@link findUsersById}, likewise. */
export async function* findUsersByIdInParts(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): AsyncGenerator<readonly UserRow[]> {
  const time_slice = new TimeSlice();
  const ids = [...new Set(user_ids)].sort((a, b) => a - b);
  for (const part of batchesOf(ids, PART)) {
    const rows = await findUsersById(db, realm_id, part);
    if (rows.length > 0) yield rows;
    await time_slice.yieldIfUsed();
  }
}

export async function findUserIds(db: Connection, realm_id: RealmId): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and not is_system_bot order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** All bots of an organization except system bots, by id. */
export function findBotUsers(db: Connection, realm_id: RealmId): Promise<UserRow[]> {
  return db.all<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm_id} and is_bot and not is_system_bot order by user_id`,
  );
}

/** The accounts whose ids are in a range. */
export function findUsersBetween(db: Connection, realm_id: RealmId, first: number, last: number): Promise<UserRow[]> {
  return db.all<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users
     where realm_id = ${realm_id} and user_id >= ${first} and user_id <= ${last} and not is_system_bot order by user_id`,
  );
}

/** The accounts with these ids; ids of other organizations are ignored. */
export async function findUsersById(
  db: Connection,
  realm_id: RealmId,
  user_ids: readonly UserId[],
): Promise<readonly UserRow[]> {
  if (user_ids.length === 0) return [];
  return allOnce<UserRow>(
    db,
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm_id} and user_id in (${sql.list(user_ids)}) order by user_id`,
  );
}

/** Whom a queued mail is for, by what the queue keeps; null if the account has been deactivated since. */
export async function findAddressee(db: Connection, { realm_id }: Realm, user_id: unknown): Promise<UserRow | null> {
  const [user] = await findUsersById(db, realm_id, [Number(user_id) as UserId]);
  return user?.is_active ? user : null;
}

async function getRow<Row extends UserRow>(
  db: Connection,
  realm_id: RealmId,
  user_id: UserId,
  columns: string,
): Promise<Row> {
  const user = await db.get<Row>(
    sql`select ${sql.raw(columns)} from users where realm_id = ${realm_id} and user_id = ${user_id}`,
  );
  if (!user || user.is_system_bot) throw Refused('person_unknown');
  return user;
}

export function getUserRow(db: Connection, realm_id: RealmId, user_id: UserId): Promise<UserRow> {
  return getRow(db, realm_id, user_id, USER_COLUMNS);
}

/** The same with the revision of its row, which each change of the account or of its profile increases. */
export function getRevisedUserRow(
  db: Connection,
  realm_id: RealmId,
  user_id: UserId,
): Promise<UserRow & { readonly revision: number }> {
  return getRow(db, realm_id, user_id, `${USER_COLUMNS}, revision`);
}

/** An account by id; throws if the reader may not see it. [UA3] */
export async function getVisibleUser(db: Connection, actor: Actor, user_id: UserId): Promise<UserRow> {
  return requireSeen(db, actor, await getUserRow(db, actor.realm.realm_id, user_id));
}

/** The Notification Bot. */
export async function getNotificationBot(db: Connection, realm_id: RealmId): Promise<UserRow> {
  const bot = await db.get<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm_id} and email_key = ${NOTIFICATION_BOT.email} and is_system_bot`,
  );
  return bot!;
}

/** The id in a made-up address (`user10@host`); null for any other address. [US5] */
export function placeholderUserId(realm: Realm, email: string): UserId | null {
  const made_up = emailKey(email).match(/^user([1-9]\d{0,14})@(.+)$/);
  return made_up?.[2] === emailHost(realm) ? (Number(made_up[1]) as UserId) : null;
}

/** Finds an account by its real address, or by id with a made-up one (`user10@host`). [US5] */
export async function findUserByEmail(db: Connection, realm: Realm, email: string): Promise<UserRow | null> {
  const user = await db.get<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm.realm_id} and email_key = ${emailKey(email)}`,
  );
  if (user) return user;
  const user_id = placeholderUserId(realm, email);
  if (user_id === null) return null;
  return db.get<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm.realm_id} and user_id = ${user_id}`,
  );
}

/** The account, if it is as `createAccount` left it: nobody has signed in, and its key is the first. */
export async function findUntouchedAccount(
  db: Connection,
  realm: Realm,
  { email, full_name, role }: { email: string; full_name: string; role: number },
): Promise<UserRow | null> {
  const found = await findUserByEmail(db, realm, email);
  if (!found || found.is_bot || !found.is_active) return null;
  if (found.email !== email || found.full_name !== full_name || found.role !== role) return null;
  const untouched = await db.get(
    sql`select 1 as found from users where user_id = ${found.user_id} and awaits_first_login
       and password_hash is null and api_key_generation = 1`,
  );
  return untouched === null ? null : found;
}

/** Finds an account by an address that the reader may know: hidden real addresses find nobody, made-up ones everybody. [US5] */
export async function findUserByAddress(
  db: Connection,
  { actor, realm }: { actor: Actor | null; realm: Realm },
  email: string,
): Promise<UserRow | null> {
  const user = await findUserByEmail(db, realm, email);
  // Hidden accounts have no address for the reader, not even a made-up one. [UA3]
  if (!user || (actor && !(await maySeeUser(db, actor, user)))) return null;
  if (emailKey(email) !== emailKey(user.email)) return user;
  const is_known = actor === null ? user.is_bot : maySeeEmail(user, viewer(actor, false));
  return is_known ? user : null;
}

/** Like {@link findUserByAddress}, but throws if there is none or it is a system bot. */
export async function getUserByAddress(db: Connection, actor: Actor, email: string): Promise<UserRow> {
  const user = await findUserByAddress(db, { actor, realm: actor.realm }, email);
  if (!user || user.is_system_bot) throw Refused('person_unknown');
  return user;
}

/** The bots of some people, deactivated ones included, by id. */
export async function findBotsOf(db: Connection, realm_id: RealmId, owner_ids: readonly UserId[]): Promise<UserRow[]> {
  if (owner_ids.length === 0) return [];
  return db.all<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where +realm_id = ${realm_id} and is_bot and bot_owner_id in (${sql.list(owner_ids)})
     order by user_id`,
  );
}

/** True if the account is the only active owner. Bots do not count. */
export async function isOnlyOwner(db: Connection, realm_id: RealmId, user_id: UserId): Promise<boolean> {
  const owners = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and role = ${ROLE.owner} and is_active and not is_bot limit 2`,
  );
  return owners.length === 1 && owners[0]!.user_id === user_id;
}

/** The active owner who has been here longest. */
export async function findOldestOwner(db: Connection, realm_id: RealmId): Promise<UserId> {
  const row = await db.get<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and role = ${ROLE.owner} and is_active and not is_bot
     order by user_id limit 1`,
  );
  if (!row) throw new Error(`organization ${realm_id} has no owner`);
  return row.user_id;
}

/** True if an active account other than `except` has the name, ignoring case. */
export async function isNameTaken(
  db: Connection,
  realm_id: RealmId,
  full_name: string,
  except: UserId | null,
): Promise<boolean> {
  const key = (name: string) => name.normalize('NFKC').toLowerCase();
  const rows = await db.all<{ user_id: UserId; full_name: string }>(
    sql`select user_id, full_name from users where realm_id = ${realm_id} and is_active`,
  );
  return rows.some((row) => row.user_id !== except && key(row.full_name) === key(full_name));
}

export function countBotsOf(db: Connection, owner_id: UserId): Promise<Counted> {
  return countRows(db, 'users', sql`bot_owner_id = ${owner_id}`, 'not is_active');
}

export function countBots(db: Connection, realm_id: RealmId): Promise<Counted> {
  return countRows(db, 'users', sql`realm_id = ${realm_id} and is_bot`, 'not is_active');
}
