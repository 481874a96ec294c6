// Validates requests that change settings, and computes who sees an address before and after. Pure.
import {
  BadRequest,
  defaultableSettings,
  type ParamsOf,
  Refused,
  ROLE,
  type Role,
  UnauthorizedPrincipal,
  type UserSetting,
  type UserSettings,
  type updateSettings,
  userSettings,
} from '@stoa/contract';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import { canSeeEmail } from '../users/users.rules.ts';

type SettingsParams = ParamsOf<typeof updateSettings>;

/** The settings among the parameters of a request. */
export function settingsIn(params: Readonly<Record<string, unknown>>): Partial<UserSettings> {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== undefined && name in userSettings),
  ) as Partial<UserSettings>;
}

const TARGETING: readonly string[] = ['target_users', 'skip_if_already_edited'];

/** Administrators may change others' settings, except personal ones: name, password, consent. [ST7] */
export function checkTargeting(actor: Actor, params: SettingsParams): void {
  if (!isAdministrator(actor)) throw Refused('for_administrators', {}, UnauthorizedPrincipal);
  const settable = (name: string) => name in defaultableSettings || name === 'default_language';
  const personal = Object.entries(params).find(
    ([name, value]) => value !== undefined && !TARGETING.includes(name) && !settable(name),
  );
  if (personal) throw BadRequest(`'${personal[0]}' cannot be changed for other users.`);
}

/** The zone's name as the time zone database spells it. Empty: none. */
export function checkTimezone(input: string): string {
  if (input === '') return '';
  // Offsets like +05:00 are not names.
  if (!/^[A-Za-z][A-Za-z0-9]*(?:[/_+-][A-Za-z0-9]+)*$/.test(input)) throw BadRequest(`Invalid timezone: '${input}'`);
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions();
    if (timeZone.toLowerCase() === input.toLowerCase()) return timeZone;
    // An alias, such as a city's former name.
    return input;
  } catch {
    throw BadRequest(`Invalid timezone: '${input}'`);
  }
}

const ROLES = Object.values(ROLE);

export interface ViewChange {
  readonly gained: readonly Role[];
  readonly lost: readonly Role[];
}

/** The roles that gain and lose sight of an address by a new visibility. [ST8] */
export function viewChange(
  before: UserSettings['email_address_visibility'],
  after: UserSettings['email_address_visibility'],
): ViewChange {
  const sees = (visibility: number) => new Set(ROLES.filter((role) => canSeeEmail(visibility, role)));
  const old = sees(before);
  const now = sees(after);
  return {
    gained: ROLES.filter((role) => now.has(role) && !old.has(role)),
    lost: ROLES.filter((role) => old.has(role) && !now.has(role)),
  };
}

/** The names of the settings that differ. */
export function differing(present: UserSettings, wanted: Partial<UserSettings>): UserSetting[] {
  return (Object.keys(wanted) as UserSetting[]).filter((name) => wanted[name] !== present[name]);
}
