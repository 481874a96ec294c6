// Every read of settings.

import { type InitialState, type RealmId, SETTING_CHOICES, type StateDeclaration, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { completeSettings, findNewSettings, type StoredUserSettings } from '../users/user-settings.queries.ts';

export async function findSettingsState(db: Connection, user_id: UserId): Promise<Partial<InitialState>> {
  const row = await db.get<{ settings: StoredUserSettings; timezone: string }>(
    sql`select settings, timezone from users where user_id = ${user_id}`,
  );
  const { settings, timezone } = row!;
  return { user_settings: { ...completeSettings(settings), timezone, ...SETTING_CHOICES } };
}

/** These settings at the top level, as clients older than `user_settings` read them. [ST13] */
export async function findLegacySettings(
  db: Connection,
  user_id: UserId,
  { fields }: StateDeclaration,
): Promise<Partial<InitialState>> {
  const { user_settings } = await findSettingsState(db, user_id);
  return Object.fromEntries(Object.entries(user_settings!).filter(([name]) => name in fields.shape));
}

export async function findDefaultsState(db: Connection, realm_id: RealmId): Promise<Partial<InitialState>> {
  const settings = completeSettings(await findNewSettings(db, realm_id));
  return { realm_user_settings_defaults: { ...settings, ...SETTING_CHOICES } };
}
