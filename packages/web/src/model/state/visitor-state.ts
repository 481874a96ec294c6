// The state of a visitor: what the server tells without an account, and nothing of an account. [WB283]

import type { Channel, InitialState, User } from '@stoa/contract';
import { loadText, storeText } from '../../base/storage/browser-storage.ts';
import { currentLanguage, locale } from '../../base/text/text.ts';
import type { State } from './state.ts';

export interface VisitorAnswers {
  readonly registered: InitialState;
  readonly streams: readonly Channel[];
  readonly members: readonly User[];
}

const NEVER = 3;
const THEME = 'stoa.theme';
const AUTOMATIC = 1;

/** 1 automatic, 2 dark, 3 light, as in `color_scheme`. */
const storedTheme = () => Number(loadText(THEME)) || AUTOMATIC;

/** In this browser, until somebody signs out of it; without storage, until the page is closed. */
export const storeTheme = (theme: number) => storeText(THEME, String(theme));

/** Those that what visitors see depends on. */
const settings = () => ({
  default_language: currentLanguage(),
  color_scheme: storedTheme(),
  twenty_four_hour_time: !new Intl.DateTimeFormat(locale(), { hour: 'numeric' }).resolvedOptions().hour12,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  emojiset: 'google',
  web_animate_image_previews: 'on_hover',
  display_emoji_reaction_users: true,
  web_mark_read_on_scroll_policy: NEVER,
  high_contrast_mode: false,
  fluid_layout_width: false,
  presence_enabled: false,
});

const NO_UNREAD = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false };

/** The server makes up the addresses of people. */
const withoutAddress = (user: User): User => (user.is_bot ? user : { ...user, email: '' });

export function visitorState({ registered, streams, members }: VisitorAnswers): State {
  const people = members.map(withoutAddress);
  const nothing = {
    // Of no account.
    user_id: 0,
    email: '',
    delivery_email: '',
    full_name: '',
    avatar_source: 'G',
    is_admin: false,
    is_guest: true,
    is_moderator: false,
    is_owner: false,
    can_invite_others_to_realm: false,
    realm_presence_disabled: true,
    presences: {},
    presence_last_update_id: -1,
    server_timestamp: 0,
    // None that is listed now is new.
    max_message_id: Number.MAX_SAFE_INTEGER,
    unread_msgs: NO_UNREAD,
    user_status: {},
    realm_user_settings_defaults: {},
    cross_realm_bots: [],
    alert_words: [],
    realm_user_groups: [],
    subscriptions: [],
    unsubscribed: [],
    starred_messages: [],
    drafts: [],
    user_topics: [],
    muted_users: [],
    channel_folders: [],
    realm_default_streams: [],
    realm_domains: [],
    scheduled_messages: [],
    reminders: [],
    saved_snippets: [],
    custom_profile_fields: [],
    realm_bots: [],
  };
  return {
    ...registered,
    ...nothing,
    user_settings: settings(),
    never_subscribed: streams,
    realm_users: people.filter(({ is_active }) => is_active),
    realm_non_active_users: people.filter(({ is_active }) => !is_active),
  } as unknown as State;
}
