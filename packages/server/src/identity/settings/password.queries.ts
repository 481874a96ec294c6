// Checks and hashes passwords before a transaction, because both are slow on purpose.

import { Refused } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FailureLimit } from '../../kit/limits/rate-limits.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { checkStoredPassword } from '../auth/own-proof.queries.ts';
import { checkStrength } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { checkPassword } from '../users/users.rules.ts';

export interface NewPassword {
  /** The stored hash that the old password was checked against. */
  readonly from: string;
  readonly to: string;
}

/** The password that a request sets, null if none. Needs the old one. [ST10] */
export async function findNewPassword(
  db: Connection,
  actor: Actor,
  { old_password = '', new_password = '' }: { old_password?: string; new_password?: string },
  logins: FailureLimit | null,
): Promise<NewPassword | null> {
  if (new_password === '') return null;
  return passwordFrom(await checkStoredPassword(db, logins, actor, old_password), actor, new_password);
}

/** The same after a passkey answered for the old one. Accounts without a password get none so. [PK51] */
export async function findPasswordAfterProof(db: Connection, actor: Actor, new_password: string): Promise<NewPassword> {
  const { password_hash } = (await findCredentialsById(db, actor.realm.realm_id, actor.user_id))!;
  if (password_hash === null) throw Refused('wrong_password');
  return passwordFrom(password_hash, actor, new_password);
}

async function passwordFrom(from: string, actor: Actor, new_password: string): Promise<NewPassword> {
  const about = [actor.email, actor.full_name, actor.realm.name];
  const password = await checkStrength(checkPassword(new_password), about);
  return { from, to: await hashPassword(password) };
}
