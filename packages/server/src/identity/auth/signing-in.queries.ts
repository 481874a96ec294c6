// Checks passwords: at sign-in, and again before what a stolen session must not do.
import { AuthenticationFailed, Refused, UserDeactivated } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { lacksFreshPassword, passwordNeeded } from '../../kit/fresh-password.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import { type Credentials, findCredentials, findCredentialsById } from './auth.queries.ts';
import { loginName, verifyPassword } from './passwords.ts';

const accountName = ({ user_id }: Credentials) => `account ${user_id}`;

/** Finds the account of an address and checks its password. [AU3] [AU4] */
export async function getAccountByPassword(
  db: Connection,
  logins: FailureLimit | null,
  realm: Realm,
  { username, password }: { username: string; password: string },
): Promise<Credentials> {
  // Attempts count for the typed name, existing or not, and for the account, so that its other addresses give no further tries;
  // all before the slow comparison. [RL4]
  const name = loginName(realm, username);
  logins?.take(name);
  const account = await findCredentials(db, realm, username);
  if (account) logins?.take(accountName(account));
  const good = await verifyPassword(password, account?.password_hash ?? null);
  if (!good || !account) throw AuthenticationFailed('Your username or password is incorrect');
  logins?.clear(name);
  logins?.clear(accountName(account));
  if (!account.is_active) throw UserDeactivated('Account is deactivated');
  return account;
}

/** Throws unless it is the caller's password or, where none counts, unless the session was confirmed just now. [SS8] */
export async function checkOwnProof(
  db: Connection,
  logins: FailureLimit | null,
  actor: Actor,
  password: string,
  { now, takes_passwords }: { readonly now: number; readonly takes_passwords: boolean },
): Promise<void> {
  const { password_hash } = (await findCredentialsById(db, actor.realm.realm_id, actor.user_id))!;
  if (password_hash !== null && takes_passwords) await checkOwnPassword(db, logins, actor, password);
  else if (lacksFreshPassword(actor, now)) throw passwordNeeded();
}

/** Throws unless it is the caller's password; returns the stored hash. */
export async function checkOwnPassword(
  db: Connection,
  logins: FailureLimit | null,
  { user_id, realm }: Actor,
  password: string,
): Promise<string> {
  const name = `own ${user_id}`;
  logins?.take(name);
  const { password_hash } = (await findCredentialsById(db, realm.realm_id, user_id))!;
  if (!(await verifyPassword(password, password_hash)) || password_hash === null) throw Refused('wrong_password');
  logins?.clear(name);
  return password_hash;
}
