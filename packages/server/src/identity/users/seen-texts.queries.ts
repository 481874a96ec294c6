// The people of an organization in register's answer to a limited guest: visible ones, and unknown users for the rest.
import type { UserId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { emailHost, getRealmRow } from '../realm/realm.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { unknownUser } from './user-access.rules.ts';
import { presentUser, type Viewer } from './users.present.ts';
import { findUsersInParts } from './users.queries.ts';

/** [UA5] */
export async function findSeenTexts(
  db: Connection,
  { realm }: Actor,
  viewer: Viewer,
  seen: ReadonlySet<UserId>,
  user_list_incomplete: boolean,
): Promise<{ active: Uint8Array[]; inactive: Uint8Array[] }> {
  const host = emailHost(realm);
  const { date_created } = await getRealmRow(db, realm.realm_id);
  const active: Buffer[] = [];
  const inactive: Buffer[] = [];
  for await (const part of findUsersInParts(db, realm.realm_id)) {
    const values = await findProfileData(db, realm.realm_id, [part[0]!.user_id, part.at(-1)!.user_id]);
    for (const user of part) {
      const is_seen = seen.has(user.user_id);
      if (!is_seen && user_list_incomplete) continue;
      const shown = is_seen
        ? withProfileData(presentUser(user, host, viewer), values)
        : unknownUser(user.user_id, host, date_created);
      (shown.is_active ? active : inactive).push(Buffer.from(JSON.stringify(shown)));
    }
  }
  return { active, inactive };
}
