// Pending confirmations of an address: sign-ups, new passwords, new addresses. [SU2]

import type { RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { type LinkPurpose, linkHash } from '../../kit/secrets/link-keys.ts';
import { seconds } from '../../kit/time/clock.ts';

export type ConfirmationPurpose = Exclude<
  LinkPurpose,
  'invitation' | 'unsubscribe' | 'digest' | 'conversation' | 'setup'
>;

export interface Confirmation {
  readonly id: number;
  readonly purpose: ConfirmationPurpose;
  readonly email: string;
  readonly email_key: string;
  readonly user_id: UserId | null;
  readonly invite_id: number | null;
  /** Empty if its key can't be derived again. */
  readonly nonce: string;
  /** The administrator who made the link; null if it was asked for by mail or made by the operator. */
  readonly made_by_user_id: UserId | null;
}

const COLUMNS = 'id, purpose, email, email_key, user_id, invite_id, nonce, made_by_user_id';

/** Null for an unknown, used or expired key, without telling which. */
export function findConfirmation(
  db: Connection,
  realm_id: RealmId,
  purpose: ConfirmationPurpose,
  key: string,
  now: number,
): Promise<Confirmation | null> {
  return db.get<Confirmation>(
    sql`select ${sql.raw(COLUMNS)} from confirmations where realm_id = ${realm_id} and purpose = ${purpose} and key_hash = ${linkHash(key)} and expires_at > ${seconds(now)}`,
  );
}

/** For composing its mail; null if it has been used or has expired. */
export function findConfirmationById(
  db: Connection,
  realm_id: RealmId,
  id: number,
  now: number,
): Promise<Confirmation | null> {
  return db.get<Confirmation>(
    sql`select ${sql.raw(COLUMNS)} from confirmations where realm_id = ${realm_id} and id = ${id} and expires_at > ${seconds(now)}`,
  );
}
