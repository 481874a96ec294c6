// Which accounts have a password that counts: of this server, or of the directory.
import type { Connection } from '../../kit/database/connection.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import type { Credentials } from './auth.queries.ts';

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

/** Whether the account has a password of this server, which counts: only such accounts have passkeys. [PK2] */
export async function hasOwnPassword(
  db: Connection,
  { directory, facts }: PasswordFacts,
  { user_id, password_hash }: Pick<Credentials, 'user_id' | 'password_hash'>,
): Promise<boolean> {
  return facts.takes_passwords && password_hash !== null && !(await directory?.connects(db, user_id));
}
