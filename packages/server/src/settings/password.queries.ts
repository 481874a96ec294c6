// Compares and derives passwords before a transaction: both are slow on purpose.
import { BadRequest } from '@stoa/contract';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { checkPassword } from '../users/users.rules.ts';

export interface NewPassword {
  /** What was stored when the old password was compared with it. */
  readonly from: string;
  readonly to: string;
}

/** The password that a request sets; null if it sets none. Needs the old one. [ST10] */
export async function findNewPassword(
  db: Connection,
  actor: Actor,
  { old_password = '', new_password = '' }: { old_password?: string; new_password?: string },
): Promise<NewPassword | null> {
  if (new_password === '') return null;
  const { password_hash } = (await findCredentialsById(db, actor.realm.realm_id, actor.user_id))!;
  if (!(await verifyPassword(old_password, password_hash)) || password_hash === null)
    throw BadRequest('Wrong password!');
  return { from: password_hash, to: await hashPassword(checkPassword(new_password)) };
}
