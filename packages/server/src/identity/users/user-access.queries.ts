// Decides who may see whom, for every read of people. [UA1] Takes no statement for members and above.

import { type ChannelId, type RealmId, Refused, ROLE, type Role, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/write/log-entry.ts';

export interface Reader {
  readonly realm: Pick<Actor['realm'], 'realm_id'>;
  readonly user_id: UserId;
  readonly role: Role;
}

/** Everybody sees bots. */
interface Target {
  readonly user_id: UserId;
  readonly is_bot: boolean;
}

/** True if guests of an organization see only some of its people. */
export async function limitsGuests(db: Connection, realm_id: RealmId): Promise<boolean> {
  const row = await getOnce<{ limits_guests: boolean }>(
    db,
    sql`select limits_guests from realms where realm_id = ${realm_id}`,
  );
  return row!.limits_guests;
}

/** True if the reader sees only some people. */
export async function isLimited(db: Connection, { realm, role }: Reader): Promise<boolean> {
  return role === ROLE.guest && limitsGuests(db, realm.realm_id);
}

/**
 * SQL: pairs of people who share a channel or a direct message conversation. `mine` and `theirs` are conditions on their
 * accounts. Deactivated people are in no channel.
 */
export const selectSharing = (columns: Fragment, mine: Fragment, theirs: Fragment) =>
  sql`select ${columns} from subscriptions mine
     join subscriptions theirs on theirs.stream_id = mine.stream_id and theirs.active
     join users my_user on my_user.user_id = mine.user_id and my_user.is_active
     join users their_user on their_user.user_id = theirs.user_id and their_user.is_active
     where mine.active and ${mine} and ${theirs}
   union
   select ${columns} from recipient_users mine
     join recipient_users theirs on theirs.recipient_id = mine.recipient_id
     join users my_user on my_user.user_id = mine.user_id
     join users their_user on their_user.user_id = theirs.user_id
     where ${mine} and ${theirs}`;

/** The people whom a limited guest sees. */
async function findSeen(db: Connection, { realm, user_id }: Reader): Promise<ReadonlySet<UserId>> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm.realm_id} and is_bot
     union ${selectSharing(sql`theirs.user_id`, sql`mine.user_id = ${user_id}`, sql`true`)}`,
  );
  return new Set([user_id, ...rows.map((row) => row.user_id)]);
}

/** The ids of the people whom the reader sees; null for everybody. */
export async function findSeenIds(db: Connection, reader: Reader): Promise<ReadonlySet<UserId> | null> {
  return (await isLimited(db, reader)) ? findSeen(db, reader) : null;
}

/**
 * The people whom spectators see: if guests are limited, only bots and subscribers of web-public channels, so that signing out
 * shows no more. Null for everybody.
 */
export async function findSeenBySpectators(db: Connection, realm_id: RealmId): Promise<ReadonlySet<UserId> | null> {
  if (!(await limitsGuests(db, realm_id))) return null;
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from users where realm_id = ${realm_id} and is_bot
     union select users.user_id from subscriptions join channels using (stream_id)
       join users on users.user_id = subscriptions.user_id and users.is_active
       where channels.realm_id = ${realm_id} and is_web_public and not is_archived and active`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The accounts among some that the reader may not see; empty except for limited guests. */
export async function findHiddenAmong(
  db: Connection,
  reader: Reader,
  user_ids: Iterable<UserId>,
): Promise<ReadonlySet<UserId>> {
  const hidden = new Set(user_ids);
  hidden.delete(reader.user_id);
  if (hidden.size === 0 || !(await isLimited(db, reader))) return new Set();
  for (const batch of batchesOf([...hidden])) {
    const rows = await db.all<{ user_id: UserId }>(
      sql`select user_id from users where is_bot and user_id in (${sql.list(batch)})
       union ${selectSharing(sql`theirs.user_id`, sql`mine.user_id = ${reader.user_id}`, sql`theirs.user_id in (${sql.list(batch)})`)}`,
    );
    for (const { user_id } of rows) hidden.delete(user_id);
  }
  return hidden;
}

export async function maySeeUser(db: Connection, reader: Reader, { user_id, is_bot }: Target): Promise<boolean> {
  return is_bot || (await findHiddenAmong(db, reader, [user_id])).size === 0;
}

/** Returns the account if the reader may see it. Its id is not secret: clients receive unknown users by id. */
export async function requireSeen<U extends Target>(db: Connection, reader: Reader, user: U): Promise<U> {
  if (!(await maySeeUser(db, reader, user))) throw Refused('no_permission');
  return user;
}

/**
 * The part of an audience that excludes guests who may not see an account: by its channels and conversations at this log
 * position. Empty if guests see everybody.
 */
export async function guestsSeeing(
  db: Connection,
  realm_id: RealmId,
  { user_id, is_bot }: Target,
): Promise<Pick<Audience, 'guests'>> {
  if (is_bot || !(await limitsGuests(db, realm_id))) return {};
  const channels = await db.all<{ stream_id: ChannelId }>(
    sql`select stream_id from subscriptions join users using (user_id) where user_id = ${user_id} and active and is_active`,
  );
  const writing = await db.all<{ user_id: UserId }>(
    sql`select distinct theirs.user_id from recipient_users mine join recipient_users theirs using (recipient_id)
     join users on users.user_id = theirs.user_id where mine.user_id = ${user_id} and users.role = ${ROLE.guest}`,
  );
  const users = new Set([user_id, ...writing.map((row) => row.user_id)]);
  return { guests: { stream_ids: channels.map(({ stream_id }) => stream_id), users: [...users] } };
}

/** The audience that may see an account. */
export async function everybodySeeing(db: Connection, realm_id: RealmId, user: Target): Promise<Audience> {
  return { everyone: true, ...(await guestsSeeing(db, realm_id, user)) };
}

/** The guests of a channel who may not see an account acting in it; none if it is subscribed too. */
export async function findUnseeing(
  db: Connection,
  realm_id: RealmId,
  { user_id, is_bot }: Target,
  stream_id: ChannelId,
): Promise<UserId[]> {
  if (is_bot || !(await limitsGuests(db, realm_id))) return [];
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions join users using (user_id)
     where stream_id = ${stream_id} and active and is_active and role = ${ROLE.guest} and user_id <> ${user_id}
       and not exists (select 1 from subscriptions inside
         where inside.user_id = ${user_id} and inside.stream_id = ${stream_id} and inside.active)
       and user_id not in (${selectSharing(sql`theirs.user_id`, sql`mine.user_id = ${user_id}`, sql`their_user.role = ${ROLE.guest}`)})
     order by user_id`,
  );
  return rows.map((row) => row.user_id);
}
