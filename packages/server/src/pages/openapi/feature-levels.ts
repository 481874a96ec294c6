// The feature levels at which endpoints came or changed, as far as they are known: clients decide by them what they can
// use.
import type { Endpoint } from '@stoa/contract';

/** Changes are known from this level on. */
const FIRST_KNOWN = 373;
/** The calls of this server alone. */
const OWN =
  /^\/(sessions|passkeys|web_push|bots\/offers|personal_exports|erasures|realm\/two_factor|users\/[^/]+\/(erase|two_factor))(\/|$)/;

type Changes = Readonly<Record<number, string>>;

const OF_CHANNELS: Changes = {
  389: 'Field `folder_id`.',
  392: 'Field `topics_policy`.',
  394: 'Field `subscriber_count`.',
  396: 'Fields `can_move_messages_out_of_channel_group` and `can_move_messages_within_channel_group`.',
  402: 'Field `can_resolve_topics_group`.',
  407: 'Fields `can_delete_any_message_group` and `can_delete_own_message_group`.',
  441: 'Field `can_create_topic_group`.',
};

const OF_SETTINGS: Changes = {
  383: '`web_channel_default_view` may be 3.',
  385: 'Parameter `resolved_topic_notice_auto_read_policy`.',
  398: 'Parameter `web_left_sidebar_unreads_count_summary`.',
  401: '`web_channel_default_view` may be 4.',
  411: 'Parameter `web_left_sidebar_show_channel_folders`.',
  431: 'Parameter `web_inbox_show_channel_folders`.',
  454: '`web_home_view` is `recent`, formerly `recent_topics`.',
};

const OF_LINKIFIERS: Changes = {
  471: 'Parameters `example_input` and `reverse_template`.',
  478: 'Parameter `alternative_url_templates`.',
};

/** Changes by feature level, by the id of the endpoint. */
export const CHANGES: Readonly<Record<string, Changes>> = {
  'get-users': {
    384: 'Parameter `user_ids`.',
    387: 'Needs no account where public access is on.',
    433: 'Field `is_imported_stub`.',
  },
  'get-user': { 433: 'Field `is_imported_stub`.' },
  'get-user-by-email': { 433: 'Field `is_imported_stub`.' },
  'get-own-user': { 433: 'Field `is_imported_stub`.' },
  'deactivate-user': { 459: 'Parameter `actions`.' },
  'get-custom-profile-fields': { 455: 'Field `use_for_user_matching`.' },
  'create-custom-profile-field': {
    455: 'Parameter `use_for_user_matching`.',
    476: '`display_in_profile_summary` for fields of long text too.',
  },
  'update-custom-profile-field': { 476: '`display_in_profile_summary` for fields of long text too.' },
  'update-bot': { 447: 'Parameter `short_name`.' },
  'update-user-group': { 386: 'Parameter `deactivated`.' },
  'update-user-group-members': { 391: 'Works for deactivated groups.' },
  'get-is-user-group-member': { 458: 'Works for bots.' },
  'update-user-group-subgroups': { 391: 'Works for deactivated groups.' },
  'get-streams': OF_CHANNELS,
  'get-stream-by-id': { ...OF_CHANNELS, 480: 'Works for archived channels.' },
  'get-stream-email-address': { 448: 'Only for people who may post in the channel.' },
  'update-stream': {
    388: 'Parameter `is_archived`.',
    389: 'Parameter `folder_id`.',
    392: 'Parameter `topics_policy`.',
    396: 'Parameters `can_move_messages_out_of_channel_group` and `can_move_messages_within_channel_group`.',
    402: 'Parameter `can_resolve_topics_group`.',
    407: 'Parameters `can_delete_any_message_group` and `can_delete_own_message_group`.',
    441: 'Parameter `can_create_topic_group`.',
  },
  'get-subscriptions': { ...OF_CHANNELS, 412: '`include_subscribers` may be `partial`; field `partial_subscribers`.' },
  subscribe: {
    389: 'Parameter `folder_id`.',
    392: 'Parameter `topics_policy`.',
    396: 'Parameters `can_move_messages_out_of_channel_group` and `can_move_messages_within_channel_group`.',
    397: 'Parameter `send_new_subscription_messages`; field `new_subscription_messages_sent`.',
    402: 'Parameter `can_resolve_topics_group`.',
    407: 'Parameters `can_delete_any_message_group` and `can_delete_own_message_group`.',
    441: 'Parameter `can_create_topic_group`.',
  },
  'create-channel': { 441: 'Parameter `can_create_topic_group`.' },
  'get-subscription-status': { 458: 'Works for bots.' },
  'get-user-channels': { 458: 'Works for bots.' },
  'get-messages': {
    445: 'Parameter `anchor_date`; `anchor` may be `date`.',
    446: 'The operator `mentions` in `narrow`.',
  },
  'check-messages-match-narrow': { 446: 'The operator `mentions` in `narrow`.' },
  'update-message': {
    379: 'Parameter `prev_content_sha256`.',
    443: 'Times in `detached_uploads` are seconds; they were milliseconds.',
  },
  'get-stream-topics': { 480: 'Works for archived channels.' },
  'get-attachments': {
    443: 'Times are seconds; they were milliseconds.',
    472: '`message_ids` in place of `messages`.',
  },
  'register-push-device': {
    432: 'Parameter `push_key`.',
    468: 'Registers a device by `device_id`, `push_key_id` and `token_id`.',
  },
  'e2ee-test-notify': { 468: 'Parameter `device_id` in place of the account of the push service.' },
  'test-notify': { 420: 'Deprecated: `e2ee-test-notify` takes its place.' },
  'add-apns-token': { 406: 'Deprecated: `register-push-device` takes its place.' },
  'remove-apns-token': { 406: 'Deprecated.' },
  'add-fcm-token': { 406: 'Deprecated: `register-push-device` takes its place.' },
  'remove-fcm-token': { 406: 'Deprecated.' },
  'update-status-for-user': { 473: 'Bots of administrators may call this.' },
  'get-channel-folders': { 414: 'Sorted by `order`.' },
  'get-linkifiers': {
    471: 'Fields `example_input` and `reverse_template`.',
    478: 'Field `alternative_url_templates`.',
  },
  'add-linkifier': OF_LINKIFIERS,
  'update-linkifier': OF_LINKIFIERS,
  'create-message-reminder': { 415: 'Parameter `note`.' },
  'update-message-flags-for-narrow': { 446: 'The operator `mentions` in `narrow`.' },
  'update-settings': { ...OF_SETTINGS, 444: 'Parameter `target_users`.' },
  'update-realm-user-settings-defaults': OF_SETTINGS,
  'send-invites': { 416: 'Parameter `welcome_message_custom_text`.' },
  'create-invite-link': { 416: 'Parameter `welcome_message_custom_text`.' },
  'get-realm-exports': { 449: '`export_type` is a text; it was a number.' },
  'export-realm': { 449: '`export_type` is a text; it was a number.' },
  'get-realm-export-consents': { 430: 'Field `email_address_visibility`.' },
  'register-remote-push-device': { 468: 'Parameter `token_id`.' },
  'register-queue': {
    380: '`is_moderator` is true for administrators and owners too.',
    385: 'Field `resolved_topic_notice_auto_read_policy`.',
    389: 'Fields `folder_id` and `channel_folders`.',
    390: 'Field `navigation_views`.',
    392: 'Fields `topics_policy`, `realm_topics_policy` and `realm_can_set_topics_policy_group`.',
    394: 'Field `subscriber_count`.',
    396: 'Fields `can_move_messages_out_of_channel_group` and `can_move_messages_within_channel_group`.',
    397: 'Field `max_bulk_new_subscription_messages`.',
    398: 'Field `web_left_sidebar_unreads_count_summary`.',
    399: 'Field `reminders`.',
    402: 'Field `can_resolve_topics_group`.',
    403: 'Field `url_options` of `realm_incoming_webhook_bots`.',
    407: 'Fields `can_delete_any_message_group`, `can_delete_own_message_group` and `realm_can_set_delete_message_policy_group`.',
    409: 'Field `realm_require_e2ee_push_notifications`.',
    410: 'Fields `max_channel_folder_name_length` and `max_channel_folder_description_length`.',
    411: 'Field `web_left_sidebar_show_channel_folders`.',
    412: '`include_subscribers` may be `partial`; field `partial_subscribers` of channels.',
    415: 'Field `max_reminder_note_length`.',
    416: 'Field `realm_welcome_message_custom_text`.',
    419: 'Client capability `simplified_presence_events`.',
    431: 'Field `web_inbox_show_channel_folders`.',
    433: 'Field `is_imported_stub`.',
    434: 'Field `realm_send_channel_events_messages`.',
    435: 'Field `server_report_message_types`.',
    438: 'Field `realm_owner_full_content_access`.',
    439: 'Settings are in `user_settings` only.',
    441: 'Field `can_create_topic_group`.',
    442: 'Field `tenor_api_key`.',
    453: 'Fields `gif_rating_policy_options` and `realm_gif_rating_policy`.',
    455: 'Field `use_for_user_matching`.',
    456: 'Field `realm_default_avatar_source`.',
    466: 'Field `realm_uuid`.',
    468: 'Field `devices`.',
    469: 'Field `realm_media_preview_size`.',
    471: 'Fields `example_input` and `reverse_template`.',
    474: '`realm_bots` has only what `realm_users` has not.',
    477: 'Field `realm_workplace_users_group`.',
    478: 'Field `alternative_url_templates`.',
    481: 'Parameter `idle_queue_timeout`; field `idle_queue_timeout_secs`.',
  },
  'update-realm': {
    392: 'Parameters `topics_policy` and `can_set_topics_policy_group`.',
    407: 'Parameter `can_set_delete_message_policy_group`.',
    409: 'Parameter `require_e2ee_push_notifications`.',
    416: 'Parameter `welcome_message_custom_text`.',
    434: 'Parameter `send_channel_events_messages`.',
    453: 'Parameter `gif_rating_policy`.',
    456: 'Parameter `default_avatar_source`.',
    469: 'Parameter `media_preview_size`.',
    477: 'Parameter `workplace_users_group`.',
  },
};

/** The history of an endpoint by feature level, oldest first. */
export function levelNotes({ id, path, since }: Endpoint): string[] {
  if (OWN.test(path)) return ['Only this server has this call.'];
  const came = since === undefined ? `Older than feature level ${FIRST_KNOWN}.` : `Since feature level ${since}.`;
  const changes = Object.entries(CHANGES[id] ?? {}).map(([level, change]) => `Feature level ${level}: ${change}`);
  return [came, ...changes];
}
