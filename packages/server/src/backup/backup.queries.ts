// Reads a backup's own description of its data: counts and schema version.

import type { Connection } from '../kit/database/connection.ts';
import { schemaVersion } from '../kit/database/migrate.ts';
import { sql } from '../kit/database/sql.ts';
import type { Counts } from './manifest.ts';

export async function countContents(db: Connection): Promise<Omit<Counts, 'files'>> {
  const row = await db.get<Omit<Counts, 'files'>>(
    sql`select (select count(*) from realms) as organizations, (select count(*) from users) as accounts,
       (select count(*) from channels) as channels, (select count(*) from messages) as messages`,
  );
  return row!;
}

/** The version of the schema; null if this is not data of Stoa. */
export function findSchemaVersion(db: Connection): Promise<number | null> {
  return schemaVersion(db).catch(() => null);
}
