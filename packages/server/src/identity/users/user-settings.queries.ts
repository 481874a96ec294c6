// Reads and completes the stored settings of an account.

import { INITIAL_USER_SETTINGS, type LanguageCode, type RealmId, type UserId, type UserSettings } from '@stoa/contract';
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

/** Whether people who read a language write 17:30, and not 5:30 PM. */
const writes24Hours = (language: LanguageCode): boolean =>
  !new Intl.DateTimeFormat(language.replace('_', '-'), { hour: 'numeric' }).resolvedOptions().hour12;

/** The settings that follow from a language, where they differ from the declared defaults. */
export const settingsOfLanguage = (language: LanguageCode): StoredUserSettings =>
  writes24Hours(language) ? { twenty_four_hour_time: true } : {};

/**
 * The initial settings of a new account: the organization's current defaults, so that later changes don't affect it [ST5], and
 * the language in which the person made the account [WB965].
 */
export async function findNewSettings(
  db: Connection,
  realm_id: RealmId,
  wanted?: LanguageCode,
): Promise<StoredUserSettings> {
  const row = await getRealmRow(db, realm_id);
  const { default_language } = settingsOf(row.settings);
  const language = wanted ?? default_language;
  const { twenty_four_hour_time = false, ...defaults } = row.user_settings_defaults;
  const is_24 = language === default_language ? twenty_four_hour_time : writes24Hours(language);
  return {
    ...defaults,
    ...(is_24 ? { twenty_four_hour_time: true } : {}),
    ...(language === INITIAL_USER_SETTINGS.default_language ? {} : { default_language: language }),
  };
}
