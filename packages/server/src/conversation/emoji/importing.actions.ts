// Ends emoji that an import brought.
import type { RealmId } from '@stoa/contract';
import { bumpRenderDictionary } from '../../identity/realm/render-dictionary.actions.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** Messages that have them keep them. */
export async function endImportedEmoji(tx: Transaction, realm_id: RealmId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const batch of batchesOf(ids))
    await tx.run(sql`update realm_emoji set deactivated = true where emoji_id in (${sql.list(batch)})`);
  await bumpRenderDictionary(tx, realm_id);
}
