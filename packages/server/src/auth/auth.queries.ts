// What signing in needs to know of an account.
import type { RealmId, Role, UserId, UserSettings } from '@stoa/contract';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { madeUpUserId } from '../users/users.queries.ts';
import { emailKey } from '../users/users.rules.ts';

export interface Credentials {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly password_hash: string | null;
  readonly api_key_generation: number;
  readonly avatar_version: number;
  readonly settings: Readonly<Partial<UserSettings>>;
}
const COLUMNS = `user_id, email, full_name, role, is_active, is_bot, password_hash, api_key_generation,
  avatar_version, settings`;

/** By real address, or by the made-up one that other people see. */
export async function findCredentials(db: Connection, realm: Realm, email: string): Promise<Credentials | null> {
  const found = await db.get<Credentials>(`select ${COLUMNS} from users where realm_id = $1 and email_key = $2`, [
    realm.realm_id,
    emailKey(email),
  ]);
  if (found) return found;
  const user_id = madeUpUserId(realm, email);
  return user_id === null ? null : findCredentialsById(db, realm.realm_id, user_id);
}

export function findCredentialsById(db: Connection, realm_id: RealmId, user_id: UserId): Promise<Credentials | null> {
  return db.get<Credentials>(`select ${COLUMNS} from users where realm_id = $1 and user_id = $2`, [realm_id, user_id]);
}
