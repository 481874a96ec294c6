// Validates an organization's names, and decides who may change which settings. Pure.
import {
  BadRequest,
  CALL_PROVIDERS,
  type CallProvider,
  FOREVER,
  MAX_REALM_DESCRIPTION_LENGTH,
  MAX_REALM_NAME_LENGTH,
  MAX_WELCOME_MESSAGE_LENGTH,
  OWNERS_PERMISSIONS,
  OWNERS_SETTINGS,
  REALM_SETTINGS,
  type RealmChanges,
  type RealmPermission,
  type RealmSetting,
  type RealmSettings,
  Refused,
  ROLE,
  type Role,
  UnauthorizedPrincipal,
} from '@stoa/contract';
import { hasUnusableCharacter } from '../../kit/text/name-characters.ts';

const CONTROL = /[\p{Cc}\p{Cs}]/u;

export function checkRealmName(input: string): string {
  const name = input.trim();
  if (name === '' || [...name].length > MAX_REALM_NAME_LENGTH)
    throw Refused('organization_name', { count: MAX_REALM_NAME_LENGTH });
  if (hasUnusableCharacter(name)) throw Refused('organization_name_characters');
  return name;
}

/** Keeps line breaks: a description is Markdown. */
export function checkRealmDescription(input: string): string {
  const description = input.trim();
  if ([...description].length > MAX_REALM_DESCRIPTION_LENGTH)
    throw Refused('organization_description_long', { count: MAX_REALM_DESCRIPTION_LENGTH });
  if (CONTROL.test(description.replace(/[\n\r\t]/g, ' '))) throw Refused('organization_description_characters');
  return description;
}

/** [VC1] */
export function checkCallProvider(requested: number | undefined, there: readonly CallProvider[]): void {
  if (requested !== undefined && !there.some((provider) => CALL_PROVIDERS[provider].id === requested))
    throw BadRequest(`Invalid video_chat_provider ${requested}`);
}

export function checkWelcomeMessage(text: string): string {
  if ([...text].length > MAX_WELCOME_MESSAGE_LENGTH)
    throw Refused('welcome_long', { count: MAX_WELCOME_MESSAGE_LENGTH });
  return text;
}

/** Settings as stored: "unlimited" is no limit, "default" is the server's. */
export function settingsFromRequest(requested: RealmChanges): Partial<RealmSettings> {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(requested)) {
    if (value === undefined || !(name in REALM_SETTINGS)) continue;
    settings[name] = value;
    if (value === 'unlimited') settings[name] = name === 'message_retention_days' ? FOREVER : null;
    if (name === 'jitsi_server_url' && value === 'default') settings[name] = null;
  }
  return settings;
}

/**
 * The operator decides on sign-in methods and the host name: a request may repeat them, and not ask for what the server can't do.
 * [RE19]
 */
export function checkOperatorsPart(
  { authentication_methods, string_id }: Pick<RealmChanges, 'authentication_methods' | 'string_id'>,
  present: Readonly<Record<string, { readonly enabled: boolean; readonly available: boolean }>>,
): void {
  if (string_id !== undefined) throw BadRequest('Must be a demo organization.');
  if (authentication_methods === undefined) return;
  for (const [name, enabled] of Object.entries(authentication_methods)) {
    const method = present[name];
    if (!method && !enabled) continue;
    if (!method?.available) throw BadRequest(`Authentication method ${name} is not available on this server.`);
  }
  const left = Object.entries(present).filter(([name, { enabled }]) => authentication_methods[name] ?? enabled);
  if (left.length === 0) throw BadRequest('At least one authentication method must be enabled.');
  const changed = left.length !== Object.values(present).filter(({ enabled }) => enabled).length;
  if (changed) throw BadRequest('Authentication methods can only be changed by who runs the server.');
}

/** Administrators change most settings; owners those about who may join and who decides. [RE7] */
export function checkMayChange(role: Role, names: readonly string[]): void {
  if (role <= ROLE.owner) return;
  const beyond = names.some((name) => OWNERS_SETTINGS.has(name) || OWNERS_PERMISSIONS.has(name as RealmPermission));
  if (beyond) throw Refused('for_owners', {}, UnauthorizedPrincipal);
}

const DOMAIN_OF_ADDRESSES_WITHOUT_A_NAME = 'stoa.invalid';

/** The domain of bot addresses; on a server without a host name, one that nobody can own. */
export function botDomain(host: string): string {
  return /^[\d.]+$|:/.test(host) || host === 'localhost' ? DOMAIN_OF_ADDRESSES_WITHOUT_A_NAME : host;
}

/** The settings that name a channel. */
export const CHANNEL_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly RealmSetting[];
