// Every read of passkeys.
import type { Passkey, RealmId, UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { passkeySite } from './passkeys.rules.ts';
import type { KnownPasskey } from './verification.ts';

export interface PasskeyRow extends KnownPasskey {
  readonly passkey_id: number;
  readonly user_id: UserId;
  readonly user_handle: string;
}

/** Finds a passkey of this organization that was made at its present host name. */
export function findPasskey(
  db: Connection,
  realm_id: RealmId,
  rp_id: string,
  credential_id: string,
): Promise<PasskeyRow | null> {
  return db.get<PasskeyRow>(
    sql`select passkey_id, user_id, user_handle, credential_id, public_key, counter, is_backup_eligible from passkeys
     where realm_id = ${realm_id} and credential_id = ${credential_id} and rp_id = ${rp_id}`,
  );
}

interface ListedRow extends Omit<Passkey, 'host' | 'is_usable'> {
  readonly rp_id: string;
}

export async function listPasskeys(db: Connection, realm: Realm, user_id: UserId): Promise<Passkey[]> {
  const site = passkeySite(realm);
  const rows = await db.all<ListedRow>(
    sql`select passkey_id, name, created_at, last_used_at, is_backed_up, rp_id from passkeys
     where user_id = ${user_id} order by passkey_id desc`,
  );
  return rows.map(({ rp_id, ...row }) => ({ ...row, host: rp_id, is_usable: rp_id === site?.rp_id }));
}

export async function countPasskeys(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from passkeys where user_id = ${user_id}`);
  return Number(row!.count);
}

/** The passkeys of an account at this host, so that no device makes a second one, and the account's handle; null before the first. */
export async function findRegistered(
  db: Connection,
  user_id: UserId,
  rp_id: string,
): Promise<{ readonly user_handle: string | null; readonly credential_ids: readonly string[] }> {
  const rows = await db.all<{ user_handle: string; credential_id: string }>(
    sql`select user_handle, credential_id from passkeys where user_id = ${user_id} and rp_id = ${rp_id} order by passkey_id`,
  );
  return { user_handle: rows[0]?.user_handle ?? null, credential_ids: rows.map((row) => row.credential_id) };
}

/** One that works at the present address of the organization. */
export async function hasPasskey(db: Connection, realm: Pick<Realm, 'url'>, user_id: UserId): Promise<boolean> {
  const site = passkeySite(realm);
  if (site === null) return false;
  return (await findRegistered(db, user_id, site.rp_id)).credential_ids.length > 0;
}
