// Reads the stored previews of pages, by organization and address.
import { createHash } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { KnownPreview } from './link-previews.rules.ts';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Pages that are known by now, by address; null for those without a preview. */
export async function findKnownPreviews(
  db: Connection,
  realm_id: RealmId,
  urls: readonly string[],
  now: number,
): Promise<Map<string, KnownPreview | null>> {
  const by_digest = new Map(urls.map((url) => [digestOf(url), url]));
  const rows = await db.all<{ url_digest: string; preview: KnownPreview | null }>(
    sql`select url_digest, preview from link_previews
     where realm_id = ${realm_id} and url_digest in (${sql.list([...by_digest.keys()])}) and expires_at > ${now}`,
  );
  return new Map(rows.map(({ url_digest, preview }) => [by_digest.get(url_digest)!, preview]));
}
