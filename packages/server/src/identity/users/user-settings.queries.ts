// The settings of an account: what is stored of them, and what that comes to.

import { INITIAL_USER_SETTINGS, type RealmId, type UserId, type UserSettings } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { getRealmRow } from '../realm/realm.queries.ts';
import { settingsOf } from '../realm/realm-settings.queries.ts';

/** What an account keeps: how its settings differ from the declared ones. */
export type KeptSettings = Partial<UserSettings>;

export function completeSettings(kept: KeptSettings): UserSettings {
  return { ...INITIAL_USER_SETTINGS, ...kept };
}

export async function getUserSettings(db: Connection, user_id: UserId): Promise<UserSettings> {
  const row = await db.get<{ settings: KeptSettings }>(sql`select settings from users where user_id = ${user_id}`);
  return completeSettings(row!.settings);
}

/** What a new account keeps: the organization's defaults of this moment, so that later changes leave it alone. [ST5] */
export async function findNewSettings(db: Connection, realm_id: RealmId): Promise<KeptSettings> {
  const row = await getRealmRow(db, realm_id);
  const { default_language } = settingsOf(row.settings);
  const differs = default_language !== INITIAL_USER_SETTINGS.default_language;
  return { ...row.user_settings_defaults, ...(differs ? { default_language } : {}) };
}
