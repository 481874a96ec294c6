// The row of each organization setting and its choices. Draws nothing; every setting is listed here.
import {
  MAX_WELCOME_MESSAGE_LENGTH,
  OWNERS_PERMISSIONS,
  OWNERS_SETTINGS,
  type RealmChanges,
  type RealmPermission,
  type RealmSettings,
} from '@stoa/contract';
import type { TextKey } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';
import { ORGANIZATION_TYPES } from './organization-types.ts';

export type SettingName = Extract<keyof RealmChanges, keyof RealmSettings>;
type NamesOf<Value> = {
  [Name in SettingName]: RealmSettings[Name] extends Value ? Name : never;
}[SettingName];

interface Base<Name extends string> {
  readonly name: Name;
  readonly hint?: TextKey;
  /** If false, the setting has no effect given the others, and is disabled. */
  readonly needs?: (state: State) => boolean;
  /** Hint shown while disabled. */
  readonly lacks?: TextKey;
}

type ToggleName = Exclude<NamesOf<boolean>, keyof typeof WITHOUT_ROW>;
export interface ToggleSetting extends Base<ToggleName> {
  readonly kind: 'toggle';
}
type ChoiceName =
  | 'org_type'
  | 'default_avatar_source'
  | 'digest_weekday'
  | 'require_two_factor'
  | 'message_edit_history_visibility_policy'
  | 'topics_policy'
  | 'media_preview_size';
export interface ChoiceSetting extends Base<ChoiceName> {
  readonly kind: 'choice';
  readonly choices: readonly (readonly [value: string | number, label: TextKey])[];
}
type LimitName = Extract<SettingName, `${string}_limit_seconds`>;
/** A time limit in seconds. */
export interface LimitSetting extends Base<LimitName> {
  readonly kind: 'limit';
}
type ChannelName =
  | 'new_stream_announcements_stream_id'
  | 'signup_announcements_stream_id'
  | 'moderation_request_channel_id';
export interface ChannelSetting extends Base<ChannelName> {
  readonly kind: 'channel';
  readonly of: 'any' | 'private';
}
type TextName = 'default_code_block_language' | 'welcome_message_custom_text';
export interface TextSetting extends Base<TextName> {
  readonly kind: 'text';
  readonly lines?: number;
  readonly max_length?: number;
}
/** Settings drawn by components of their own. */
type OwnName =
  | 'default_language'
  | 'message_retention_days'
  | 'video_chat_provider'
  | 'jitsi_server_url'
  | 'waiting_period_threshold';
export interface OwnSetting extends Base<OwnName> {
  readonly kind: 'language' | 'retention' | 'calls' | 'call_server' | 'days';
}
export interface PermissionSetting extends Base<RealmPermission> {
  readonly kind: 'permission';
}
export type SettingRow =
  | ToggleSetting
  | ChoiceSetting
  | LimitSetting
  | ChannelSetting
  | TextSetting
  | OwnSetting
  | PermissionSetting;

/** Each needs a text with its name; the compiler reports missing ones. */
type RowName = ToggleName | ChoiceName | LimitName | ChannelName | TextName | OwnName | ShownPermission;
type ShownPermission = Exclude<RealmPermission, keyof typeof WITHOUT_ROW>;
export const rowLabel = (name: SettingRow['name']): TextKey => `org_${name as RowName}`;

export interface RowGroup {
  readonly title: TextKey;
  /** If false, the server leaves nothing to choose. */
  readonly when?: (server: Pick<State, 'settings_send_digest_emails'>) => boolean;
  readonly rows: readonly SettingRow[];
}

const toggle = (name: ToggleName, hint?: TextKey, more: Partial<ToggleSetting> = {}): ToggleSetting => ({
  kind: 'toggle',
  name,
  hint,
  ...more,
});
const limit = (name: LimitName, more: Partial<LimitSetting> = {}): LimitSetting => ({ kind: 'limit', name, ...more });
const permission = (name: ShownPermission, hint?: TextKey): PermissionSetting => ({ kind: 'permission', name, hint });

/** Settings and permissions without a row, each with the reason. */
export const WITHOUT_ROW = {
  gif_rating_policy: 'the server can be given no service for pictures that move',
  authentication_methods: 'who runs the server decides how people sign in',
  string_id: 'who runs the server decides on the address',
  want_advertise_in_communities_directory: 'there is no directory of organizations',
  zulip_update_announcements_stream_id: 'the server announces no updates in a channel',
  can_manage_billing_group: 'there is nothing to pay for',
  can_summarize_topics_group: 'the server can be given no language model',
  workplace_users_group: 'says who is counted for payment, and there is nothing to pay for',
} as const satisfies Readonly<Partial<Record<keyof RealmChanges, string>>>;

const WEEKDAYS: ChoiceSetting['choices'] = ([0, 1, 2, 3, 4, 5, 6] as const).map((day) => [day, `org_weekday_${day}`]);

export const PROFILE: readonly RowGroup[] = [
  {
    title: 'org_about',
    rows: [
      { kind: 'choice', name: 'org_type', choices: ORGANIZATION_TYPES },
      { kind: 'language', name: 'default_language', hint: 'org_default_language_hint' },
    ],
  },
];

export const SETTINGS: readonly RowGroup[] = [
  {
    title: 'org_group_editing',
    rows: [
      toggle('allow_message_editing', 'org_allow_message_editing_hint'),
      limit('message_content_edit_limit_seconds', {
        needs: ({ realm_allow_message_editing }) => realm_allow_message_editing,
      }),
      {
        kind: 'choice',
        name: 'message_edit_history_visibility_policy',
        choices: [
          ['all', 'org_edit_history_all'],
          ['moves', 'org_edit_history_moves'],
          ['none', 'org_edit_history_none'],
        ],
      },
      limit('message_content_delete_limit_seconds', { hint: 'org_message_content_delete_limit_seconds_hint' }),
      limit('move_messages_within_stream_limit_seconds', { hint: 'org_move_limit_hint' }),
      limit('move_messages_between_streams_limit_seconds', { hint: 'org_move_limit_hint' }),
    ],
  },
  {
    title: 'org_group_retention',
    rows: [{ kind: 'retention', name: 'message_retention_days', hint: 'org_message_retention_days_hint' }],
  },
  {
    title: 'org_group_topics',
    rows: [
      {
        kind: 'choice',
        name: 'topics_policy',
        hint: 'org_topics_policy_hint',
        choices: [
          ['allow_empty_topic', 'org_topics_allow_empty'],
          ['disable_empty_topic', 'org_topics_disable_empty'],
        ],
      },
    ],
  },
  {
    title: 'org_group_announcements',
    rows: [
      { kind: 'channel', name: 'new_stream_announcements_stream_id', of: 'any' },
      { kind: 'channel', name: 'signup_announcements_stream_id', of: 'any' },
      {
        kind: 'channel',
        name: 'moderation_request_channel_id',
        of: 'private',
        hint: 'org_moderation_request_channel_id_hint',
      },
      toggle('send_channel_events_messages', 'org_send_channel_events_messages_hint'),
    ],
  },
  {
    title: 'org_group_content',
    rows: [
      toggle('inline_image_preview'),
      {
        kind: 'choice',
        name: 'media_preview_size',
        needs: ({ realm_inline_image_preview }) => realm_inline_image_preview,
        choices: [
          [100, 'org_media_small'],
          [150, 'org_media_medium'],
          [200, 'org_media_large'],
        ],
      },
      toggle('inline_url_embed_preview', 'org_inline_url_embed_preview_hint', {
        needs: ({ server_inline_url_embed_preview }) => server_inline_url_embed_preview,
        lacks: 'org_inline_url_embed_preview_lacks',
      }),
      {
        kind: 'text',
        name: 'default_code_block_language',
        hint: 'org_default_code_block_language_hint',
        max_length: 40,
      },
    ],
  },
  {
    title: 'org_group_calls',
    rows: [
      { kind: 'calls', name: 'video_chat_provider' },
      {
        kind: 'call_server',
        name: 'jitsi_server_url',
        hint: 'org_jitsi_server_url_hint',
        needs: ({ realm_video_chat_provider }) => realm_video_chat_provider === 1,
      },
    ],
  },
  {
    title: 'org_group_privacy',
    rows: [
      toggle('enable_read_receipts', 'org_enable_read_receipts_hint'),
      toggle('presence_disabled', 'org_presence_disabled_hint'),
      toggle('message_content_allowed_in_email_notifications'),
      toggle('require_e2ee_push_notifications', 'org_require_e2ee_push_notifications_hint'),
      toggle('enable_spectator_access', 'org_enable_spectator_access_hint', {
        needs: ({ server_web_public_streams_enabled }) => server_web_public_streams_enabled,
      }),
    ],
  },
  {
    title: 'org_group_digests',
    when: ({ settings_send_digest_emails }) => settings_send_digest_emails,
    rows: [
      toggle('digest_emails_enabled', 'org_digest_emails_enabled_hint'),
      {
        kind: 'choice',
        name: 'digest_weekday',
        hint: 'org_digest_weekday_hint',
        needs: ({ realm_digest_emails_enabled }) => realm_digest_emails_enabled,
        choices: WEEKDAYS,
      },
    ],
  },
  {
    title: 'org_group_guests',
    rows: [
      permission('can_access_all_users_group', 'org_can_access_all_users_group_hint'),
      toggle('enable_guest_user_indicator'),
      toggle('enable_guest_user_dm_warning'),
    ],
  },
];

export const PERMISSIONS: readonly RowGroup[] = [
  {
    title: 'org_group_inviting',
    rows: [permission('can_invite_users_group'), permission('create_multiuse_invite_group')],
  },
  {
    title: 'org_group_channels',
    rows: [
      permission('can_create_public_channel_group'),
      permission('can_create_private_channel_group'),
      permission('can_create_web_public_channel_group', 'org_can_create_web_public_channel_group_hint'),
      permission('can_add_subscribers_group'),
      permission('can_mention_many_users_group', 'org_can_mention_many_users_group_hint'),
    ],
  },
  { title: 'org_group_groups', rows: [permission('can_create_groups'), permission('can_manage_all_groups')] },
  {
    title: 'org_group_direct',
    rows: [
      permission('direct_message_initiator_group'),
      permission('direct_message_permission_group', 'org_direct_message_permission_group_hint'),
    ],
  },
  {
    title: 'org_group_moving',
    rows: [
      permission('can_move_messages_between_topics_group'),
      permission('can_move_messages_between_channels_group'),
      permission('can_resolve_topics_group'),
      permission('can_set_topics_policy_group'),
    ],
  },
  {
    title: 'org_group_deleting',
    rows: [
      permission('can_delete_any_message_group'),
      permission('can_delete_own_message_group'),
      permission('can_set_delete_message_policy_group', 'org_can_set_delete_message_policy_group_hint'),
    ],
  },
  {
    title: 'org_group_bots',
    rows: [
      permission('can_create_bots_group'),
      permission('can_create_write_only_bots_group'),
      permission('can_add_custom_emoji_group'),
    ],
  },
  {
    title: 'org_group_accounts',
    rows: [
      {
        kind: 'choice',
        name: 'default_avatar_source',
        hint: 'org_default_avatar_source_hint',
        choices: [
          ['J', 'org_avatars_generated'],
          ['G', 'org_avatars_gravatar'],
        ],
      },
      {
        kind: 'choice',
        name: 'require_two_factor',
        hint: 'org_require_two_factor_hint',
        choices: [
          ['nobody', 'org_two_factor_nobody'],
          ['administrators', 'org_two_factor_administrators'],
          ['everybody', 'org_two_factor_everybody'],
        ],
      },
      toggle('name_changes_disabled', 'org_administrators_still_hint'),
      toggle('require_unique_names'),
      toggle('email_changes_disabled', 'org_administrators_still_hint'),
      toggle('avatar_changes_disabled', 'org_administrators_still_hint'),
      toggle('personal_exports_disabled', 'org_administrators_still_hint'),
      toggle('enable_account_erasure'),
      { kind: 'days', name: 'waiting_period_threshold', hint: 'org_waiting_period_threshold_hint' },
    ],
  },
];

export const JOINING: readonly RowGroup[] = [
  {
    title: 'org_group_joining',
    rows: [
      toggle('invite_required', 'org_invite_required_hint'),
      toggle('disallow_disposable_email_addresses'),
      toggle('emails_restricted_to_domains', undefined, {
        lacks: 'org_emails_restricted_to_domains_hint',
        needs: ({ realm_domains, realm_emails_restricted_to_domains }) =>
          realm_emails_restricted_to_domains || realm_domains.length > 0,
      }),
    ],
  },
];

export const WELCOME: readonly RowGroup[] = [
  {
    title: 'org_group_welcome',
    rows: [
      toggle('send_welcome_emails', 'org_send_welcome_emails_hint'),
      {
        kind: 'text',
        name: 'welcome_message_custom_text',
        hint: 'org_welcome_message_custom_text_hint',
        lines: 5,
        max_length: MAX_WELCOME_MESSAGE_LENGTH,
      },
    ],
  },
];

/** Changed in rows of their own on the organization's profile. */
export const PROFILE_TEXTS = ['name', 'description'] as const satisfies readonly (keyof RealmChanges)[];

export const ALL_GROUPS: readonly RowGroup[] = [PROFILE, SETTINGS, PERMISSIONS, JOINING, WELCOME].flat();

/** State that decides which groups there are. */
export const GROUPS_DEPEND_ON = ['settings_send_digest_emails'] as const;
/** The groups that the server has a use for. */
export const offeredGroups = (groups: readonly RowGroup[], server: Pick<State, (typeof GROUPS_DEPEND_ON)[number]>) =>
  groups.filter(({ when }) => when?.(server) ?? true);

/** The searchable texts of a row. */
export const textsOf = (row: SettingRow): readonly TextKey[] => [
  rowLabel(row.name),
  ...(row.hint ? [row.hint] : []),
  ...(row.kind === 'choice' ? row.choices.map(([, name]) => name) : []),
];

const isOwners = (name: string): boolean =>
  OWNERS_SETTINGS.has(name) || OWNERS_PERMISSIONS.has(name as RealmPermission);

export type Changeable = 'yes' | 'owners' | 'administrators';

/** Whether the reader may change a setting, and otherwise who may. */
export function mayChange({ is_admin, is_owner }: Pick<State, 'is_admin' | 'is_owner'>, name: string): Changeable {
  if (!is_admin) return 'administrators';
  return is_owner || !isOwners(name) ? 'yes' : 'owners';
}
