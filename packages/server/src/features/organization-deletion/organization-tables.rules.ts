// The tables of an organization's rows, in the order of deletion: what refers to others goes first. A test finds tables that are missing.

/** Rows that go with the messages they name. */
export const OF_MESSAGES = [
  'attachment_messages',
  'message_edits',
  'message_flags',
  'message_moves',
  'reactions',
  'submessages',
  'unread_marks',
] as const;

/** Rows that go with the account in `user_id`. */
export const OF_ACCOUNTS = [
  'account_use',
  'alert_words',
  'bot_settings',
  'bot_storage',
  'custom_profile_values',
  'delivered_scheduled_messages',
  'devices',
  'digests',
  'drafts',
  'idempotency_keys',
  'mail_readers',
  'missed_messages',
  'muted_users',
  'navigation_views',
  'onboarding_steps',
  'push_notified',
  'push_tokens',
  'read_ranges',
  'recovery_codes',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'silenced_senders',
  'subscription_spans',
  'subscriptions',
  'two_factor',
  'user_status',
  'user_topics',
  'zoom_tokens',
] as const;

/** Rows that go with what they belong to, by that table's key. */
export const OF_OTHERS = [
  ['user_group_members', 'group_id', 'user_groups'],
  ['user_group_subgroups', 'group_id', 'user_groups'],
  ['recipient_users', 'recipient_id', 'recipients'],
  ['scim_groups', 'group_id', 'user_groups'],
] as const;

/** Rows with a `realm_id`. */
export const OF_ORGANIZATION = [
  'audit_entries',
  'confirmations',
  'digest_schedules',
  'invites',
  'jobs',
  'event_queues',
  'events',
  'log_gaps',
  'archive_imports',
  'import_ids',
  'imports',
  'bot_offers',
  'link_previews',
  'linkifiers',
  'mail_pending',
  'push_pending',
  'erasures',
  'personal_exports',
  'playgrounds',
  'realm_domains',
  'realm_emoji',
  'realm_exports',
  'realm_pictures',
  'search_backlog',
  'external_identities',
  'scim_tokens',
  'scim_users',
  'access_tokens',
  'passkeys',
  'spent_challenges',
  'sessions',
  'sign_on_codes',
  'unfinished_uploads',
  'upload_space',
  'user_presence',
  'web_push_subscriptions',
  'custom_profile_fields',
  'user_groups',
  'channels',
  'channel_folders',
  'recipients',
] as const;

/** Deleted in steps of their own. */
export const BY_THEMSELVES = ['attachments', 'loose_files', 'messages', 'realms', 'users'] as const;

/** Rows of the whole server. */
export const OF_THE_SERVER = ['schema_version', 'secret_marks', 'server_keys', 'setup_keys', 'uptime'] as const;
