// The people of an organization in register's response to a reader who sees only some: those, and unknown users for the rest.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { emailHost, getRealmRow } from '../realm/realm.queries.ts';
import { type Look, presentUsers } from './presented-users.queries.ts';
import { unknownUser } from './user-access.rules.ts';
import { findUsersInParts } from './users.queries.ts';

/** `leaves_out_others`: without unknown users. [UA5] */
export async function findSeenTexts(
  db: Connection,
  realm: Realm,
  look: Look,
  seen: ReadonlySet<UserId>,
  leaves_out_others: boolean,
): Promise<{ active: string[]; inactive: string[] }> {
  const host = emailHost(realm);
  const { date_created } = await getRealmRow(db, realm.realm_id);
  const active: string[] = [];
  const inactive: string[] = [];
  for await (const part of findUsersInParts(db, realm.realm_id)) {
    const rows = part.filter(({ user_id }) => seen.has(user_id));
    const users = new Map(
      (await presentUsers(db, realm.realm_id, host, look, rows)).map((user) => [user.user_id, user]),
    );
    for (const { user_id } of part) {
      const user = users.get(user_id) ?? (leaves_out_others ? null : unknownUser(user_id, host, date_created));
      if (user) (user.is_active ? active : inactive).push(JSON.stringify(user));
    }
  }
  return { active, inactive };
}
