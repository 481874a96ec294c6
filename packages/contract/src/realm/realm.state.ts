// The state of organization and server after register, and how events change it.
import { z } from 'zod';
import type { UserGroup } from '../groups/groups.ts';
import type { ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { GroupSettingValue } from '../kit/values.ts';
import { legacyPolicies } from './legacy-policies.ts';
import { holdsRealmPermission, ownPermissions } from './own-permissions.ts';
import { REALM_PERMISSION_NAMES, type RealmPermission, SupportedPermissionSettings } from './permission-settings.ts';
import { REALM_SETTINGS, type RealmSetting } from './realm-settings.ts';
import { LIMITS, lists } from './server-facts.ts';

type SettingFields = { [Name in RealmSetting as `realm_${Name}`]: (typeof REALM_SETTINGS)[Name]['schema'] };
type PermissionFields = { [Name in RealmPermission as `realm_${Name}`]: typeof GroupSettingValue };
type LimitFields = { [Name in keyof typeof LIMITS]: z.ZodInt };

const settingFields = Object.fromEntries(
  Object.entries(REALM_SETTINGS).map(([name, { schema }]) => [`realm_${name}`, schema]),
) as unknown as SettingFields;
const permissionFields = Object.fromEntries(
  REALM_PERMISSION_NAMES.map((name) => [`realm_${name}`, GroupSettingValue]),
) as PermissionFields;
const limitFields = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, z.int()])) as LimitFields;

export const realmState = state({
  fetch: ['realm'],
  fields: () =>
    z.object({
      ...settingFields,
      ...permissionFields,
      ...limitFields,
      ...lists,
      realm_name: z.string(),
      realm_description: z.string(),
      realm_url: z.string(),
      realm_uri: z.string(),
      realm_uuid: z.string(),
      realm_date_created: z.int(),
      realm_bot_domain: z.string(),
      realm_icon_url: z.string(),
      realm_icon_source: z.enum(['G', 'U']),
      realm_logo_url: z.string(),
      realm_logo_source: z.enum(['D', 'U']),
      realm_night_logo_url: z.string(),
      realm_night_logo_source: z.enum(['D', 'U']),
      realm_authentication_methods: z.record(
        z.string(),
        z.object({ enabled: z.boolean(), available: z.boolean(), unavailable_reason: z.string().optional() }),
      ),
      realm_email_auth_enabled: z.boolean(),
      realm_password_auth_enabled: z.boolean(),
      realm_push_notifications_enabled: z.boolean(),
      realm_push_notifications_enabled_end_timestamp: z.int().nullable(),
      realm_owner_full_content_access: z.boolean(),
      realm_plan_type: z.int(),
      realm_upload_quota_mib: z.int().nullable(),
      zulip_plan_is_not_limited: z.boolean(),
      upgrade_text_for_wide_organization_logo: z.string(),
      realm_empty_topic_display_name: z.string(),
      /** Deprecated: whether `message_edit_history_visibility_policy` is `all`. */
      realm_allow_edit_history: z.boolean(),
      /** Deprecated: whether `topics_policy` is `disable_empty_topic`. */
      realm_mandatory_topics: z.boolean(),
      /** Deprecated, like the next three: numeric forms of the permissions with similar names. */
      realm_create_public_stream_policy: z.int(),
      realm_create_private_stream_policy: z.int(),
      realm_create_web_public_stream_policy: z.int(),
      realm_wildcard_mention_policy: z.int(),
      /** Deprecated: the organization's value, or the server default. */
      jitsi_server_url: z.string(),
      server_jitsi_server_url: z.string().nullable(),
      realm_available_video_chat_providers: z.record(z.string(), z.object({ id: z.int(), name: z.string() })),
      server_supported_permission_settings: SupportedPermissionSettings,
      server_avatar_changes_disabled: z.boolean(),
      server_name_changes_disabled: z.boolean(),
      server_can_summarize_topics: z.boolean(),
      server_emoji_data_url: z.string(),
      /** When this process started; used in error reports. */
      server_generation: z.int(),
      server_inline_image_preview: z.boolean(),
      server_inline_url_embed_preview: z.boolean(),
      server_min_deactivated_realm_deletion_days: z.int().nullable(),
      server_max_deactivated_realm_deletion_days: z.int().nullable(),
      server_needs_upgrade: z.boolean(),
      server_web_public_streams_enabled: z.boolean(),
      settings_send_digest_emails: z.boolean(),
      development_environment: z.boolean(),
      event_queue_longpoll_timeout_seconds: z.int(),
      max_stream_name_length: z.int(),
      max_stream_description_length: z.int(),
      max_channel_folder_name_length: z.int(),
      max_channel_folder_description_length: z.int(),
      max_topic_length: z.int(),
      max_message_length: z.int(),
    }),
});

const has = (state: ClientState, ...names: string[]) => names.every((name) => name in state);

/** Sets the fields that repeat others in a legacy form. */
function withOlderForms(state: ClientState): ClientState {
  const next = {
    ...state,
    realm_allow_edit_history: state.realm_message_edit_history_visibility_policy === 'all',
    realm_mandatory_topics: state.realm_topics_policy === 'disable_empty_topic',
    jitsi_server_url: state.realm_jitsi_server_url ?? state.server_jitsi_server_url ?? '',
  };
  if (!has(state, 'realm_user_groups')) return next;
  const groups = state.realm_user_groups as UserGroup[];
  const nameOf = (permission: RealmPermission) => {
    const group = groups.find(({ id }) => id === state[`realm_${permission}`]);
    return group?.is_system_group ? group.name : undefined;
  };
  return { ...next, ...legacyPolicies(nameOf) };
}

function withOwnPermissions(state: ClientState): ClientState {
  if (!has(state, 'user_id', 'realm_user_groups', 'realm_can_invite_users_group')) return state;
  const web_public = Boolean(state.server_web_public_streams_enabled && state.realm_enable_spectator_access);
  return { ...state, ...ownPermissions((permission) => holdsRealmPermission(state, permission), web_public) };
}

/** The settings that an event changes, with their new values. */
function changedBy({ op, property, value, data }: ReceivedEvent): Record<string, unknown> {
  if (op === 'update') return { [property as string]: value };
  return op === 'update_dict' ? (data as Record<string, unknown>) : {};
}

/** Runs after the reducers of users and groups, whose state it reads. */
export const reduceRealm: Reducer = (state, event) => {
  if (event.type === 'user_group' || event.type === 'realm_user') return withOwnPermissions(state);
  if (event.type !== 'realm' || !has(state, 'realm_name')) return state;
  const current = Object.entries(changedBy(event))
    .map(([name, value]) => [`realm_${name}`, value] as const)
    .filter(([name]) => has(state, name));
  return withOwnPermissions(withOlderForms({ ...state, ...Object.fromEntries(current) }));
};
