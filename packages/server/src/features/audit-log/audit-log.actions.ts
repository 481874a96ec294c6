// Ends entries of the audit log: those that are too old, and names of people who were erased.
import type { UserId } from '@stoa/contract';
import { listRealms } from '../../identity/realm/realm.queries.ts';
import type { PacedWrites } from '../../kit/bulk-writes/paced-writes.ts';
import type { Store } from '../../kit/database/connection.ts';
import { DELETED_ROWS, deleteRows } from '../../kit/database/delete-rows.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

const DAY_SECS = 24 * 60 * 60;

/** Deletes the entries of all organizations that are older than `kept_days`. [AL8] */
export async function pruneAuditLog(
  { store, writer, paced }: { readonly store: Store; readonly writer: Writer; readonly paced: PacedWrites },
  now: number,
  kept_days: number,
): Promise<void> {
  const before = seconds(now) - kept_days * DAY_SECS;
  for (const { realm_id } of await listRealms(store.db)) {
    const old = sql`realm_id = ${realm_id} and "timestamp" < ${before}`;
    if ((await store.db.get(sql`select 1 as found from audit_entries where ${old} limit 1`)) === null) continue;
    await paced.repeat(
      async () => (await writer.write(realm_id, ({ tx }) => deleteRows(tx, 'audit_entries', old))) === DELETED_ROWS,
    );
  }
}

/**
 * Forgets former names and the devices of an account that was erased, and how it called its access tokens and passkeys, in at most `limit` entries;
 * returns in how many. [AL9]
 */
export async function forgetNamesOf({ tx }: WriteContext, user_id: UserId, limit: number): Promise<number> {
  const about = await tx.run(
    sql`update audit_entries set name = null, changes = case when kind in ('account_renamed', 'account_passkey_renamed') then '[]' else changes end
     where id in (select id from audit_entries where user_id = ${user_id}
       and ((kind in ('signed_in', 'access_token_created', 'access_token_revoked',
           'account_passkey_added', 'account_passkey_renamed', 'account_passkey_removed') and name is not null)
         or (kind = 'account_renamed' and cast(changes as text) <> '[]'))
       limit ${limit})`,
  );
  if (about === limit) return about;
  const by_token = await tx.run(
    sql`update audit_entries set via_name = null where id in (select id from audit_entries where acting_user_id = ${user_id}
       and via = 'access_token' and via_name is not null limit ${limit - about})`,
  );
  return about + by_token;
}
