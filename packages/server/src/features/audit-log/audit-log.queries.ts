// Every read of the audit log.
import type { AuditEntry, getAuditLog, ParamsOf, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';

const COLUMNS = `id, "timestamp", kind, acting_user_id, via, via_name, user_id, stream_id, group_id, name, changes`;

export type AuditFilter = Omit<ParamsOf<typeof getAuditLog>, 'limit'>;

/** The newest entries that the filter lets through, the newest first. [AL7] */
export async function findAuditEntries(
  db: Connection,
  realm_id: RealmId,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const within = await boundsOf(db, realm_id, filter);
  if (within === null) return [];
  const { kinds, acting_user_id, user_id, stream_id, group_id, via } = filter;
  const equals = Object.entries({ acting_user_id, user_id, stream_id, group_id, via }).filter(
    ([, value]) => value !== undefined,
  );
  const conditions = equals.map(([name, value]) => sql`and ${sql.raw(name)} = ${value!}`);
  const find = (more: readonly Fragment[]) =>
    db.all<AuditEntry>(
      sql`select ${sql.raw(COLUMNS)} from audit_entries where realm_id = ${realm_id} ${sql.join([within, ...conditions, ...more], ' ')}
       order by id desc limit ${limit}`,
    );
  // Each kind has an index of its own; together they would be sorted.
  const parts =
    kinds === undefined
      ? [await find([])]
      : await Promise.all([...new Set(kinds)].map((kind) => find([sql`and kind = ${kind}`])));
  return parts
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

/** The ids between the two times and before the cursor, as conditions; null if there are none. Ids ascend with time. */
async function boundsOf(
  db: Connection,
  realm_id: RealmId,
  { before, since, until }: AuditFilter,
): Promise<Fragment | null> {
  const bounds: Fragment[] = [];
  if (before !== undefined) bounds.push(sql`and id < ${before}`);
  if (since !== undefined) {
    const first = await db.get<{ id: number }>(
      sql`select id from audit_entries where realm_id = ${realm_id} and "timestamp" >= ${since}
       order by "timestamp", id limit 1`,
    );
    if (!first) return null;
    bounds.push(sql`and id >= ${first.id}`);
  }
  if (until !== undefined) {
    const last = await db.get<{ id: number }>(
      sql`select id from audit_entries where realm_id = ${realm_id} and "timestamp" < ${until}
       order by "timestamp" desc, id desc limit 1`,
    );
    if (!last) return null;
    bounds.push(sql`and id <= ${last.id}`);
  }
  return sql.join(bounds, ' ');
}

/** The entries after one, the oldest first, for those who follow the log. */
export function findEntriesAfter(
  db: Connection,
  realm_id: RealmId,
  { after, since }: { readonly after: number; readonly since: number },
  limit: number,
): Promise<AuditEntry[]> {
  return db.all<AuditEntry>(
    sql`select ${sql.raw(COLUMNS)} from audit_entries where realm_id = ${realm_id} and id > ${after} and "timestamp" >= ${since}
     order by id limit ${limit}`,
  );
}
