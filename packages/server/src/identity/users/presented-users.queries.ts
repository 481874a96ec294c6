// Many accounts as one reader sees them.
import type { RealmId, User } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { presentToSpectator, presentUser, type UserRow, type Viewer } from './users.present.ts';

/** How accounts look to a reader; null for spectators. */
export type Look = {
  readonly viewer: Viewer;
  /** With the values of profile fields. */
  readonly profile_data: boolean;
} | null;

/** `rows`: by id, and near each other, because profile values are read for all between the first and the last. */
export async function presentUsers(
  db: Connection,
  realm_id: RealmId,
  host: string,
  look: Look,
  rows: readonly UserRow[],
): Promise<User[]> {
  if (look === null) return rows.map((row) => presentToSpectator(row, host));
  const users = rows.map((row) => presentUser(row, host, look.viewer));
  if (!look.profile_data || users.length === 0) return users;
  const values = await findProfileData(db, realm_id, [users[0]!.user_id, users.at(-1)!.user_id]);
  return users.map((user) => withProfileData(user, values));
}
