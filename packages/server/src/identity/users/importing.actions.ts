// Writes accounts and their organization as an import brings them: nobody is told, nobody is notified.
import {
  INITIAL_USER_SETTINGS,
  type RealmId,
  type RecipientId,
  type Role,
  type UserId,
  type UserSetting,
} from '@stoa/contract';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { findNewSettings } from './user-settings.queries.ts';

export interface ImportedAccount {
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly bot_owner_id: UserId | null;
  readonly is_bot: boolean;
  readonly date_joined: number;
  readonly timezone: string;
  /** The hash that another chat stored; people without one get a link to choose a password. [AU25] */
  readonly password_hash: string | null;
  /** All that are known of the old account; empty: as for new accounts. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly awaits_first_login?: boolean;
  /** A person of another system who has not signed in here. [US33] */
  readonly is_imported_stub?: boolean;
}

const differs = ([name, value]: [string, unknown]) => value !== INITIAL_USER_SETTINGS[name as UserSetting];
/** As accounts store them. */
const settingsJson = (settings: ImportedAccount['settings']) =>
  JSON.stringify(Object.fromEntries(Object.entries(settings).filter(differs)));

export async function insertImportedAccounts(
  tx: Transaction,
  realm_id: RealmId,
  accounts: readonly ImportedAccount[],
): Promise<UserId[]> {
  const { default_avatar_source } = await getRealmSettings(tx, realm_id);
  const initial = await findNewSettings(tx, realm_id);
  const ids: UserId[] = [];
  for (const { email, is_bot, settings, ...account } of accounts) {
    const columns = {
      realm_id,
      email,
      email_key: emailKey(email),
      ...account,
      is_bot,
      bot_type: is_bot ? 1 : null,
      api_key_generation: 1,
      avatar_source: default_avatar_source,
      avatar_version: 1,
      settings: settingsJson({ ...initial, ...settings }),
    };
    const row = await tx.get<{ user_id: UserId }>(sql`insert into users ${sql.insert(columns)} returning user_id`);
    ids.push(row!.user_id);
  }
  return ids;
}

/** Sets what creating an account doesn't set. */
export async function setImportedAccount(
  tx: Transaction,
  user_id: UserId,
  {
    date_joined,
    timezone,
    password_hash,
    settings,
  }: Pick<ImportedAccount, 'date_joined' | 'timezone' | 'password_hash' | 'settings'>,
): Promise<void> {
  const columns = { date_joined, timezone, password_hash, settings: settingsJson(settings) };
  await tx.run(sql`update users set ${sql.set(columns)} where user_id = ${user_id}`);
}

/** Accounts that were deactivated while an import wrote what they take part in. */
export async function activateImportedAccounts(tx: Transaction, user_ids: readonly UserId[]): Promise<void> {
  for (const batch of batchesOf(user_ids))
    await tx.run(sql`update users set is_active = true where user_id in (${sql.list(batch)})`);
}

/** The people among these who never signed in, and bots. */
export async function findUnused(
  db: Connection,
  user_ids: readonly UserId[],
): Promise<{ user_id: UserId; is_bot: boolean }[]> {
  return inBatches(user_ids, (batch) =>
    db.all<{ user_id: UserId; is_bot: boolean }>(
      sql`select user_id, is_bot from users where user_id in (${sql.list(batch)})
         and (is_bot or awaits_first_login) and not is_system_bot order by user_id`,
    ),
  );
}

/** Deletes an account that nothing else names, with the direct conversations it was in, which are empty. */
export async function removeImportedAccount(tx: Transaction, user_id: UserId): Promise<void> {
  const conversations = sql`select recipient_id from recipient_users where user_id = ${user_id}`;
  const rows = await tx.all<{ recipient_id: RecipientId }>(conversations);
  for (const batch of batchesOf(rows)) {
    const ids = sql.list(batch.map(({ recipient_id }) => recipient_id));
    for (const table of ['read_ranges', 'recipient_users', 'recipients'])
      await tx.run(sql`delete from ${sql.raw(table)} where recipient_id in (${ids})`);
  }
  await tx.run(sql`delete from user_group_members where user_id = ${user_id}`);
  await tx.run(sql`delete from users where user_id = ${user_id}`);
}
