// Checks and hashes passwords before a transaction, because both are slow on purpose.

import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { FailureLimit } from '../../kit/rate-limits.ts';
import { checkStrength } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { checkStoredPassword } from '../auth/signing-in.queries.ts';
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
  const from = await checkStoredPassword(db, logins, actor, old_password);
  const about = [actor.email, actor.full_name, actor.realm.name];
  const password = await checkStrength(checkPassword(new_password), about);
  return { from, to: await hashPassword(password) };
}
