// Says that alert words, linkifiers or emoji change: what is kept of them in memory is then of another time, on every node.
import { randomInt } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';

/** The stamp is random and not counted up: one that is rolled back is then never given to something else. */
export async function changeVocabulary(tx: Transaction, realm_id: RealmId): Promise<void> {
  await tx.run('update realms set vocabulary = $1 where realm_id = $2', [randomInt(1, 2 ** 48 - 1), realm_id]);
}
