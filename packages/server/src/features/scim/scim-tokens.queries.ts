// Tokens by which identity providers use SCIM. [SI1]
import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';

export interface ScimToken {
  readonly token_id: number;
  readonly name: string;
  /** Seconds since 1970. */
  readonly created_at: number;
  /** Exact to the hour; null if it was never used. */
  readonly last_used_at: number | null;
}

const COLUMNS = 'token_id, name, created_at, last_used_at';

/** Found by its digest, so that the time it takes tells nothing of other tokens. Null in other organizations, and in deactivated ones. */
export function findScimToken(db: Connection, realm_id: RealmId, token: string): Promise<ScimToken | null> {
  return db.get<ScimToken>(
    sql`select ${sql.raw(COLUMNS)} from scim_tokens where token_digest = ${linkHash(token)} and realm_id = ${realm_id}
       and exists (select 1 from realms where realms.realm_id = scim_tokens.realm_id and deactivated_at is null)`,
  );
}

export function listScimTokens(db: Connection, realm_id: RealmId): Promise<ScimToken[]> {
  return db.all<ScimToken>(
    sql`select ${sql.raw(COLUMNS)} from scim_tokens where realm_id = ${realm_id} order by token_id`,
  );
}

/** Whether the token was not revoked since the request began. */
export async function isScimToken(db: Connection, token_id: number): Promise<boolean> {
  return (await db.get(sql`select 1 as found from scim_tokens where token_id = ${token_id}`)) !== null;
}
