// Checks the password or a passkey again, before what a stolen session must not do.
import { type PasskeyProof, Refused } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { lacksFreshPassword, passwordNeeded } from '../../kit/access/fresh-password.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FailureLimit } from '../../kit/limits/rate-limits.ts';
import type { PasskeyProofs, SpendProof } from '../../kit/sign-in/passkey-proofs.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import { findCredentialsById } from './auth.queries.ts';
import { verifyPassword } from './passwords.ts';

export interface PasswordChecks {
  readonly logins: FailureLimit | null;
  /** Null if no directory is configured. */
  readonly directory: PasswordDirectory | null;
}

export interface ProofServices extends PasswordChecks {
  readonly passkey_proofs: PasskeyProofs;
  readonly takes_passwords: boolean;
}

/** The proof in a request that the account is the actor's. */
interface GivenProof {
  readonly password?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/**
 * Throws unless it is the caller's password or passkey or, where neither is brought and no password counts, unless the session was
 * confirmed just now. Returns how the transaction uses it up. [SS8] [PK51]
 */
export async function checkOwnProof(
  db: Connection,
  { takes_passwords, passkey_proofs, ...checks }: ProofServices,
  actor: Actor,
  { password = '', passkey }: GivenProof,
  now: number,
): Promise<SpendProof | null> {
  if (passkey) return passkey_proofs.check(db, actor, passkey, now);
  const { password_hash } = (await findCredentialsById(db, actor.realm.realm_id, actor.user_id))!;
  const has_password = password_hash !== null || (await checks.directory?.connects(db, actor.user_id));
  if (has_password && takes_passwords) await checkOwnPassword(db, checks, actor, password);
  else if (lacksFreshPassword(actor, now)) throw passwordNeeded(actor);
  return null;
}

/** Throws unless it is the caller's password: here, or in the directory. [LD9] */
export async function checkOwnPassword(
  db: Connection,
  { logins, directory }: PasswordChecks,
  actor: Actor,
  password: string,
): Promise<void> {
  if (!directory || !(await directory.connects(db, actor.user_id))) {
    await checkStoredPassword(db, logins, actor, password);
    return;
  }
  const name = countedProof(actor);
  logins?.take(name);
  if (!(await directory.confirms(db, actor.user_id, password))) throw Refused('wrong_password');
  logins?.clear(name);
}

/** Throws unless it is the caller's password of this server; returns the stored hash. */
export async function checkStoredPassword(
  db: Connection,
  logins: FailureLimit | null,
  actor: Actor,
  password: string,
): Promise<string> {
  const name = countedProof(actor);
  logins?.take(name);
  const { password_hash } = (await findCredentialsById(db, actor.realm.realm_id, actor.user_id))!;
  if (!(await verifyPassword(password, password_hash)) || password_hash === null) throw Refused('wrong_password');
  logins?.clear(name);
  return password_hash;
}

/** Attempts to prove that an account is one's own count together, by whatever means. [RL4] */
export const countedProof = ({ user_id }: Pick<Actor, 'user_id'>): string => `own ${user_id}`;

/** Throws if the password of an account is that of the directory: nobody chooses one here. [LD9] */
export async function checkHasOwnPassword(
  db: Connection,
  directory: PasswordDirectory | null,
  { user_id }: { readonly user_id: Actor['user_id'] },
): Promise<void> {
  if (directory && (await directory.connects(db, user_id)))
    throw Refused('password_in_directory', { provider: directory.name });
}
