// The organization in the responses of register and server_settings. Spec 4.22.
import {
  CALL_PROVIDERS,
  COMPATIBLE_VERSION,
  EMPTY_TOPIC_DISPLAY_NAME,
  FEATURE_LEVEL,
  type GroupId,
  type InitialState,
  LIMITS,
  LISTS,
  legacyPolicies,
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
  SUPPORTED_PERMISSION_SETTINGS,
} from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import {
  AVATAR_CHANGES_DISABLED,
  EMOJI_DATA_PATH,
  LONGPOLL_TIMEOUT_SECONDS,
  SELF_HOSTED_PLAN,
  type ServerFacts,
  STARTED_AT,
  WEB_PUBLIC_STREAMS_ENABLED,
} from '../../kit/server-facts.ts';
import { systemGroupIds } from '../membership/membership.queries.ts';
import { findRealmPictures } from '../realm-icons/realm-icons.queries.ts';
import { emailHost, getRealmRow } from './realm.queries.ts';
import { botDomain } from './realm.rules.ts';
import { getRealmPermissions, getRealmSettings } from './realm-settings.queries.ts';
import { findUploadQuota } from './upload-space.queries.ts';

/** Existing clients require a merge base; ours has no meaning to them. */
export const versionFields = {
  service_feature_level: FEATURE_LEVEL,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: COMPATIBLE_VERSION,
  zulip_merge_base: COMPATIBLE_VERSION,
};

const WIRE_NAMES = { openid: 'OpenID Connect', saml: 'SAML' } as const;

/** Ways to sign in: a password, and none on a development server. */
export function authenticationMethods({
  dev,
  identity_provider,
  directory,
  takes_passwords,
}: Pick<ServerFacts, 'dev' | 'identity_provider' | 'directory' | 'takes_passwords'>): Record<
  string,
  { enabled: boolean; available: boolean }
> {
  const way = { enabled: true, available: true };
  return {
    Email: { enabled: takes_passwords, available: takes_passwords },
    ...(dev ? { Dev: way } : {}),
    ...(directory === null ? {} : { LDAP: way }),
    ...(identity_provider === null ? {} : { [WIRE_NAMES[identity_provider.kind]]: way }),
  };
}

function prefixed(values: Readonly<Record<string, unknown>>): Partial<InitialState> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value]));
}

export async function findRealmState(
  db: Connection,
  realm: Realm,
  server: ServerFacts,
): Promise<Partial<InitialState>> {
  const row = await getRealmRow(db, realm.realm_id);
  const settings = await getRealmSettings(db, realm.realm_id);
  const permissions = await getRealmPermissions(db, realm.realm_id);
  const names = new Map<GroupId, string>();
  for (const [name, group_id] of await systemGroupIds(db, realm.realm_id)) names.set(group_id, name);
  return {
    ...LIMITS,
    ...LISTS,
    ...prefixed(settings),
    ...prefixed(permissions),
    ...legacyPolicies((permission) => names.get(permissions[permission] as GroupId)),
    realm_name: row.name,
    realm_description: row.description,
    realm_url: row.url,
    realm_uri: row.url,
    realm_uuid: row.uuid,
    realm_date_created: row.date_created,
    realm_bot_domain: botDomain(emailHost(realm)),
    ...prefixed({ ...(await findRealmPictures(db, realm.realm_id)) }),
    realm_authentication_methods: authenticationMethods(server),
    realm_email_auth_enabled: server.takes_passwords,
    realm_password_auth_enabled: server.takes_passwords,
    realm_push_notifications_enabled: server.push_notifications_enabled && !row.push_notifications_refused,
    realm_push_notifications_enabled_end_timestamp: row.push_notifications_end_timestamp,
    realm_owner_full_content_access: row.owner_full_content_access,
    realm_plan_type: SELF_HOSTED_PLAN,
    realm_upload_quota_mib: await findUploadQuota(db, realm.realm_id, server.upload_quota_mib),
    zulip_plan_is_not_limited: true,
    upgrade_text_for_wide_organization_logo: '',
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy === 'all',
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    jitsi_server_url: settings.jitsi_server_url ?? server.jitsi_server_url ?? '',
    server_jitsi_server_url: server.jitsi_server_url,
    realm_available_video_chat_providers: Object.fromEntries(
      server.call_providers.map((provider) => [provider, CALL_PROVIDERS[provider]]),
    ),
    server_supported_permission_settings: SUPPORTED_PERMISSION_SETTINGS,
    server_avatar_changes_disabled: AVATAR_CHANGES_DISABLED,
    server_name_changes_disabled: false,
    server_can_summarize_topics: false,
    server_emoji_data_url: `${row.url}${EMOJI_DATA_PATH}`,
    server_generation: STARTED_AT,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: server.link_previews,
    server_min_deactivated_realm_deletion_days: null,
    server_max_deactivated_realm_deletion_days: null,
    server_needs_upgrade: false,
    server_web_public_streams_enabled: WEB_PUBLIC_STREAMS_ENABLED,
    settings_send_digest_emails: server.sends_mail,
    development_environment: server.dev,
    event_queue_longpoll_timeout_seconds: LONGPOLL_TIMEOUT_SECONDS,
    max_stream_name_length: MAX_STREAM_NAME_LENGTH,
    max_stream_description_length: MAX_STREAM_DESCRIPTION_LENGTH,
    max_channel_folder_name_length: MAX_CHANNEL_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
    max_topic_length: MAX_TOPIC_LENGTH,
    max_message_length: MAX_MESSAGE_LENGTH,
  };
}
