// Parameters of register. Also used by the page's first script, so nothing large may be imported here.
import type { FeedParams } from '@stoa/sdk';

/** Parameters of register; the whole state comes from its response. */
const FETCHED_TYPES = [
  'realm',
  'realm_user',
  'realm_emoji',
  'realm_user_groups',
  'stream',
  'subscription',
  'message',
  'update_message_flags',
  'starred_messages',
  'drafts',
  'user_topic',
  'muted_users',
  'alert_words',
  'channel_folders',
  'channel_folder',
  'default_streams',
  'user_settings',
  'user_status',
  'presence',
  'typing',
  'reaction',
  'update_message',
  'delete_message',
  'submessage',
  'realm_linkifiers',
  'device',
  'realm_playgrounds',
  'scheduled_messages',
  'reminders',
  'saved_snippets',
  'typing_edit_message',
  'user_group',
  'custom_profile_fields',
  'realm_domains',
  'realm_user_settings_defaults',
  'realm_export',
  'realm_export_consent',
  'realm_bot',
  'invites_changed',
  'bot_offers_changed',
];

/** Capabilities of a modern client: the newest form of every event. */
const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
};

export const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'false',
  event_types: FETCHED_TYPES,
  // Every channel is already in one of the subscription lists.
  fetch_event_types: FETCHED_TYPES.filter((type) => type !== 'stream'),
  client_capabilities: CAPABILITIES,
  presence_history_limit_days: 14,
} satisfies FeedParams;
