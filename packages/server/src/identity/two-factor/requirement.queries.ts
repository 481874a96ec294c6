// Who must have two-factor sign-in, and who has not yet.
import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { PasswordDirectory } from '../../kit/password-directory.ts';
import type { PossiblyObliged } from '../../kit/second-factor.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { concerns } from './requirement.rules.ts';
import { countsPassword, type PasswordFacts } from './two-factor.queries.ts';

/** Whether the organization requires it of the account. Without the setting it takes no query. [TF17] */
export async function isRequired(db: Connection, passwords: PasswordFacts, account: PossiblyObliged): Promise<boolean> {
  return concerns(account.require_two_factor, account) && countsPassword(db, passwords, account);
}

/** {@link isRequired} by the id of an account. */
export async function isRequiredOf(
  db: Connection,
  passwords: PasswordFacts,
  realm_id: RealmId,
  user_id: UserId,
): Promise<boolean> {
  const account = await findCredentialsById(db, realm_id, user_id);
  return account !== null && isRequired(db, passwords, account);
}

/** As far as a whole organization is concerned. */
interface PasswordRules {
  readonly directory: Pick<PasswordDirectory, 'isConnected'> | null;
  readonly facts: PasswordFacts['facts'];
}

export interface Gap {
  readonly user_id: UserId;
  readonly role: Role;
}

/** The active people who have a password that counts, and no two-factor sign-in. [TF23] */
export async function findGaps(db: Connection, { directory, facts }: PasswordRules, realm_id: RealmId): Promise<Gap[]> {
  if (!facts.takes_passwords) return [];
  const is_of_directory = directory ? sql`or ${directory.isConnected(sql`users.user_id`)}` : sql.nothing;
  return db.all<Gap>(
    sql`select user_id, role from users where realm_id = ${realm_id} and is_active and not is_bot
       and (password_hash is not null ${is_of_directory})
       and not exists (select 1 from two_factor where two_factor.user_id = users.user_id) order by user_id`,
  );
}
