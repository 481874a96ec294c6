// Writes accounts and their organization as an import brings them: nobody is told, nobody is notified.
import { INITIAL_USER_SETTINGS, type RealmId, type Role, type UserId, type UserSetting } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/email-addresses.ts';
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
  /** Of another chat; people without one get a link to choose one. [AU25] */
  readonly password_hash: string | null;
  /** All that are known of the old account; empty: as for new accounts. */
  readonly settings: Readonly<Record<string, unknown>>;
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

/** What an account has beside what its creation gives it. */
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
