// Signing in by a password: of this server, or of the directory that the operator configured; with the second factor of accounts that
// have one.
import { AuthenticationFailed, Refused, TwoFactorNeeded, UserDeactivated, type UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Store } from '../../kit/database/connection.ts';
import { type FailureLimit, TooMany } from '../../kit/limits/rate-limits.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import type { PasswordAndCode, SecondFactor } from '../../kit/sign-in/second-factor.ts';
import type { Writer } from '../../kit/write/write.ts';
import { type Credentials, findCredentials, findCredentialsById } from './auth.queries.ts';
import { loginName, verifyPassword } from './passwords.ts';
import { renewPassword } from './renewing.actions.ts';

export interface PasswordServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly second_factor: SecondFactor;
  readonly logins: FailureLimit | null;
  /** Null if no directory is configured. */
  readonly directory: PasswordDirectory | null;
}

export interface TypedCredentials {
  readonly username: string;
  readonly password: string;
  /** Left out by apps without a field for it, whose people type it after the password. */
  readonly code?: string | undefined;
}

const accountName = ({ user_id }: Credentials) => `account ${user_id}`;

const wrongCredentials = () => AuthenticationFailed('Your username or password is incorrect');

/**
 * Counts an attempt for the account. That its other addresses used all up is nothing to tell: who tried those would learn that a guessed
 * address, which its owner hides, is of the same account. [RL4]
 */
function hasTriesLeft(logins: FailureLimit | null, account: Credentials): boolean {
  try {
    logins?.take(accountName(account));
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

/** Finds the account of an address or login name, and checks its password and code. [AU3] [AU4] [LD1] [TF5] */
export async function signInByPassword(
  services: PasswordServices,
  realm: Realm,
  credentials: TypedCredentials,
): Promise<Credentials> {
  const { store, writer, logins, directory, second_factor } = services;
  const { username } = credentials;
  const { db } = store;
  // Attempts count for the typed name, existing or not, and for the account, so that its other addresses give no further tries;
  // all before the slow comparison, and codes. [RL4] [TF9]
  const name = loginName(realm, username);
  logins?.take(name);
  const named = await findCredentials(db, realm, username);
  const parts = credentials.code === undefined ? second_factor.split(credentials.password) : null;
  if (named && !hasTriesLeft(logins, named)) {
    await matchOwnPassword(credentials, parts, null, false);
    throw wrongCredentials();
  }
  // Whom the directory knows, it alone lets in: a password that it revoked must not live on here. [LD8]
  const has_own = named !== null && !(await directory?.connects(db, named.user_id));
  const has_code = has_own && (await second_factor.isNeeded(db, named.user_id));
  const own = await matchOwnPassword(credentials, parts, has_own ? named.password_hash : null, has_code);
  const there = own ? null : await findByDirectory(services, realm, credentials, parts);
  const account = own ? named : (there?.account ?? null);
  if (!account) throw wrongCredentials();
  const needs_code = own ? has_code : await second_factor.isNeeded(db, account.user_id);
  // People of the directory may have typed a login name: as many codes can be tried as for an address. [TF9]
  if (needs_code && account.user_id !== named?.user_id && !hasTriesLeft(logins, account)) throw wrongCredentials();
  if (needs_code) await checkCode(services, realm, account, own?.code ?? there?.code ?? credentials.code ?? '');
  logins?.clear(name);
  logins?.clear(accountName(account));
  if (own && (await second_factor.needsPasskey(db, realm, account)))
    throw Refused('passkey_needed', {}, TwoFactorNeeded);
  if (!account.is_active) throw UserDeactivated('Account is deactivated');
  return own ? renewPassword(writer, realm, account, own.password) : account;
}

/**
 * What was right of what was typed: all of it as the password or, with two-factor sign-in, its end as the code. Null if nothing. Texts that
 * end as codes do are compared twice for every account, so that the time doesn't tell who has two-factor sign-in. [TF7]
 */
async function matchOwnPassword(
  { password, code = '' }: TypedCredentials,
  parts: PasswordAndCode | null,
  hash: string | null,
  needs_code: boolean,
): Promise<PasswordAndCode | null> {
  const [is_whole, is_front] = await Promise.all([
    verifyPassword(password, hash),
    parts !== null && verifyPassword(parts.password, needs_code ? hash : null),
  ]);
  if (is_whole) return { password, code };
  return is_front ? parts : null;
}

/** Throws unless it is a code of the account, which counts no more then. */
async function checkCode(
  { writer, second_factor }: PasswordServices,
  { realm_id }: Realm,
  { user_id }: Credentials,
  code: string,
): Promise<void> {
  if (code === '')
    throw TwoFactorNeeded(
      'Your account needs a code of your authenticator app too: type it directly after your password',
    );
  if (!(await writer.write(realm_id, (context) => second_factor.spend(context, user_id, code))))
    throw Refused('two_factor_code', {}, TwoFactorNeeded);
}

async function findByDirectory(
  { directory, store: { db }, second_factor }: PasswordServices,
  realm: Realm,
  { username, password }: TypedCredentials,
  parts: PasswordAndCode | null,
): Promise<{ readonly account: Credentials | null; readonly code: string | null } | null> {
  const needsCode = (user_id: UserId) => second_factor.isNeeded(db, user_id);
  const found = await directory?.signIn(db, realm, { username, password, parts, needsCode });
  return found ? { account: await findCredentialsById(db, realm.realm_id, found.user_id), code: found.code } : null;
}
