// Reads and completes the stored settings of an account.

import { INITIAL_USER_SETTINGS, type RealmId, type UserId, type UserSettings } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { getRealmRow } from '../realm/realm.queries.ts';
import { settingsOf } from '../realm/realm-settings.queries.ts';

/** Settings as stored: those that differ from the declared defaults. */
export type StoredUserSettings = Partial<UserSettings>;

export function completeSettings(stored: StoredUserSettings): UserSettings {
  return { ...INITIAL_USER_SETTINGS, ...stored };
}

export async function getUserSettings(db: Connection, user_id: UserId): Promise<UserSettings> {
  const row = await db.get<{ settings: StoredUserSettings }>(
    sql`select settings from users where user_id = ${user_id}`,
  );
  return completeSettings(row!.settings);
}

/** The initial settings of a new account: the organization's current defaults, so that later changes don't affect it. [ST5] */
export async function findNewSettings(db: Connection, realm_id: RealmId): Promise<StoredUserSettings> {
  const row = await getRealmRow(db, realm_id);
  const { default_language } = settingsOf(row.settings);
  const differs = default_language !== INITIAL_USER_SETTINGS.default_language;
  return { ...row.user_settings_defaults, ...(differs ? { default_language } : {}) };
}
