// Storage quotas of organizations, and of accounts with their bots. Unfinished uploads count while they exist, and
// bytes in flight while they arrive.

import { RealmUploadQuota, type UserId } from '@stoa/contract';
import { getUploadSpace } from '../../identity/realm/upload-space.queries.ts';
import { type Actor, accountable, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { accountsOf, findUse } from '../../kit/limits/account-use.ts';
import type { Caps } from '../../kit/limits/caps.ts';

const MIB = 1024 * 1024;

interface Unfinished {
  readonly count: number;
  readonly bytes: number;
}

async function findUnfinished(db: Connection, where: Fragment): Promise<Unfinished> {
  const row = await db.get<Unfinished>(
    sql`select count(*) as count, cast(coalesce(sum(size), 0) as bigint) as bytes from unfinished_uploads where ${where}`,
  );
  return row!;
}

export function findUnfinishedOf(db: Connection, owner_id: UserId): Promise<Unfinished> {
  return findUnfinished(db, sql`user_id in (${accountsOf(owner_id)})`);
}

export interface NewBytes {
  readonly bytes: number;
  /** 0 for data that does not become an uploaded file. */
  readonly files: number;
  /** Other bytes in flight. */
  readonly arriving?: { readonly of_owner: number; readonly of_realm: number };
}

/** Throws unless there is space for more. [UP6] [UP25] */
export async function checkSpace(
  db: Connection,
  caps: Caps,
  actor: Actor,
  { bytes, files, arriving = { of_owner: 0, of_realm: 0 } }: NewBytes,
): Promise<void> {
  const { realm_id } = actor.realm;
  const owner_id = accountable(actor);
  const { used_bytes, quota_mib } = await getUploadSpace(db, realm_id);
  const in_parts = await findUnfinished(db, sql`realm_id = ${realm_id}`);
  const quota = (quota_mib ?? caps.of('upload-mib-per-organization')) * MIB;
  if (used_bytes + in_parts.bytes + arriving.of_realm + bytes > quota)
    throw RealmUploadQuota("Upload would exceed your organization's upload quota.");
  const use = await findUse(db, owner_id);
  caps.check('files-per-account', use.files, files);
  const own = use.file_bytes + (await findUnfinishedOf(db, owner_id)).bytes + arriving.of_owner + bytes;
  const cap = isGuest(actor) ? 'upload-mib-per-guest' : 'upload-mib-per-account';
  if (own > caps.of(cap) * MIB) throw caps.refusal(cap);
}
