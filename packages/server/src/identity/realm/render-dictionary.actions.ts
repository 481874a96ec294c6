// Invalidates the render dictionary (alert words, linkifiers, emoji) that every node caches.

import { randomInt } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The stamp is random, not a counter, so that a rolled-back value is never reused. */
export async function bumpRenderDictionary(tx: Transaction, realm_id: RealmId): Promise<void> {
  await tx.run(
    sql`update realms set render_dictionary_stamp = ${randomInt(1, 2 ** 48 - 1)} where realm_id = ${realm_id}`,
  );
}
