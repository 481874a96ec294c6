// Makes and revokes tokens of SCIM, and notes their use.
import { randomBytes } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import { LastUseRecorder } from '../../kit/sign-in/last-use-recorder.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

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

export const scimTokenUses = (writer: Writer) =>
  new LastUseRecorder(writer, NOTED_EVERY_SECS, (tx, token_id, now_secs) =>
    tx.run(sql`update scim_tokens set last_used_at = ${now_secs} where token_id = ${token_id}`),
  );
