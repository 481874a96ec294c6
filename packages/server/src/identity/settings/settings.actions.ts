// Every write of settings, and the effects of some.

import {
  CHANNEL_NOTIFICATIONS,
  LANGUAGES,
  type RealmId,
  Refused,
  realmUserSettingsDefaultsUpdate,
  realmUserUpdate,
  type UserId,
  type UserSetting,
  type UserSettings,
  userSettingsUpdate,
} from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { sql } from '../../kit/database/sql.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forgetConfirmations } from '../confirmations/confirmations.actions.ts';
import { showOrHide } from '../presence/presence.actions.ts';
import { emailHost, getRealmRow } from '../realm/realm.queries.ts';
import { endSessions } from '../sessions/sessions.actions.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import { completeSettings } from '../users/user-settings.queries.ts';
import { apiEmail, type UserRow } from '../users/users.present.ts';
import { announceEmailVisibility } from './email-visibility.actions.ts';
import { settingsChanged } from './settings.hooks.ts';
import { differing } from './settings.rules.ts';

/** Settings that change how the feed presents events. */
const KNOWN_TO_FEED = new Set<UserSetting>(['receives_typing_notifications', ...Object.values(CHANNEL_NOTIFICATIONS)]);

function settingEvent(property: UserSetting, settings: Partial<UserSettings>) {
  const value = settings[property]!;
  return property === 'default_language'
    ? { property, value, language_name: LANGUAGES[settings.default_language!] }
    : { property, value };
}

/** Changes settings of some people; each is told only of their own changes. [ST3] */
export async function changeSettings(
  context: WriteContext,
  realm: Realm,
  users: readonly UserRow[],
  wanted: Partial<UserSettings>,
  skip_if_already_edited = false,
): Promise<void> {
  const changed_by_setting = new Map<UserSetting, UserId[]>();
  const changes: { user: UserRow; names: readonly UserSetting[] }[] = [];
  for (const user of users) {
    const edited = new Set(skip_if_already_edited ? await findEdited(context, user.user_id) : []);
    const names = differing(completeSettings(user.settings), wanted).filter((name) => !edited.has(name));
    if (names.length === 0) continue;
    await storeSettings(context, user, names, wanted);
    recordForOthers(context, user, names, wanted);
    for (const name of names) getOrSet(changed_by_setting, name, () => []).push(user.user_id);
    changes.push({ user, names });
  }
  for (const [name, user_ids] of changed_by_setting)
    context.emit(userSettingsUpdate, settingEvent(name, wanted), { users: user_ids });
  for (const { user, names } of changes) {
    await context.trigger(settingsChanged, { user_id: user.user_id, names, settings: wanted });
    if (names.includes('presence_enabled')) await showOrHide(context, realm, user, wanted.presence_enabled!);
    if (names.includes('email_address_visibility'))
      await announceEmailVisibility(context, realm, user, wanted.email_address_visibility!);
  }
}

/** One's own settings are one's own affair. */
function recordForOthers(
  { origin, record }: WriteContext,
  { user_id, settings }: UserRow,
  names: readonly UserSetting[],
  wanted: Partial<UserSettings>,
): void {
  if (origin.acting_user_id === user_id) return;
  const changed = Object.fromEntries(names.map((name) => [name, wanted[name]]));
  const changes = changesBetween(completeSettings(settings), changed);
  record({ kind: 'account_settings_changed', user_id, changes });
}

async function findEdited({ tx }: WriteContext, user_id: UserId): Promise<readonly UserSetting[]> {
  const row = await tx.get<{ edited_settings: UserSetting[] }>(
    sql`select edited_settings from users where user_id = ${user_id}`,
  );
  return row!.edited_settings;
}

async function storeSettings(
  context: WriteContext,
  { user_id, settings }: UserRow,
  names: readonly UserSetting[],
  wanted: Partial<UserSettings>,
): Promise<void> {
  const updated = { ...settings, ...Object.fromEntries(names.map((name) => [name, wanted[name]])) };
  const edited = new Set([...(await findEdited(context, user_id)), ...names]);
  if (names.some((name) => KNOWN_TO_FEED.has(name))) context.invalidateAccess([user_id]);
  await context.tx.run(
    sql`update users set settings = ${JSON.stringify(updated)}, edited_settings = ${JSON.stringify([...edited])} where user_id = ${user_id}`,
  );
}

/** Sets the time zone shown on the profile. [ST9] */
export async function setTimezone(
  { tx, emit }: WriteContext,
  realm: Realm,
  user: UserRow,
  timezone: string,
): Promise<void> {
  if (user.timezone === timezone) return;
  const { user_id } = user;
  await tx.run(sql`update users set timezone = ${timezone} where user_id = ${user_id}`);
  emit(userSettingsUpdate, { property: 'timezone', value: timezone }, { users: [user_id] });
  const email = apiEmail(user, emailHost(realm));
  const audience = await everybodySeeing(tx, realm.realm_id, user);
  emit(realmUserUpdate, { person: { user_id, email, timezone } }, audience);
}

/** Replaces a password, unless it changed since it was checked. [ST10] */
export async function replacePassword(
  context: WriteContext,
  { user_id, session_id }: Actor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const replaced = await context.tx.run(
    sql`update users set password_hash = ${to} where user_id = ${user_id} and password_hash = ${from}`,
  );
  if (replaced === 0) throw Refused('wrong_password');
  context.record({ kind: 'account_password_changed', user_id });
  await forgetConfirmations(context, user_id, 'password-reset');
  // Somebody who knew the old password may be signed in. [SS6]
  await endSessions(context, user_id, session_id);
}

/** Changes the defaults of new accounts; existing ones keep theirs. [ST5] */
export async function changeDefaults(
  { tx, emit, record }: WriteContext,
  realm_id: RealmId,
  wanted: Partial<UserSettings>,
): Promise<void> {
  const { user_settings_defaults } = await getRealmRow(tx, realm_id);
  const present = completeSettings(user_settings_defaults);
  const names = differing(present, wanted);
  if (names.length === 0) return;
  record({ kind: 'organization_defaults_changed', changes: changesBetween(present, wanted) });
  const defaults = { ...user_settings_defaults, ...Object.fromEntries(names.map((name) => [name, wanted[name]])) };
  await tx.run(
    sql`update realms set user_settings_defaults = ${JSON.stringify(defaults)} where realm_id = ${realm_id}`,
  );
  for (const property of names)
    emit(realmUserSettingsDefaultsUpdate, { property, value: wanted[property]! }, { everyone: true });
}
