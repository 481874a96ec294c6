// Settings and permissions of the reference server's export, by their names here. Pure.
import {
  CHANNEL_PERMISSION_SETTINGS,
  GROUP_PERMISSION_SETTINGS,
  INITIAL_USER_SETTINGS,
  REALM_PERMISSION_NAMES,
  REALM_SETTINGS,
  type UserSetting,
  userSettings,
} from '@stoa/contract';
import type { ArchiveHolders } from '../../archive.ts';

type Row = Readonly<Record<string, unknown>>;

/** Consent was given to the people of one server, so it is not imported. */
const NOT_PERSONAL: ReadonlySet<string> = new Set(['allow_private_data_export']);

/** The settings of a row of people, as far as they are known here and differ from the initial ones. */
export function personalSettings(row: Row): Record<string, unknown> {
  const names = (Object.keys(userSettings) as UserSetting[]).filter((name) => !NOT_PERSONAL.has(name));
  return Object.fromEntries(
    names.flatMap((name) =>
      row[name] == null || row[name] === INITIAL_USER_SETTINGS[name] ? [] : [[name, row[name]] as const],
    ),
  );
}

/** The language is a setting of the organization. */
export function newSettings(defaults: Row = {}): Record<string, unknown> {
  const { default_language, ...others } = defaults;
  return others;
}

/** With another name or form there. */
const RENAMED: Readonly<Record<string, string>> = {
  giphy_rating: 'gif_rating_policy',
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
};
/** A service that this server may not have, and a directory of another project. */
const NOT_OURS: ReadonlySet<string> = new Set(['video_chat_provider', 'want_advertise_in_communities_directory']);
const HISTORY: Readonly<Record<number, string>> = { 1: 'all', 2: 'moves', 3: 'none' };

/** In the form of requests that change them. */
export function organizationSettings(row: Row): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(row)) {
    const name = RENAMED[written] ?? written;
    if (!Object.hasOwn(REALM_SETTINGS, name) || NOT_OURS.has(name)) continue;
    const is_limit = name.endsWith('_seconds') || name === 'message_retention_days';
    if (is_limit) settings[name] = value === null || value === -1 ? 'unlimited' : value;
    else if (name === 'message_edit_history_visibility_policy') settings[name] = HISTORY[value as number] ?? value;
    else if (value !== null) settings[name] = value;
  }
  if (row.mandatory_topics === true) settings.topics_policy = 'disable_empty_topic';
  // The domains are not imported, so nobody may join by them.
  if (row.emails_restricted_to_domains === true) {
    delete settings.emails_restricted_to_domains;
    settings.invite_required = true;
  }
  return settings;
}

export type Permissions = Readonly<Record<string, ArchiveHolders>>;

const NOBODY: ArchiveHolders = { users: [], groups: [], roles: [] };

/** The holders of the permissions of a row: each names a group, which may be one by role, one that people made, or unnamed. */
export function permissionsOf(
  row: Row,
  names: readonly string[],
  holdersOf: (group: number) => ArchiveHolders,
  ignored: (field: string) => void,
): Permissions {
  return Object.fromEntries(
    names.flatMap((name) => {
      const group = row[name];
      if (group == null) return [];
      if (typeof group === 'number') return [[name, holdersOf(group)] as const];
      ignored(name);
      // The default may be everybody, so that people would gain the permission.
      return [[name, NOBODY] as const];
    }),
  );
}

export const CHANNEL_NAMES = Object.keys(CHANNEL_PERMISSION_SETTINGS);
export const GROUP_NAMES = Object.keys(GROUP_PERMISSION_SETTINGS);
export const ORGANIZATION_NAMES: readonly string[] = REALM_PERMISSION_NAMES;
