// Every read of access tokens.
import type { AccessToken, RealmId, TokenScope, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { getOnce } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';
import { accountsOf } from '../../kit/limits/account-use.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';

export interface TokenRow {
  readonly token_id: number;
  readonly user_id: UserId;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly last_used_at: number | null;
  readonly expires_at: number;
}

const COLUMNS = 'token_id, user_id, name, scopes, last_used_at, expires_at';

/** Found by its digest, so that the time it takes tells nothing of other tokens; unknown in other organizations. [TK2] */
export function findTokenByKey(db: Connection, realm_id: RealmId, token: string): Promise<TokenRow | null> {
  return db.get<TokenRow>(
    sql`select ${sql.raw(COLUMNS)} from access_tokens where token_digest = ${linkHash(token)} and realm_id = ${realm_id}`,
  );
}

/** Null once it is revoked. */
export function findToken(db: Connection, user_id: UserId, token_id: number): Promise<TokenRow | null> {
  return getOnce<TokenRow>(
    db,
    sql`select ${sql.raw(COLUMNS)} from access_tokens where token_id = ${token_id} and user_id = ${user_id}`,
  );
}

export async function countTokens(db: Connection, user_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`select count(*) as count from access_tokens where user_id = ${user_id}`,
  );
  return row!.count;
}

const SHOWN = 'token_id, user_id, name, scopes, created_at, last_used_at, expires_at';

/** The tokens of an account and of its bots, the newest first. */
export function listTokens(db: Connection, owner_id: UserId): Promise<AccessToken[]> {
  return db.all<AccessToken>(
    sql`select ${sql.raw(SHOWN)} from access_tokens where user_id in (${accountsOf(owner_id)}) order by token_id desc`,
  );
}

/** The tokens of an organization, with the address of their account. */
export function listTokensOfRealm(db: Connection, realm_id: RealmId): Promise<(AccessToken & { email: string })[]> {
  return db.all<AccessToken & { email: string }>(
    sql`select ${sql.raw(SHOWN)}, (select email from users where users.user_id = access_tokens.user_id) as email
     from access_tokens where realm_id = ${realm_id} order by token_id`,
  );
}

/** The account of a token: the owner's own, or that of one of their bots; null for others. */
export async function findHolder(db: Connection, owner_id: UserId, token_id: number): Promise<UserId | null> {
  const row = await db.get<{ user_id: UserId }>(
    sql`select user_id from access_tokens where token_id = ${token_id} and user_id in (${accountsOf(owner_id)})`,
  );
  return row?.user_id ?? null;
}
