// The state of all accounts of an organization in one short text: what is computed from all of them is cached under it.
import type { RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The number of some accounts, and the sum of their revisions. */
export interface Counts {
  readonly people: number;
  readonly revisions: number;
}

/** The columns of {@link Counts}, in a statement that counts accounts. */
export const COUNTS = sql`count(*) as people, cast(coalesce(sum(revision), 0) as bigint) as revisions`;

/** Revisions only rise and no account is ever deleted, so equal counts and sums mean that nothing changed. */
export function revisionOf(parts: readonly Counts[]): string {
  const people = parts.reduce((sum, part) => sum + part.people, 0);
  const revisions = parts.reduce((sum, part) => sum + part.revisions, 0);
  return `${people} ${revisions}`;
}

export async function findPeopleRevision(db: Connection, realm_id: RealmId): Promise<string> {
  return revisionOf(await db.all<Counts>(sql`select ${COUNTS} from users where realm_id = ${realm_id}`));
}
