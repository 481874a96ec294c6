// Every setting an organization has beside its permissions: what it may be, what it is at first, who changes it.
import { z } from 'zod';
import { GroupSettingUpdate } from '../kit/group-setting.ts';
import { DEFAULT_LANGUAGE, LanguageCode } from '../settings/languages.ts';
import { REALM_PERMISSION_NAMES, type RealmPermission } from './permission-settings.ts';

/** In Unicode code points. */
export const MAX_REALM_NAME_LENGTH = 40;
export const MAX_REALM_DESCRIPTION_LENGTH = 1000;
export const MAX_WELCOME_MESSAGE_LENGTH = 8000;
const MAX_URL_LENGTH = 200;
const MAX_LANGUAGE_LENGTH = 40;
const MAX_RETENTION_DAYS = 100_000;
const MAX_LIMIT_SECONDS = 10 * 365 * 24 * 60 * 60;
const MAX_WAITING_DAYS = 10_000;

/** Instead of a channel: no channel. */
export const NO_CHANNEL = -1;
/** Instead of a number of days: for ever. */
export const FOREVER = -1;

interface Declaration<T extends z.ZodType = z.ZodType, P extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly initial: z.output<T>;
  /** The form in which it is changed. */
  readonly param: P;
  readonly owners_only: boolean;
}

const setting = <T extends z.ZodType>(schema: T, initial: z.output<NoInfer<T>>): Declaration<T, T> => ({
  schema,
  initial,
  param: schema,
  owners_only: false,
});
const owners = <D extends Declaration>(declaration: D): D => ({ ...declaration, owners_only: true });

/** Seconds within which something may be done; null without a limit, which requests call "unlimited". */
const limit = (initial: number) => ({
  schema: z.int().nullable(),
  initial,
  param: z.union([z.literal('unlimited'), z.int().min(1).max(MAX_LIMIT_SECONDS)]),
  owners_only: false,
});
const channel = { schema: z.int(), initial: NO_CHANNEL, param: z.int().min(NO_CHANNEL), owners_only: false };
const on = () => setting(z.boolean(), true);
const off = () => setting(z.boolean(), false);

export const MINUTES_10 = 600;
const DAYS_7 = 7 * 24 * 60 * 60;

export const REALM_SETTINGS = {
  allow_message_editing: on(),
  avatar_changes_disabled: off(),
  /** The picture of new accounts: J is made by this server; for G clients ask gravatar.com, except for hidden addresses. */
  default_avatar_source: setting(z.enum(['G', 'J']), 'J'),
  default_code_block_language: setting(z.string().max(MAX_LANGUAGE_LENGTH), ''),
  default_language: setting(LanguageCode, DEFAULT_LANGUAGE),
  digest_emails_enabled: off(),
  /** 0 is Monday. */
  digest_weekday: setting(z.int().min(0).max(6), 1),
  disallow_disposable_email_addresses: owners(on()),
  email_changes_disabled: off(),
  emails_restricted_to_domains: owners(off()),
  enable_guest_user_dm_warning: on(),
  enable_guest_user_indicator: on(),
  enable_read_receipts: on(),
  enable_spectator_access: off(),
  /** One of `gif_rating_policy_options`. */
  gif_rating_policy: setting(z.literal([0, 1, 2, 3, 4, 5]), 2),
  inline_image_preview: on(),
  inline_url_embed_preview: off(),
  invite_required: owners(on()),
  /** Null: the server's. */
  jitsi_server_url: {
    schema: z.string().nullable(),
    initial: null,
    param: z.union([
      z.literal('default'),
      z
        .url({ protocol: /^https?$/ })
        .max(MAX_URL_LENGTH)
        .transform((url) => url.replace(/\/+$/, '')),
    ]),
    owners_only: false,
  },
  /** Pixels. */
  media_preview_size: setting(z.literal([100, 150, 200]), 100),
  message_content_allowed_in_email_notifications: on(),
  message_content_delete_limit_seconds: limit(MINUTES_10),
  message_content_edit_limit_seconds: limit(MINUTES_10),
  message_edit_history_visibility_policy: setting(z.enum(['all', 'moves', 'none']), 'all'),
  message_retention_days: {
    schema: z.int(),
    initial: FOREVER,
    param: z.union([z.literal('unlimited'), z.int().min(1).max(MAX_RETENTION_DAYS)]),
    owners_only: true,
  },
  moderation_request_channel_id: channel,
  move_messages_between_streams_limit_seconds: limit(DAYS_7),
  move_messages_within_stream_limit_seconds: limit(DAYS_7),
  name_changes_disabled: off(),
  new_stream_announcements_stream_id: channel,
  org_type: setting(z.literal([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 110, 120, 1000]), 0),
  presence_disabled: off(),
  require_e2ee_push_notifications: off(),
  require_unique_names: off(),
  send_channel_events_messages: off(),
  send_welcome_emails: off(),
  signup_announcements_stream_id: channel,
  topics_policy: setting(z.enum(['allow_empty_topic', 'disable_empty_topic']), 'allow_empty_topic'),
  /** One of `realm_available_video_chat_providers`. */
  video_chat_provider: setting(z.literal([0, 1, 3, 4, 5, 7]), 1),
  /** Days until a new member becomes a full member. */
  waiting_period_threshold: owners(setting(z.int().min(0).max(MAX_WAITING_DAYS), 0)),
  want_advertise_in_communities_directory: off(),
  /** Empty: the server's own words. */
  welcome_message_custom_text: setting(z.string(), ''),
  zulip_update_announcements_stream_id: channel,
} as const satisfies Record<string, Declaration>;

export type RealmSetting = keyof typeof REALM_SETTINGS;
type SchemasOf = { [Name in RealmSetting]: (typeof REALM_SETTINGS)[Name]['schema'] };
export const RealmSettings = z.object(
  Object.fromEntries(
    Object.entries(REALM_SETTINGS).map(([name, { schema }]) => [name, schema]),
  ) as unknown as SchemasOf,
);
export type RealmSettings = z.output<typeof RealmSettings>;

export const INITIAL_REALM_SETTINGS: Readonly<RealmSettings> = RealmSettings.parse(
  Object.fromEntries(Object.entries(REALM_SETTINGS).map(([name, { initial }]) => [name, initial])),
);

type ParamsOf = { [Name in RealmSetting]: (typeof REALM_SETTINGS)[Name]['param'] };
type PermissionParams = { [Name in RealmPermission]: typeof GroupSettingUpdate };

/** The parameters of `PATCH /realm`. */
export const RealmChanges = z
  .object({
    name: z.string(),
    description: z.string(),
    /** By the names of `realm_authentication_methods`; what is not named stays. */
    authentication_methods: z.record(z.string(), z.boolean()),
    /** Part of the address of demo organizations, which there are none of. */
    string_id: z.string(),
    ...(Object.fromEntries(
      Object.entries(REALM_SETTINGS).map(([name, { param }]) => [name, param]),
    ) as unknown as ParamsOf),
    ...(Object.fromEntries(REALM_PERMISSION_NAMES.map((name) => [name, GroupSettingUpdate])) as PermissionParams),
  })
  .partial();
export type RealmChanges = z.output<typeof RealmChanges>;

/** What nobody but owners may change, permissions aside. */
export const OWNERS_SETTINGS: ReadonlySet<string> = new Set([
  'authentication_methods',
  'string_id',
  ...Object.entries(REALM_SETTINGS).flatMap(([name, { owners_only }]) => (owners_only ? [name] : [])),
]);
