// Which accounts belong to people of the directory.
import type { RealmId, UserId } from '@stoa/contract';
import { findUserByEmail } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { DIRECTORY_ISSUER } from '../../kit/sign-in/password-directory.ts';
import { checkEmail } from '../../kit/text/email-addresses.ts';
import { findSubjectOf } from '../single-sign-on/external-identities.queries.ts';

/** The person of an account; null if its owner never signed in by the directory. */
export const findDirectorySubject = (db: Connection, user_id: UserId): Promise<string | null> =>
  findSubjectOf(db, user_id, DIRECTORY_ISSUER);

export interface ConnectedAccount {
  readonly user_id: UserId;
  readonly subject: string;
  readonly email: string;
  readonly full_name: string;
}

/** The active accounts of people of the directory. */
export function findConnectedAccounts(db: Connection, realm_id: RealmId): Promise<ConnectedAccount[]> {
  return db.all<ConnectedAccount>(
    sql`select user_id, subject, email, full_name from external_identities join users using (user_id)
     where external_identities.realm_id = ${realm_id} and issuer = ${DIRECTORY_ISSUER} and is_active order by user_id`,
  );
}

/** The organizations with people of the directory. */
export async function findConnectedRealmIds(db: Connection): Promise<RealmId[]> {
  const rows = await db.all<{ realm_id: RealmId }>(
    sql`select distinct realm_id from external_identities join realms using (realm_id)
     where issuer = ${DIRECTORY_ISSUER} and deactivated_at is null order by realm_id`,
  );
  return rows.map(({ realm_id }) => realm_id);
}

export interface KnownAddresses {
  /** In the order of the directory, without those that no account may have. */
  readonly usable: readonly string[];
  /** Those that accounts have, one for each account. */
  readonly taken: readonly string[];
}

/** Which addresses of a person are usable, and which of them accounts have already. */
export async function findKnownAddresses(
  db: Connection,
  realm: Realm,
  addresses: readonly string[],
): Promise<KnownAddresses> {
  const usable = addresses.filter(isEmail);
  const taken = new Map<UserId, string>();
  for (const email of usable) {
    const user = await findUserByEmail(db, realm, email);
    if (user) taken.set(user.user_id, email);
  }
  return { usable, taken: [...taken.values()] };
}

function isEmail(text: string): boolean {
  try {
    checkEmail(text);
    return true;
  } catch {
    return false;
  }
}
