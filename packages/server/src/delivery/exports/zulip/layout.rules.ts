// Names and numbers of the reference server's export. Pure.
import type { UserSettings } from '@stoa/contract';

/** Kinds of recipients. */
export const RECIPIENT = { person: 1, channel: 2, people: 3 } as const;

/** Bits of `flags_mask` by the names of flags in the API. */
const FLAG_BITS: Readonly<Record<string, number>> = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 512,
  historical: 1024,
};
export const IS_DIRECT = 2048;
export const READ = FLAG_BITS.read!;

export function flagsMask(names: readonly string[]): number {
  return names.reduce((mask, name) => mask | (FLAG_BITS[name] ?? 0), 0);
}

/** Events of the audit log that begin or end a subscription. */
export const AUDIT = { subscribed: 301, resubscribed: 302, unsubscribed: 303 } as const;

const HISTORY_POLICIES: Readonly<Record<string, number>> = { all: 1, moves: 2, none: 3 };
export const historyPolicy = (policy: string): number => HISTORY_POLICIES[policy] ?? HISTORY_POLICIES.all!;

/** Server bots by the name before the `@` of their address. */
export const crossRealmEmail = (email: string): string => `${email.split('@')[0]}@zulip.com`;

/** Settings of accounts that have the same name and values in the tables of level 372. */
export const USER_SETTINGS = [
  'enter_sends',
  'left_side_userlist',
  'default_language',
  'web_home_view',
  'web_escape_navigates_to_home_view',
  'fluid_layout_width',
  'high_contrast_mode',
  'translate_emoticons',
  'display_emoji_reaction_users',
  'twenty_four_hour_time',
  'starred_message_counts',
  'web_suggest_update_timezone',
  'color_scheme',
  'web_font_size_px',
  'web_line_height_percent',
  'web_animate_image_previews',
  'demote_inactive_streams',
  'web_mark_read_on_scroll_policy',
  'web_channel_default_view',
  'emojiset',
  'user_list_style',
  'web_stream_unreads_count_display_policy',
  'web_navigate_to_sent_message',
  'email_notifications_batching_period_seconds',
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'notification_sound',
  'wildcard_mentions_notify',
  'enable_followed_topic_desktop_notifications',
  'enable_followed_topic_email_notifications',
  'enable_followed_topic_push_notifications',
  'enable_followed_topic_audible_notifications',
  'enable_followed_topic_wildcard_mentions_notify',
  'enable_desktop_notifications',
  'pm_content_in_desktop_notifications',
  'enable_sounds',
  'enable_offline_email_notifications',
  'message_content_in_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'desktop_icon_count_display',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'realm_name_in_email_notifications_policy',
  'automatically_follow_topics_policy',
  'automatically_unmute_topics_in_muted_streams_policy',
  'automatically_follow_topics_where_mentioned',
  'enable_drafts_synchronization',
  'send_stream_typing_notifications',
  'send_private_typing_notifications',
  'send_read_receipts',
  'allow_private_data_export',
  'receives_typing_notifications',
  'email_address_visibility',
  'hide_ai_features',
] as const satisfies readonly (keyof UserSettings)[];

/** Settings of the organization that have the same name and values there. */
export const REALM_SETTINGS = [
  'emails_restricted_to_domains',
  'invite_required',
  'disallow_disposable_email_addresses',
  'enable_spectator_access',
  'want_advertise_in_communities_directory',
  'inline_image_preview',
  'inline_url_embed_preview',
  'digest_emails_enabled',
  'digest_weekday',
  'send_welcome_emails',
  'message_content_allowed_in_email_notifications',
  'require_unique_names',
  'name_changes_disabled',
  'email_changes_disabled',
  'avatar_changes_disabled',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'waiting_period_threshold',
  'message_content_delete_limit_seconds',
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'default_language',
  'message_retention_days',
  'org_type',
  'video_chat_provider',
  'jitsi_server_url',
  'default_code_block_language',
  'enable_read_receipts',
  'enable_guest_user_indicator',
  'enable_guest_user_dm_warning',
] as const;

/** Columns of the organization that name channels, by our settings. */
export const REALM_CHANNELS = {
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
} as const;

/** Permissions of the organization that the tables of level 372 know. */
export const REALM_GROUPS = [
  'can_add_custom_emoji_group',
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_topics_group',
  'can_invite_users_group',
  'can_summarize_topics_group',
  'create_multiuse_invite_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
  'can_access_all_users_group',
  'can_create_groups',
  'can_manage_all_groups',
  'can_add_subscribers_group',
  'can_move_messages_between_channels_group',
  'can_resolve_topics_group',
  'can_create_bots_group',
  'can_create_write_only_bots_group',
  'can_manage_billing_group',
  'can_mention_many_users_group',
] as const;

export const CHANNEL_GROUPS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const;

export const GROUP_GROUPS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;

/** Tables that its reader expects and that are empty: no counterpart here, or nothing that may be exported. */
export const EMPTY_TABLES = [
  'zerver_scheduledmessage',
  'zerver_realmexport',
  'zerver_onboardingusermessage',
  'zerver_userprofile_mirrordummy',
  'zerver_service',
  'zerver_botstoragedata',
  'zerver_botconfigdata',
  'zerver_onboardingstep',
  'zerver_useractivity',
  'zerver_useractivityinterval',
  'zerver_userpresence',
  'zerver_presencesequence',
] as const;
