// Personal settings for which an organization chooses defaults. Draws nothing.
import { DEFAULTABLE_SETTING_NAMES, type DefaultableSetting, type UserSettings } from '@stoa/contract';
import { NOTIFICATIONS, PREFERENCES, PRIVACY, type RowGroup, TIMEZONE, TOPICS } from '../settings/setting-rows.ts';

const isChosenHere = (key: keyof UserSettings): key is DefaultableSetting =>
  (DEFAULTABLE_SETTING_NAMES as readonly string[]).includes(key);

const chosenHere = (groups: readonly RowGroup[]): readonly RowGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ key }) => isChosenHere(key)) }))
    .filter(({ rows }) => rows.length > 0);

/** Before and after the notification table. */
export const DEFAULTS = chosenHere([...PREFERENCES, ...TOPICS]);
export const NOTIFICATION_DEFAULTS = chosenHere([...NOTIFICATIONS, ...PRIVACY, ...TIMEZONE]);
