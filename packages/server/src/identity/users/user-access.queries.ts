// Who may see whom: the one rule that every read of people asks. [UA1] Whoever is no guest sees everybody, and costs no statement.

import { BadRequest, type ChannelId, type RealmId, ROLE, type Role, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { placeholders } from '../../kit/database/placeholders.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Audience } from '../../kit/log-entry.ts';

export interface Looking {
  readonly realm: Pick<Actor['realm'], 'realm_id'>;
  readonly user_id: UserId;
  readonly role: Role;
}

/** Bots are seen by everybody. */
interface Looked {
  readonly user_id: UserId;
  readonly is_bot: boolean;
}

/** Whether guests of an organization see only some of its people. */
export async function limitsGuests(db: Connection, realm_id: RealmId): Promise<boolean> {
  const row = await db.get<{ limits_guests: boolean }>(
    sql`select limits_guests from realms where realm_id = ${realm_id}`,
  );
  return row!.limits_guests;
}

/** Whether somebody sees only some people. */
export async function isLimited(db: Connection, { realm, role }: Looking): Promise<boolean> {
  return role === ROLE.guest && limitsGuests(db, realm.realm_id);
}

/**
 * Pairs of people who share a channel that both are in, or a direct conversation, as a union. `mine` and `theirs` are conditions on
 * their accounts. Deactivated people are in no channel.
 */
export const sharing = (columns: string, mine: string, theirs: string) =>
  `select ${columns} from subscriptions mine
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

/** Everybody whom a limited guest sees. */
async function findSeen(db: Connection, { realm, user_id }: Looking): Promise<ReadonlySet<UserId>> {
  const rows = await db.all<{ user_id: UserId }>(
    sql.text(
      `select user_id from users where realm_id = $1 and is_bot
     union ${sharing('theirs.user_id', 'mine.user_id = $2', 'true')}`,
      [realm.realm_id, user_id],
    ),
  );
  return new Set([user_id, ...rows.map((row) => row.user_id)]);
}

/** The ids of everybody whom somebody sees; null where that is everybody there is. */
export async function findSeenIds(db: Connection, who: Looking): Promise<ReadonlySet<UserId> | null> {
  return (await isLimited(db, who)) ? findSeen(db, who) : null;
}

/** Where guests are limited, nobody sees more by not signing in: bots, and who is in a channel of the web. Null for everybody. */
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

const PIECE = 500;

/** Those of some accounts whom somebody may not see; empty for everybody but limited guests. */
export async function findHiddenAmong(
  db: Connection,
  who: Looking,
  user_ids: Iterable<UserId>,
): Promise<ReadonlySet<UserId>> {
  const hidden = new Set(user_ids);
  hidden.delete(who.user_id);
  if (hidden.size === 0 || !(await isLimited(db, who))) return new Set();
  const asked = [...hidden];
  for (let at = 0; at < asked.length; at += PIECE) {
    const some = asked.slice(at, at + PIECE);
    const named = placeholders(some.length, 2);
    const rows = await db.all<{ user_id: UserId }>(
      sql.text(
        `select user_id from users where is_bot and user_id in (${named})
       union ${sharing('theirs.user_id', 'mine.user_id = $1', `theirs.user_id in (${named})`)}`,
        [who.user_id, ...some],
      ),
    );
    for (const { user_id } of rows) hidden.delete(user_id);
  }
  return hidden;
}

export async function maySeeUser(db: Connection, who: Looking, { user_id, is_bot }: Looked): Promise<boolean> {
  return is_bot || (await findHiddenAmong(db, who, [user_id])).size === 0;
}

/** The account, if it may be seen. Its id is no secret: clients are told of unknown users by their ids. */
export async function requireSeen<U extends Looked>(db: Connection, who: Looking, user: U): Promise<U> {
  if (!(await maySeeUser(db, who, user))) throw BadRequest('Insufficient permission');
  return user;
}

/**
 * Keeps what is told of an account from guests who may not see it: by the channels it is in and the people it writes with, as they
 * are at this place in the log. A part of an audience; empty where guests see everybody.
 */
export async function guestsSeeing(
  db: Connection,
  realm_id: RealmId,
  { user_id, is_bot }: Looked,
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

/** Everybody who may see an account. */
export async function everybodySeeing(db: Connection, realm_id: RealmId, user: Looked): Promise<Audience> {
  return { everyone: true, ...(await guestsSeeing(db, realm_id, user)) };
}

/** The guests of a channel who may not see somebody who acts in it: nobody where that one is in the channel too. */
export async function findUnseeing(
  db: Connection,
  realm_id: RealmId,
  { user_id, is_bot }: Looked,
  stream_id: ChannelId,
): Promise<UserId[]> {
  if (is_bot || !(await limitsGuests(db, realm_id))) return [];
  const rows = await db.all<{ user_id: UserId }>(
    sql.text(
      `select user_id from subscriptions join users using (user_id)
     where stream_id = $1 and active and is_active and role = $2 and user_id <> $3
       and not exists (select 1 from subscriptions inside where inside.user_id = $3 and inside.stream_id = $1 and inside.active)
       and user_id not in (${sharing('theirs.user_id', 'mine.user_id = $3', 'their_user.role = $2')})
     order by user_id`,
      [stream_id, ROLE.guest, user_id],
    ),
  );
  return rows.map((row) => row.user_id);
}
