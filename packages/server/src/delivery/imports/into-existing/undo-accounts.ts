// Removes the accounts of an import that is undone; those that something else names are deactivated. [IM36]
import type { UserId } from '@stoa/contract';
import { findPeopleOfChannels } from '../../../conversation/channels/importing.queries.ts';
import { OF_ACCOUNTS } from '../../../features/organization-deletion/organization-tables.rules.ts';
import { setAvatar } from '../../../identity/avatars/avatars.actions.ts';
import { findPeopleOfPermissions } from '../../../identity/groups/importing.queries.ts';
import { findUnused, removeImportedAccount } from '../../../identity/users/importing.actions.ts';
import { deactivateAccount } from '../../../identity/users/users.actions.ts';
import { getUserRow } from '../../../identity/users/users.queries.ts';
import { BatchSize } from '../../../kit/bulk-writes/batch-size.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import { deleteRows } from '../../../kit/database/delete-rows.ts';
import { sql } from '../../../kit/database/sql.ts';
import { withoutEvents } from '../import-parts.ts';
import type { UndoParts } from './undo-parts.ts';

const ACCOUNTS_AT_ONCE = 100;
/** An account has rows in thirty tables. */
const REMOVING = { first: 5, least: 1, most: ACCOUNTS_AT_ONCE, held_ms_max: 30 };

/** Bots first: they name their owners. Returns how many are gone. */
export async function removeAccounts(parts: UndoParts, user_ids: readonly UserId[]): Promise<number> {
  const { store, writer, realm } = parts;
  const { realm_id } = realm;
  const unused = await findUnused(store.db, user_ids);
  // New people may have muted each other.
  for (const batch of batchesOf(unused, ACCOUNTS_AT_ONCE))
    for (const table of ['muted_users', 'silenced_senders']) {
      const own = sql`user_id in (${sql.list(batch.map(({ user_id }) => user_id))})`;
      while ((await writer.write(realm_id, ({ tx }) => deleteRows(tx, table, own))) > 0);
    }
  const named = await findPeopleOfPermissions(store.db, realm_id);
  for (const user_id of await findPeopleOfChannels(store.db, realm_id)) named.add(user_id);
  const size = new BatchSize(REMOVING);
  const kept = unused.filter(({ user_id }) => named.has(user_id)).map(({ user_id }) => user_id);
  for (const is_bot of [true, false]) {
    const ids = unused
      .filter((each) => each.is_bot === is_bot && !named.has(each.user_id))
      .map(({ user_id }) => user_id);
    for (let at = 0; at < ids.length; ) {
      const batch = ids.slice(at, at + size.records);
      at += batch.length;
      kept.push(...(await removeBatch(parts, batch, size)));
    }
  }
  for (const user_id of kept)
    await writer.write(realm_id, async (context) => {
      const { is_active } = await getUserRow(context.tx, realm_id, user_id);
      if (is_active) await deactivateAccount(withoutEvents(context), realm, user_id);
    });
  return unused.length - kept.length;
}

/** Returns those that something else names: then each is tried by itself. */
async function removeBatch(parts: UndoParts, user_ids: readonly UserId[], size: BatchSize): Promise<readonly UserId[]> {
  if (await tryToRemove(parts, user_ids, size)) return [];
  const kept: UserId[] = [];
  for (const user_id of user_ids)
    if (user_ids.length === 1 || !(await tryToRemove(parts, [user_id], size))) kept.push(user_id);
  return kept;
}

/** False, and nothing is removed, if something else names one of them. */
async function tryToRemove(
  { writer, realm: { realm_id } }: UndoParts,
  user_ids: readonly UserId[],
  size: BatchSize,
): Promise<boolean> {
  let began_at = 0;
  try {
    await writer.write(realm_id, async (context) => {
      began_at = performance.now();
      const { tx } = context;
      for (const user_id of user_ids) await setAvatar(withoutEvents(context), realm_id, user_id, null);
      const own = sql`user_id in (${sql.list(user_ids)})`;
      for (const table of OF_ACCOUNTS) while ((await deleteRows(tx, table, own)) > 0);
      for (const user_id of user_ids) await removeImportedAccount(tx, user_id);
    });
    return true;
  } catch (error) {
    if (!/foreign key/i.test((error as Error).message)) throw error;
    return false;
  } finally {
    size.note(user_ids.length, performance.now() - began_at);
  }
}
