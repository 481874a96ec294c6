// Every personal setting: its name, schema and default. Spec 2.12, 4.7.
import { z } from 'zod';
import { DEFAULT_LANGUAGE, LanguageCode } from './languages.ts';

export const NOTIFICATION_SOUNDS = ['zulip', 'ding'] as const;
/** A valid choice instead of a sound, but not listed among the sounds. */
const SILENCE = 'none';

export const EMOJI_SETS = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

/** Who can see an account's real address: everybody, members, administrators, nobody, moderators. */
export const EmailAddressVisibility = z.literal([1, 2, 3, 4, 5]);

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export interface UserSettingDeclaration<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly initial: z.output<T>;
}

function setting<T extends z.ZodType>(schema: T, initial: z.output<NoInfer<T>>): UserSettingDeclaration<T> {
  return { schema, initial };
}
/** One schema for all switches. */
const flag = z.boolean();
const on = () => setting(flag, true);
const off = () => setting(flag, false);

/**
 * Settings for which an organization can set defaults for new accounts. An account stores only values that differ from
 * these, so changing one here changes every account that never chose and needs a migration.
 */
export const defaultableSettings = {
  twenty_four_hour_time: off(),
  /** 1 always, 2 only in conversation views, 3 never. */
  web_mark_read_on_scroll_policy: setting(z.literal([1, 2, 3]), 1),
  /** 1 top topic, 2 channel feed, 3 list of topics, 4 top unread topic. */
  web_channel_default_view: setting(z.literal([1, 2, 3, 4]), 1),
  starred_message_counts: on(),
  receives_typing_notifications: on(),
  web_suggest_update_timezone: on(),
  fluid_layout_width: off(),
  high_contrast_mode: off(),
  /** Pixels. */
  web_font_size_px: setting(z.int().min(1).max(200), 16),
  /** 120 means 1.2. */
  web_line_height_percent: setting(z.int().min(1).max(1000), 140),
  /** 1 automatic, 2 dark, 3 light. */
  color_scheme: setting(z.literal([1, 2, 3]), 1),
  /** Disabling it deletes the drafts stored on the server. */
  enable_drafts_synchronization: on(),
  translate_emoticons: off(),
  display_emoji_reaction_users: on(),
  web_home_view: setting(z.enum(['recent', 'inbox', 'all_messages']), 'inbox'),
  web_escape_navigates_to_home_view: on(),
  left_side_userlist: off(),
  emojiset: setting(z.enum(EMOJI_SETS.map(({ key }) => key)), 'google'),
  /** 1 automatic, 2 always, 3 never. */
  demote_inactive_streams: setting(z.literal([1, 2, 3]), 1),
  /** 1 compact, 2 with status, 3 with avatar and status. */
  user_list_style: setting(z.literal([1, 2, 3]), 2),
  web_animate_image_previews: setting(z.enum(['always', 'on_hover', 'never']), 'on_hover'),
  /** 1 all channels, 2 unmuted channels and topics, 3 no channels. */
  web_stream_unreads_count_display_policy: setting(z.literal([1, 2, 3]), 2),
  hide_ai_features: off(),
  web_inbox_show_channel_folders: on(),
  web_left_sidebar_show_channel_folders: on(),
  web_left_sidebar_unreads_count_summary: on(),
  web_navigate_to_sent_message: on(),
  enable_stream_desktop_notifications: off(),
  enable_stream_email_notifications: off(),
  enable_stream_push_notifications: off(),
  enable_stream_audible_notifications: off(),
  notification_sound: setting(z.enum([...NOTIFICATION_SOUNDS, SILENCE]), 'zulip'),
  enable_desktop_notifications: on(),
  enable_sounds: on(),
  enable_followed_topic_desktop_notifications: on(),
  enable_followed_topic_email_notifications: on(),
  enable_followed_topic_push_notifications: on(),
  enable_followed_topic_audible_notifications: on(),
  email_notifications_batching_period_seconds: setting(z.int().min(1).max(WEEK_SECONDS), 120),
  enable_offline_email_notifications: on(),
  enable_offline_push_notifications: on(),
  enable_online_push_notifications: on(),
  enable_digest_emails: on(),
  message_content_in_email_notifications: on(),
  pm_content_in_desktop_notifications: on(),
  wildcard_mentions_notify: on(),
  enable_followed_topic_wildcard_mentions_notify: on(),
  /** 1 all unread, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none. */
  desktop_icon_count_display: setting(z.literal([1, 2, 3, 4]), 1),
  /** 1 automatic, 2 always, 3 never. */
  realm_name_in_email_notifications_policy: setting(z.literal([1, 2, 3]), 1),
  /** 1 participated, 2 sent a message, 3 started, 4 never. */
  automatically_follow_topics_policy: setting(z.literal([1, 2, 3, 4]), 3),
  /** Same values as automatically_follow_topics_policy. */
  automatically_unmute_topics_in_muted_streams_policy: setting(z.literal([1, 2, 3, 4]), 2),
  automatically_follow_topics_where_mentioned: on(),
  resolved_topic_notice_auto_read_policy: setting(z.enum(['always', 'except_followed', 'never']), 'except_followed'),
  presence_enabled: on(),
  enter_sends: off(),
  send_private_typing_notifications: on(),
  send_stream_typing_notifications: on(),
  send_read_receipts: on(),
  email_address_visibility: setting(EmailAddressVisibility, 1),
};

/** Settings without organization defaults. New accounts start with the organization's `default_language`. */
export const personalSettings = {
  default_language: setting(LanguageCode, DEFAULT_LANGUAGE),
  enable_marketing_emails: on(),
  enable_login_emails: on(),
  allow_private_data_export: off(),
};

type Declarations = Readonly<Record<string, UserSettingDeclaration>>;
type SchemasOf<D extends Declarations> = { [Name in keyof D]: D[Name]['schema'] };

/** The schemas alone, to build an object schema. */
export function settingSchemas<D extends Declarations>(declarations: D): SchemasOf<D> {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, { schema }]) => [name, schema]),
  ) as unknown as SchemasOf<D>;
}

export const userSettings = { ...defaultableSettings, ...personalSettings };
/** Every setting except the time zone, which belongs to the account. */
export const UserSettings = z.object(settingSchemas(userSettings));
export type UserSettings = z.output<typeof UserSettings>;
export type UserSetting = keyof UserSettings;
export type DefaultableSetting = keyof typeof defaultableSettings;
export const DEFAULTABLE_SETTING_NAMES = Object.keys(defaultableSettings) as readonly DefaultableSetting[];

export const INITIAL_USER_SETTINGS: Readonly<UserSettings> = UserSettings.parse(
  Object.fromEntries(Object.entries(userSettings).map(([name, { initial }]) => [name, initial])),
);

/** The available choices, sent with the settings. */
export const settingChoices = {
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.object({ key: z.string(), text: z.string() })),
};
export const SETTING_CHOICES = {
  available_notification_sounds: [...NOTIFICATION_SOUNDS],
  emojiset_choices: EMOJI_SETS.map((choice) => ({ ...choice })),
};
