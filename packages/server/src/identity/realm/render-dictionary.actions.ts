// Says that alert words, linkifiers or emoji change: what is kept of them in memory is then of another time, on every node.

import { randomInt } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The stamp is random and not counted up: one that is rolled back is then never given to something else. */
export async function changeVocabulary(tx: Transaction, realm_id: RealmId): Promise<void> {
  await tx.run(sql`update realms set vocabulary = ${randomInt(1, 2 ** 48 - 1)} where realm_id = ${realm_id}`);
}
