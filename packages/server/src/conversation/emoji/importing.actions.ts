// Ends or removes emoji that an import brought.
import type { RealmId } from '@stoa/contract';
import { bumpRenderDictionary } from '../../identity/realm/render-dictionary.actions.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { releaseFiles } from '../../kit/files/loose-files.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { EmojiRow } from './emoji.queries.ts';

/** Messages that have them keep them. */
export async function endImportedEmoji(tx: Transaction, realm_id: RealmId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const batch of batchesOf(ids))
    await tx.run(sql`update realm_emoji set deactivated = true where emoji_id in (${sql.list(batch)})`);
  await bumpRenderDictionary(tx, realm_id);
}

/** Deletes emoji that nothing shows, with their pictures. */
export async function removeImportedEmoji(
  { tx, now }: WriteContext,
  realm_id: RealmId,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const batch of batchesOf(ids)) {
    const rows = await tx.all<Pick<EmojiRow, 'file_key' | 'still_key'>>(
      sql`delete from realm_emoji where emoji_id in (${sql.list(batch)}) returning file_key, still_key`,
    );
    const keys = rows.flatMap(({ file_key, still_key }) => (still_key === null ? [file_key] : [file_key, still_key]));
    await releaseFiles(tx, realm_id, keys, now);
  }
  await bumpRenderDictionary(tx, realm_id);
}
