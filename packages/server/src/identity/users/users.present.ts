// An account's row as somebody else sees it. Pure.
import { createHash } from 'node:crypto';
import { ROLE, type Role, type User, type UserId, type UserSettings } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { emailKey } from '../../kit/email-addresses.ts';
import { generatedPictureUrl } from '../../kit/images/generated-pictures.ts';
import { canSeeEmail, EMAIL_VISIBILITY } from './users.rules.ts';

export interface UserRow {
  user_id: UserId;
  email: string;
  full_name: string;
  role: Role;
  /** False for system bots, which nobody can sign in as. */
  is_active: boolean;
  is_bot: boolean;
  bot_type: number | null;
  bot_owner_id: UserId | null;
  date_joined: number;
  timezone: string;
  avatar_source: string;
  avatar_version: number;
  avatar_key: string | null;
  settings: Partial<UserSettings>;
  is_system_bot: boolean;
}
export const USER_COLUMNS =
  'user_id, email, full_name, role, is_active, is_bot, bot_type, bot_owner_id, date_joined, timezone, avatar_source, avatar_version, avatar_key, settings, is_system_bot';

export interface Viewer {
  role: Role;
  user_id: UserId | null;
  /** The viewer computes gravatar addresses itself. */
  client_gravatar: boolean;
}

/** What decides who sees an account's real address. */
type Addressed = Pick<UserRow, 'user_id' | 'email' | 'is_bot' | 'settings'>;

function visibility(user: Addressed): number {
  return user.settings.email_address_visibility ?? EMAIL_VISIBILITY.everyone;
}

/** Whether nobody is kept from an account's real address. */
export function showsEmailToAll(user: Addressed): boolean {
  return user.is_bot || visibility(user) === EMAIL_VISIBILITY.everyone;
}

export function maySeeEmail(user: Addressed, viewer: Viewer): boolean {
  return user.is_bot || user.user_id === viewer.user_id || canSeeEmail(visibility(user), viewer.role);
}

/** Names an account in the API without telling its address. [US5] */
export function madeUpEmail(user_id: UserId, host: string): string {
  return `user${user_id}@${host}`;
}

/** The address the API takes for an account: the real one where everybody may see it. [US4] */
export function apiEmail(user: Addressed, host: string): string {
  return showsEmailToAll(user) ? user.email : madeUpEmail(user.user_id, host);
}

/** What decides an account's picture. */
export type Pictured = Addressed & Pick<UserRow, 'avatar_source' | 'avatar_version' | 'avatar_key'>;

/**
 * G: at gravatar, where the organization has chosen that and everybody may see the address, of which the picture's own is a
 * digest. J: made by this server. U: uploaded. [AV8]
 */
export function avatarSource(user: Pictured): 'G' | 'J' | 'U' {
  if (user.avatar_key !== null) return 'U';
  return user.avatar_source === 'G' && showsEmailToAll(user) ? 'G' : 'J';
}

/** The one place that decides the address of an account's picture, for whoever has an account. [AV1] [AV7] [AV8] */
export function pictureUrl(user: Pictured, size?: 'medium'): string {
  const { user_id, email, avatar_version, avatar_key } = user;
  const source = avatarSource(user);
  if (source === 'G') return gravatarUrl(email, avatar_version, size);
  if (source === 'J') return generatedPictureUrl(user_id, avatar_version, size);
  return `/user_avatars/${avatar_key}${size ? '-medium' : ''}.png?version=${avatar_version}`;
}

const GRAVATAR = 'https://secure.gravatar.com/avatar/';

/** Clients that know the account's address can compute the picture's. */
export function isComputable(picture_url: string | null): boolean {
  return picture_url?.startsWith(GRAVATAR) ?? false;
}

function gravatarUrl(email: string, version: number, size?: 'medium'): string {
  const hash = createHash('md5').update(emailKey(email)).digest('hex');
  return `${GRAVATAR}${hash}?d=identicon&version=${version}${size ? '&s=500' : ''}`;
}

export function avatarUrl(user: Pictured, viewer: Viewer): string | null {
  const url = pictureUrl(user);
  return viewer.client_gravatar && isComputable(url) ? null : url;
}

/** ISO 8601 of whole seconds since 1970. */
export function isoTime(timestamp: number): string {
  return new Date(timestamp * 1000).toISOString().replace('.000Z', '+00:00');
}

export function presentUser(user: UserRow, host: string, viewer: Viewer): User {
  return {
    user_id: user.user_id,
    delivery_email: maySeeEmail(user, viewer) ? user.email : null,
    email: apiEmail(user, host),
    full_name: user.full_name,
    date_joined: isoTime(user.date_joined),
    is_active: user.is_active || user.is_system_bot,
    is_owner: user.role === ROLE.owner,
    is_admin: user.role <= ROLE.administrator,
    is_guest: user.role === ROLE.guest,
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, viewer),
    avatar_version: user.avatar_version,
    is_imported_stub: false,
  };
}

/** An account to those without one: they get no address that is not made up, but a bot's. [US22] */
export function forSpectator<Of extends Addressed>(user: Of): Of {
  return { ...user, settings: { ...user.settings, email_address_visibility: EMAIL_VISIBILITY.nobody } };
}

export function presentToSpectator(user: UserRow, host: string): User {
  return presentUser(forSpectator(user), host, { role: ROLE.guest, user_id: null, client_gravatar: false });
}

/** An unknown account in place of one that a guest may not see: only for clients that ask for every id. [UA5] */
export interface Unknown {
  readonly unknown: User;
}

const openUnknown = ({ unknown }: Unknown) => openEvent('realm_user', 'add', { person: unknown });

/** Pictures come without an address to clients that compute it themselves. */
export const presentRealmUser: Presenter = (entry, { options }) => {
  if ('unknown' in entry.body) {
    const unknown = options.capabilities.includes('user_list_incomplete')
      ? []
      : [entry.text('unknown', () => openUnknown(entry.body as unknown as Unknown))];
    if (entry.op === 'add') return unknown;
    return [entry.text('', () => openEvent(entry.type, entry.op, { person: entry.body.person })), ...unknown];
  }
  const person = entry.body.person as User;
  const computes = entry.op === 'add' && options.client_gravatar && isComputable(person.avatar_url);
  const body = computes ? { person: { ...person, avatar_url: null } } : entry.body;
  return [entry.text(computes ? 'gravatar' : '', () => openEvent(entry.type, entry.op, body))];
};
