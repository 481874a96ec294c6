// The row of each personal setting and its choices. Draws nothing; every setting is listed here.
import type { UserSetting, UserSettings } from '@stoa/contract';
import type { TextKey } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';

interface Base<Key extends UserSetting> {
  readonly key: Key;
  readonly label: TextKey;
  readonly hint?: TextKey;
  /** If false, the organization leaves nothing to choose. */
  readonly when?: (organization: Organization) => boolean;
}

/** State that rows may depend on. */
export const DEPENDS_ON = [
  'realm_push_notifications_enabled',
  'realm_message_content_allowed_in_email_notifications',
  'realm_digest_emails_enabled',
  'realm_presence_disabled',
  'realm_enable_read_receipts',
  'settings_send_digest_emails',
] as const;
type Organization = Pick<State, (typeof DEPENDS_ON)[number]>;

type KeysOf<Value> = { [Key in UserSetting]: UserSettings[Key] extends Value ? Key : never }[UserSetting];

export interface ToggleSetting extends Base<KeysOf<boolean>> {
  readonly kind: 'toggle';
}
export interface ChoiceSetting extends Base<UserSetting> {
  readonly kind: 'choice';
  readonly choices: readonly (readonly [value: string | number, label: TextKey])[];
}
/** A number with suggested values; a value set by another client is included. */
export interface NumberSetting extends Base<KeysOf<number>> {
  readonly kind: 'number';
  readonly choices: readonly number[];
  readonly unit: 'pixels' | 'percent' | 'seconds';
}
/** Settings drawn by components of their own. */
export interface OwnSetting extends Base<UserSetting> {
  readonly kind: 'language' | 'sound';
}
export type SettingRow = ToggleSetting | ChoiceSetting | NumberSetting | OwnSetting;

export interface RowGroup {
  readonly title: TextKey;
  readonly rows: readonly SettingRow[];
}

type ChoicesOf<Key extends UserSetting> = readonly (readonly [value: UserSettings[Key], label: TextKey])[];

const toggle = (key: ToggleSetting['key'], label: TextKey, more: Partial<ToggleSetting> = {}): ToggleSetting => ({
  kind: 'toggle',
  key,
  label,
  ...more,
});

function choice<Key extends UserSetting>(
  key: Key,
  label: TextKey,
  choices: ChoicesOf<Key>,
  more: Partial<ChoiceSetting> = {},
): ChoiceSetting {
  return { kind: 'choice', key, label, choices: choices as ChoiceSetting['choices'], ...more };
}

const AUTOMATIC = [
  [1, 'set_automatic'],
  [2, 'set_always'],
  [3, 'set_never'],
] as const;

const TOPIC_POLICIES = [
  [1, 'set_participated'],
  [2, 'set_sent'],
  [3, 'set_started'],
  [4, 'set_never'],
] as const;

export const PREFERENCES: readonly RowGroup[] = [
  {
    title: 'appearance',
    rows: [
      choice('color_scheme', 'theme', [
        [1, 'theme_automatic'],
        [3, 'theme_light'],
        [2, 'theme_dark'],
      ]),
      { kind: 'language', key: 'default_language', label: 'set_language', hint: 'set_language_hint' },
      {
        kind: 'number',
        key: 'web_font_size_px',
        label: 'set_font_size',
        choices: [12, 13, 14, 15, 16, 17, 18, 20, 22, 24],
        unit: 'pixels',
      },
      {
        kind: 'number',
        key: 'web_line_height_percent',
        label: 'set_line_height',
        choices: [120, 130, 140, 150, 160, 180],
        unit: 'percent',
      },
      toggle('high_contrast_mode', 'high_contrast_mode'),
      toggle('fluid_layout_width', 'set_fluid_width', { hint: 'set_fluid_width_hint' }),
      toggle('twenty_four_hour_time', 'set_24_hours', { hint: 'set_24_hours_hint' }),
      choice('emojiset', 'set_emojiset', [
        ['google', 'set_emojiset_google'],
        ['twitter', 'set_emojiset_twitter'],
        ['text', 'set_emojiset_text'],
      ]),
      choice('web_animate_image_previews', 'set_animate_images', [
        ['always', 'set_always'],
        ['on_hover', 'set_on_hover'],
        ['never', 'set_never'],
      ]),
    ],
  },
  {
    title: 'set_getting_around',
    rows: [
      choice('web_home_view', 'set_home_view', [
        ['inbox', 'inbox'],
        ['recent', 'recent'],
        ['all_messages', 'feed'],
      ]),
      toggle('web_escape_navigates_to_home_view', 'set_escape_home'),
      choice('web_channel_default_view', 'set_channel_view', [
        [1, 'set_channel_view_topic'],
        [4, 'set_channel_view_unread'],
        [3, 'set_channel_view_list'],
        [2, 'set_channel_view_feed'],
      ]),
      choice('web_mark_read_on_scroll_policy', 'set_mark_read', [
        [1, 'set_always'],
        [2, 'set_mark_read_conversations'],
        [3, 'set_never'],
      ]),
      toggle('web_inbox_show_channel_folders', 'set_inbox_folders'),
    ],
  },
  {
    title: 'set_navigation',
    rows: [
      toggle('web_left_sidebar_show_channel_folders', 'set_sidebar_folders'),
      choice('web_stream_unreads_count_display_policy', 'set_channel_counts', [
        [1, 'set_channel_counts_all'],
        [2, 'set_channel_counts_unmuted'],
        [3, 'set_channel_counts_none'],
      ]),
      toggle('web_left_sidebar_unreads_count_summary', 'set_section_counts', { hint: 'set_section_counts_hint' }),
      toggle('starred_message_counts', 'set_starred_counts'),
      choice('demote_inactive_streams', 'set_inactive_channels', AUTOMATIC, { hint: 'set_inactive_channels_hint' }),
      choice('user_list_style', 'set_people_style', [
        [1, 'set_people_compact'],
        [2, 'set_people_status'],
        [3, 'set_people_avatar'],
      ]),
    ],
  },
  {
    title: 'set_writing',
    rows: [
      toggle('enter_sends', 'set_enter_sends', { hint: 'set_enter_sends_hint' }),
      toggle('web_navigate_to_sent_message', 'set_follow_sent'),
      toggle('translate_emoticons', 'set_emoticons', { hint: 'set_emoticons_hint' }),
      toggle('enable_drafts_synchronization', 'set_drafts', { hint: 'set_drafts_hint' }),
      toggle('display_emoji_reaction_users', 'set_reaction_names', { hint: 'set_reaction_names_hint' }),
    ],
  },
];

/** The notification table: kinds of messages by kinds of notifications. */
export const NOTIFICATION_COLUMNS = [
  ['desktop', 'set_column_desktop'],
  ['sound', 'set_column_sound'],
  ['push', 'set_column_push'],
  ['email', 'set_column_email'],
  ['wildcard', 'set_column_wildcard'],
] as const satisfies readonly (readonly [string, TextKey])[];
export type NotificationColumn = (typeof NOTIFICATION_COLUMNS)[number][0];

export interface NotificationRow {
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly keys: Readonly<Partial<Record<NotificationColumn, ToggleSetting['key']>>>;
}
export const NOTIFICATION_TABLE: readonly NotificationRow[] = [
  {
    label: 'set_row_direct',
    keys: {
      desktop: 'enable_desktop_notifications',
      sound: 'enable_sounds',
      push: 'enable_offline_push_notifications',
      email: 'enable_offline_email_notifications',
    },
  },
  {
    label: 'set_row_followed',
    keys: {
      desktop: 'enable_followed_topic_desktop_notifications',
      sound: 'enable_followed_topic_audible_notifications',
      push: 'enable_followed_topic_push_notifications',
      email: 'enable_followed_topic_email_notifications',
      wildcard: 'enable_followed_topic_wildcard_mentions_notify',
    },
  },
  {
    label: 'set_row_channels',
    hint: 'set_row_channels_hint',
    keys: {
      desktop: 'enable_stream_desktop_notifications',
      sound: 'enable_stream_audible_notifications',
      push: 'enable_stream_push_notifications',
      email: 'enable_stream_email_notifications',
      wildcard: 'wildcard_mentions_notify',
    },
  },
];

export const NOTIFICATIONS: readonly RowGroup[] = [
  {
    title: 'set_on_this_computer',
    rows: [
      { kind: 'sound', key: 'notification_sound', label: 'set_sound' },
      toggle('pm_content_in_desktop_notifications', 'set_direct_content'),
      choice('desktop_icon_count_display', 'set_icon_count', [
        [1, 'set_icon_count_all'],
        [2, 'set_icon_count_followed'],
        [3, 'set_icon_count_direct'],
        [4, 'set_icon_count_none'],
      ]),
    ],
  },
  {
    title: 'set_on_mobile',
    rows: [
      toggle('enable_online_push_notifications', 'set_push_online', {
        when: ({ realm_push_notifications_enabled }) => realm_push_notifications_enabled,
      }),
    ],
  },
  {
    title: 'set_by_email',
    rows: [
      {
        kind: 'number',
        key: 'email_notifications_batching_period_seconds',
        label: 'set_email_delay',
        hint: 'set_email_delay_hint',
        choices: [120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800],
        unit: 'seconds',
      },
      toggle('message_content_in_email_notifications', 'set_email_content', {
        hint: 'set_email_content_hint',
        when: ({ realm_message_content_allowed_in_email_notifications: allowed }) => allowed,
      }),
      choice('realm_name_in_email_notifications_policy', 'set_email_organization', AUTOMATIC, {
        hint: 'set_email_organization_hint',
      }),
      toggle('enable_digest_emails', 'set_digest', {
        hint: 'set_digest_hint',
        when: ({ realm_digest_emails_enabled: wanted, settings_send_digest_emails: sent }) => wanted && sent,
      }),
    ],
  },
];

export const PRIVACY: readonly RowGroup[] = [
  {
    title: 'set_what_others_see',
    rows: [
      choice(
        'email_address_visibility',
        'set_email_visibility',
        [
          [1, 'set_email_everyone'],
          [2, 'set_email_members'],
          [5, 'set_email_moderators'],
          [3, 'set_email_administrators'],
          [4, 'set_email_nobody'],
        ],
        { hint: 'set_email_visibility_hint' },
      ),
      toggle('presence_enabled', 'set_presence', {
        hint: 'set_presence_hint',
        when: ({ realm_presence_disabled }) => !realm_presence_disabled,
      }),
      toggle('send_private_typing_notifications', 'set_typing_direct'),
      toggle('send_stream_typing_notifications', 'set_typing_channels'),
      toggle('send_read_receipts', 'set_read_receipts', {
        hint: 'set_read_receipts_hint',
        when: ({ realm_enable_read_receipts }) => realm_enable_read_receipts,
      }),
    ],
  },
  { title: 'set_what_you_see', rows: [toggle('receives_typing_notifications', 'set_typing_seen')] },
  {
    title: 'set_your_data',
    rows: [toggle('allow_private_data_export', 'set_private_export', { hint: 'set_private_export_hint' })],
  },
];

export const TOPICS: readonly RowGroup[] = [
  {
    title: 'set_topics_automatically',
    rows: [
      choice('automatically_follow_topics_policy', 'set_follow_policy', TOPIC_POLICIES),
      toggle('automatically_follow_topics_where_mentioned', 'set_follow_mentioned'),
      choice('automatically_unmute_topics_in_muted_streams_policy', 'set_unmute_policy', TOPIC_POLICIES),
      choice('resolved_topic_notice_auto_read_policy', 'set_resolved_read', [
        ['always', 'set_always'],
        ['except_followed', 'set_except_followed'],
        ['never', 'set_never'],
      ]),
    ],
  },
];

/** Shown with the time zone, which is part of the profile. */
export const TIMEZONE: readonly RowGroup[] = [
  { title: 'set_timezone', rows: [toggle('web_suggest_update_timezone', 'set_suggest_timezone')] },
];

/** Settings without a row, each with the reason. */
export const WITHOUT_ROW: Readonly<Partial<Record<UserSetting, string>>> = {
  hide_ai_features: 'the server can be given no language model, and this client has none',
  left_side_userlist: 'a layout that this client does not have, and that clients have given up',
  enable_marketing_emails: 'the server sends no advertising',
  enable_login_emails: 'the server sends no letters about logins',
};

/** Keyed by section of the page. */
export const ROWS_BY_SECTION = {
  profile: TIMEZONE,
  preferences: PREFERENCES,
  notifications: NOTIFICATIONS,
  privacy: PRIVACY,
  topics: TOPICS,
} as const;
export const ALL_GROUPS: readonly RowGroup[] = Object.values(ROWS_BY_SECTION).flat();

/** The searchable texts of a row. */
export const textsOf = (row: SettingRow): readonly TextKey[] => [
  row.label,
  ...(row.hint ? [row.hint] : []),
  ...(row.kind === 'choice' ? row.choices.map(([, name]) => name) : []),
];
