// Every read of the audit log.
import type { AuditEntry, getAuditLog, ParamsOf, RealmId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';

const COLUMNS = `id, "timestamp", kind, acting_user_id, via, via_name, user_id, stream_id, group_id, name, changes`;

export type AuditFilter = Omit<ParamsOf<typeof getAuditLog>, 'limit'>;

/** Conditions beside kinds of which each has an index. */
const countIndexed = ({ acting_user_id, user_id, stream_id, group_id }: AuditFilter): number =>
  [acting_user_id, user_id, stream_id, group_id].filter((wanted) => wanted !== undefined).length;

/**
 * Whether entries that the filter lets through may be few among many that are read for them: ways have no index, and of several
 * other conditions one has.
 */
export function seeksAmongMany(filter: AuditFilter): boolean {
  return filter.via !== undefined || countIndexed(filter) + Number(filter.kinds !== undefined) > 1;
}

/** The embedded database doesn't choose this index by itself beside a range of ids, and reads the whole log without it. */
const BY_KIND = sql.byEngine({ sqlite: sql.raw('indexed by audit_entries_kind'), postgres: sql.nothing });

/** The newest entries that the filter lets through, the newest first. [AL7] */
export async function findAuditEntries(
  db: Connection,
  realm_id: RealmId,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const { first, last } = await idsWithin(db, realm_id, filter);
  const { kinds, acting_user_id, user_id, stream_id, group_id, via } = filter;
  const find = (index: Fragment, of_kind: Fragment) =>
    db.all<AuditEntry>(
      sql`select ${sql.raw(COLUMNS)} from audit_entries ${index} where realm_id = ${realm_id} and id >= ${first} and id <= ${last}
         ${of_kind}
         ${acting_user_id === undefined ? sql.nothing : sql`and acting_user_id = ${acting_user_id}`}
         ${user_id === undefined ? sql.nothing : sql`and user_id = ${user_id}`}
         ${stream_id === undefined ? sql.nothing : sql`and stream_id = ${stream_id}`}
         ${group_id === undefined ? sql.nothing : sql`and group_id = ${group_id}`}
         ${via === undefined ? sql.nothing : sql`and via = ${via}`}
       order by id desc limit ${limit}`,
    );
  if (kinds === undefined) return find(sql.nothing, sql.nothing);
  if (countIndexed(filter) > 0) return find(sql.nothing, sql`and kind in (${sql.list(kinds)})`);
  // Each kind has its part of an index; together they would be sorted.
  const parts: AuditEntry[][] = [];
  for (const kind of new Set(kinds)) parts.push(await find(BY_KIND, sql`and kind = ${kind}`));
  return parts
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}

const ENDLESS = Number.MAX_SAFE_INTEGER;

/** The ids between the two times and before the cursor: ids ascend with time. */
async function idsWithin(
  db: Connection,
  realm_id: RealmId,
  { before = ENDLESS, since, until }: AuditFilter,
): Promise<{ readonly first: number; readonly last: number }> {
  const first =
    since === undefined
      ? null
      : await db.get<{ id: number }>(
          sql`select id from audit_entries where realm_id = ${realm_id} and "timestamp" >= ${since}
           order by "timestamp", id limit 1`,
        );
  const last = until === undefined ? ENDLESS : await findLastBefore(db, realm_id, until);
  return { first: first?.id ?? (since === undefined ? 0 : ENDLESS), last: Math.min(before - 1, last) };
}

/** The id of the newest entry before a time, in seconds; 0 if there is none. */
export async function findLastBefore(db: Connection, realm_id: RealmId, time: number): Promise<number> {
  const last = await db.get<{ id: number }>(
    sql`select id from audit_entries where realm_id = ${realm_id} and "timestamp" < ${time}
     order by "timestamp" desc, id desc limit 1`,
  );
  return last?.id ?? 0;
}

/** The entries after one, the oldest first, for those who follow the log. */
export function findEntriesAfter(
  db: Connection,
  realm_id: RealmId,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  return db.all<AuditEntry>(
    sql`select ${sql.raw(COLUMNS)} from audit_entries where realm_id = ${realm_id} and id > ${after} order by id limit ${limit}`,
  );
}
