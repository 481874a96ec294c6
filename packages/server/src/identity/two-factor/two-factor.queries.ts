// Every read of two-factor sign-in.
import type { UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { type Credentials, findCredentialsById } from '../auth/auth.queries.ts';
import { countsPassword, hasOwnPassword, type PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { hasPasskey } from '../passkeys/passkeys.queries.ts';

export interface TwoFactorRow {
  readonly secret_sealed: string;
  readonly enabled_at: number;
  readonly last_step: number;
}

/** Null while it is off. */
export function findTwoFactor(db: Connection, user_id: UserId): Promise<TwoFactorRow | null> {
  return db.get<TwoFactorRow>(
    sql`select secret_sealed, enabled_at, last_step from two_factor where user_id = ${user_id}`,
  );
}

export async function countRecoveryCodes(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from recovery_codes where user_id = ${user_id}`,
  );
  return Number(row!.count);
}

/** {@link countsPassword} by the id of an account. */
export async function hasCountingPassword(
  db: Connection,
  passwords: PasswordFacts,
  { realm, user_id }: Actor,
): Promise<boolean> {
  const account = await findCredentialsById(db, realm.realm_id, user_id);
  return account !== null && countsPassword(db, passwords, account);
}

/** Whether one of its passkeys signs it in. */
export async function hasUsablePasskey(
  db: Connection,
  passwords: PasswordFacts,
  realm: Pick<Realm, 'url'>,
  account: Pick<Credentials, 'user_id' | 'password_hash'>,
): Promise<boolean> {
  return (await hasPasskey(db, realm, account.user_id)) && hasOwnPassword(db, passwords, account);
}

/** An authenticator app, or a passkey. [PK10] */
export async function hasSecondFactor(
  db: Connection,
  passwords: PasswordFacts,
  realm: Pick<Realm, 'url'>,
  account: Pick<Credentials, 'user_id' | 'password_hash'>,
): Promise<boolean> {
  return (await findTwoFactor(db, account.user_id)) !== null || hasUsablePasskey(db, passwords, realm, account);
}
