// Every read of two-factor sign-in.
import type { UserId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { PasswordDirectory } from '../../kit/password-directory.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { type Credentials, findCredentialsById } from '../auth/auth.queries.ts';

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

/** Whether signing in by the password needs more than it. */
export async function hasSecondFactor(db: Connection, user_id: UserId): Promise<boolean> {
  return (await findTwoFactor(db, user_id)) !== null;
}

export interface PasswordFacts {
  /** Null if no directory is configured. */
  readonly directory: PasswordDirectory | null;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

/** Whether the account has a password that counts: of this server, or of the directory. [TF2] */
export async function countsPassword(
  db: Connection,
  { directory, facts }: PasswordFacts,
  { user_id, password_hash }: Pick<Credentials, 'user_id' | 'password_hash'>,
): Promise<boolean> {
  if (!facts.takes_passwords) return false;
  return password_hash !== null || Boolean(await directory?.connects(db, user_id));
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
