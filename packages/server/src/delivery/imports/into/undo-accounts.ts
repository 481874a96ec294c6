// Removes the accounts of an import that is undone; those that something else names are deactivated. [IM36]
import type { UserId } from '@stoa/contract';
import { findPeopleOfChannels } from '../../../conversation/channels/importing.queries.ts';
import { OF_ACCOUNTS } from '../../../features/organization-deletion/organization-tables.rules.ts';
import { setAvatar } from '../../../identity/avatars/avatars.actions.ts';
import { findPeopleOfPermissions } from '../../../identity/groups/importing.queries.ts';
import { findUnused, removeImportedAccount } from '../../../identity/users/importing.actions.ts';
import { deactivateAccount } from '../../../identity/users/users.actions.ts';
import { getUserRow } from '../../../identity/users/users.queries.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import { deleteRows } from '../../../kit/database/delete-rows.ts';
import { sql } from '../../../kit/database/sql.ts';
import { withoutEvents } from '../import-parts.ts';
import type { UndoParts } from './undo-import.ts';

const ACCOUNTS_AT_ONCE = 100;

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
  let gone = 0;
  for (const { user_id } of [...unused.filter(({ is_bot }) => is_bot), ...unused.filter(({ is_bot }) => !is_bot)])
    if (!named.has(user_id) && (await removeAccount(parts, user_id))) gone++;
    else
      await writer.write(realm_id, async (context) => {
        const { is_active } = await getUserRow(context.tx, realm_id, user_id);
        if (is_active) await deactivateAccount(withoutEvents(context), realm, user_id);
      });
  return gone;
}

/** False if something else names it. */
async function removeAccount({ writer, realm: { realm_id } }: UndoParts, user_id: UserId): Promise<boolean> {
  try {
    await writer.write(realm_id, async (context) => {
      const { tx } = context;
      await setAvatar(withoutEvents(context), realm_id, user_id, null);
      for (const table of OF_ACCOUNTS) while ((await deleteRows(tx, table, sql`user_id = ${user_id}`)) > 0);
      await removeImportedAccount(tx, user_id);
    });
    return true;
  } catch (error) {
    if (!/foreign key/i.test((error as Error).message)) throw error;
    return false;
  }
}
