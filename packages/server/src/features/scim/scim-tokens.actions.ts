// Makes and revokes tokens of SCIM, and notes their use.
import { randomBytes } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import { seconds } from '../../kit/clock.ts';
import { sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/link-keys.ts';
import type { WriteContext, Writer } from '../../kit/write.ts';
import type { ScimToken } from './scim-tokens.queries.ts';

/** Scanners for secrets in code know tokens by their beginnings. */
const PREFIX = 'stoa_scim_';
const NOTED_EVERY_SECS = 60 * 60;

/** Returns the token, which nothing stored leads back to. */
export async function createScimToken(
  { tx, now, record }: WriteContext,
  realm_id: RealmId,
  name: string,
): Promise<string> {
  const token = PREFIX + randomBytes(32).toString('hex');
  await tx.run(
    sql`insert into scim_tokens (realm_id, name, token_digest, created_at)
     values (${realm_id}, ${name}, ${linkHash(token)}, ${seconds(now)})`,
  );
  record({ kind: 'scim_token_created', name });
  return token;
}

/** False if the organization has no such token. */
export async function revokeScimToken(
  { tx, record }: WriteContext,
  realm_id: RealmId,
  token_id: number,
): Promise<boolean> {
  const revoked = await tx.get<{ name: string }>(
    sql`delete from scim_tokens where realm_id = ${realm_id} and token_id = ${token_id} returning name`,
  );
  if (revoked) record({ kind: 'scim_token_revoked', name: revoked.name });
  return revoked !== null;
}

/** Records the use of tokens, at most once an hour each. */
export class ScimTokenUses {
  private readonly noted = new Map<number, number>();

  constructor(private readonly writer: Writer) {}

  note({ token_id, last_used_at }: ScimToken, now_secs: number): void {
    const recorded_at = Math.max(last_used_at ?? 0, this.noted.get(token_id) ?? 0);
    if (now_secs - recorded_at < NOTED_EVERY_SECS) return;
    this.noted.set(token_id, now_secs);
    this.writer
      .write(null, ({ tx }) =>
        tx.run(sql`update scim_tokens set last_used_at = ${now_secs} where token_id = ${token_id}`),
      )
      .catch(() => this.noted.delete(token_id));
  }
}
