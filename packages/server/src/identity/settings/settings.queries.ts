// Every read of settings.
import {
  INITIAL_USER_SETTINGS,
  type InitialState,
  type RealmId,
  SETTING_CHOICES,
  type StateDeclaration,
  type UserId,
  type UserSettings,
} from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { getRealmRow } from '../realm/realm.queries.ts';
import { settingsOf } from '../realm/realm-settings.queries.ts';

/** What an account keeps: how its settings differ from the declared ones. */
export type KeptSettings = Partial<UserSettings>;

export function completeSettings(kept: KeptSettings): UserSettings {
  return { ...INITIAL_USER_SETTINGS, ...kept };
}

export async function getUserSettings(db: Connection, user_id: UserId): Promise<UserSettings> {
  const row = await db.get<{ settings: KeptSettings }>('select settings from users where user_id = $1', [user_id]);
  return completeSettings(row!.settings);
}

/** What a new account keeps: the organization's defaults of this moment, so that later changes leave it alone. [ST5] */
export async function findNewSettings(db: Connection, realm_id: RealmId): Promise<KeptSettings> {
  const row = await getRealmRow(db, realm_id);
  const { default_language } = settingsOf(row.settings);
  const differs = default_language !== INITIAL_USER_SETTINGS.default_language;
  return { ...row.user_settings_defaults, ...(differs ? { default_language } : {}) };
}

export async function findSettingsState(db: Connection, user_id: UserId): Promise<Partial<InitialState>> {
  const row = await db.get<{ settings: KeptSettings; timezone: string }>(
    'select settings, timezone from users where user_id = $1',
    [user_id],
  );
  const { settings, timezone } = row!;
  return { user_settings: { ...completeSettings(settings), timezone, ...SETTING_CHOICES } };
}

/** The settings of these names at the top level, as clients from before `user_settings` read them. [ST13] */
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
