// Signing in by a password: of this server, or of the directory that the operator configured.
import { AuthenticationFailed, UserDeactivated } from '@stoa/contract';
import type { Realm } from '../../kit/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import type { PasswordDirectory } from '../../kit/password-directory.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import type { Writer } from '../../kit/write.ts';
import { type Credentials, findCredentials, findCredentialsById } from './auth.queries.ts';
import { loginName, verifyPassword } from './passwords.ts';
import { renewPassword } from './renewing.actions.ts';

export interface PasswordServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly logins: FailureLimit | null;
  /** Null if no directory is configured. */
  readonly directory: PasswordDirectory | null;
}

const accountName = ({ user_id }: Credentials) => `account ${user_id}`;

/** Finds the account of an address or login name, and checks its password. [AU3] [AU4] [LD1] */
export async function signInByPassword(
  { store, writer, logins, directory }: PasswordServices,
  realm: Realm,
  credentials: { readonly username: string; readonly password: string },
): Promise<Credentials> {
  const { username, password } = credentials;
  const { db } = store;
  // Attempts count for the typed name, existing or not, and for the account, so that its other addresses give no further tries;
  // all before the slow comparison. [RL4]
  const name = loginName(realm, username);
  logins?.take(name);
  const named = await findCredentials(db, realm, username);
  if (named) logins?.take(accountName(named));
  // Whom the directory knows, it alone lets in: a password that it revoked must not live on here. [LD8]
  const has_own = named !== null && !(await directory?.connects(db, named.user_id));
  const is_own = await verifyPassword(password, has_own ? named.password_hash : null);
  const account = is_own ? named : await findByDirectory(directory, store, realm, credentials);
  if (!account) throw AuthenticationFailed('Your username or password is incorrect');
  logins?.clear(name);
  logins?.clear(accountName(account));
  if (!account.is_active) throw UserDeactivated('Account is deactivated');
  return is_own ? renewPassword(writer, realm, account, password) : account;
}

async function findByDirectory(
  directory: PasswordDirectory | null,
  { db }: Store,
  realm: Realm,
  credentials: { readonly username: string; readonly password: string },
): Promise<Credentials | null> {
  const user_id = (await directory?.signIn(realm, credentials)) ?? null;
  return user_id === null ? null : findCredentialsById(db, realm.realm_id, user_id);
}
