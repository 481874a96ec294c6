// Every write of passkeys: adding and removing them, their use, and the challenges that were answered.
import { type RealmId, Refused, type UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { countPasskeys } from './passkeys.queries.ts';
import type { Challenge } from './passkeys.rules.ts';
import type { NewPasskey, UsedPasskey } from './verification.ts';

export const PASSKEY_TEMPLATE = 'passkey';

export type PasskeyChange = 'added' | 'removed' | 'removed-by-other';

/** Once for each challenge, of several answers at the same time too, at all nodes. [PK4] */
export async function spendChallenge(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  { challenge, expires_at }: Pick<Challenge, 'challenge' | 'expires_at'>,
): Promise<boolean> {
  await tx.run(sql`delete from spent_challenges where realm_id = ${realm_id} and expires_at < ${seconds(now)}`);
  const added = await tx.run(
    sql`insert into spent_challenges (challenge_digest, realm_id, expires_at) values (${linkHash(challenge)}, ${realm_id}, ${seconds(expires_at)})
     on conflict (challenge_digest) do nothing`,
  );
  return added === 1;
}

interface Wanted {
  readonly name: string;
  readonly rp_id: string;
  readonly user_handle: string;
}

export async function addPasskey(
  context: WriteContext,
  { realm_id }: Realm,
  user_id: UserId,
  passkey: NewPasskey,
  { name, rp_id, user_handle }: Wanted,
): Promise<number> {
  const { tx, now, caps, record } = context;
  caps.check('passkeys', await countPasskeys(tx, user_id));
  const { credential_id, public_key, counter, is_backup_eligible, is_backed_up } = passkey;
  const row = await tx.get<{ passkey_id: number }>(
    sql`insert into passkeys (realm_id, user_id, name, rp_id, user_handle, credential_id, public_key, counter, is_backup_eligible, is_backed_up, created_at)
     values (${realm_id}, ${user_id}, ${name}, ${rp_id}, ${user_handle}, ${credential_id}, ${public_key}, ${counter}, ${is_backup_eligible}, ${is_backed_up}, ${seconds(now)})
     on conflict (realm_id, credential_id) do nothing returning passkey_id`,
  );
  if (row === null) throw Refused('passkey_known');
  record({ kind: 'account_passkey_added', user_id, name });
  return row.passkey_id;
}

/** Another account's is reported as missing. [PK53] */
export async function renamePasskey(
  { tx, record }: WriteContext,
  user_id: UserId,
  passkey_id: number,
  name: string,
): Promise<void> {
  const present = await tx.get<{ name: string }>(
    sql`select name from passkeys where passkey_id = ${passkey_id} and user_id = ${user_id}`,
  );
  if (present === null) throw Refused('passkey_unknown');
  if (present.name === name) return;
  await tx.run(sql`update passkeys set name = ${name} where passkey_id = ${passkey_id}`);
  record({ kind: 'account_passkey_renamed', user_id, name, changes: changesBetween(present, { name }) });
}

/** False if its counter went back meanwhile, as that of a copy does, or if it was removed. [PK7] */
export async function recordPasskeyUse(
  { tx, now }: WriteContext,
  passkey_id: number,
  { counter, is_backed_up }: UsedPasskey,
): Promise<boolean> {
  const updated = await tx.run(
    sql`update passkeys set counter = ${counter}, is_backed_up = ${is_backed_up}, last_used_at = ${seconds(now)}
     where passkey_id = ${passkey_id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`,
  );
  return updated === 1;
}

/** Returns its name. Another account's is reported as missing. [PK9] */
export async function removePasskey(context: WriteContext, user_id: UserId, passkey_id: number): Promise<string> {
  const removed = await context.tx.get<{ name: string }>(
    sql`delete from passkeys where passkey_id = ${passkey_id} and user_id = ${user_id} returning name`,
  );
  if (removed === null) throw Refused('passkey_unknown');
  context.record({ kind: 'account_passkey_removed', user_id, name: removed.name });
  return removed.name;
}

/** All of an account, whose owner lost their devices; returns how many. [PK10] */
export async function removePasskeys({ tx, record }: WriteContext, user_id: UserId): Promise<number> {
  const removed = await tx.all<{ name: string }>(sql`delete from passkeys where user_id = ${user_id} returning name`);
  for (const { name } of removed) record({ kind: 'account_passkey_removed', user_id, name });
  return removed.length;
}

export function mailPasskeyChange(context: WriteContext, user_id: UserId, change: PasskeyChange, name = ''): void {
  queueEmail(context, PASSKEY_TEMPLATE, { user_id, change, name });
}
