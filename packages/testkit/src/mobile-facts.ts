// What existing mobile apps require: fields and values without which they throw. Deliberately separate from our contract, so
// that a change of ours that breaks the apps is detected.
import { z } from 'zod';

const int = z.int();
const text = z.string();
const bool = z.boolean();
const ints = z.array(int);
const object = z.looseObject;

const color = text.regex(/^#[0-9a-f]{6}$/);
const role = z.literal([100, 200, 300, 400, 600]);
const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']);
const visibilityPolicy = z.literal([0, 1, 2, 3]);
const wildcardPolicy = z.literal([1, 2, 3, 5, 6, 7]);
const messageFlag = z.enum([
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
]);
const groupSetting = z.union([int, object({ direct_members: ints, direct_subgroups: ints })]);

const user = object({
  ...{ user_id: int, email: text, full_name: text, date_joined: text, is_bot: bool, role, timezone: text },
  ...{ avatar_version: int, avatar_url: text.nullish(), delivery_email: text.nullish(), bot_type: int.nullish() },
  ...{ bot_owner_id: int.nullish(), is_active: bool.optional() },
  profile_data: z.record(text, object({ value: text, rendered_value: text.optional() })).optional(),
});
const channel = object({
  ...{ stream_id: int, name: text, description: text, rendered_description: text, date_created: int },
  ...{ invite_only: bool, is_web_public: bool, history_public_to_subscribers: bool, is_archived: bool.optional() },
  ...{ first_message_id: int.nullish(), message_retention_days: int.nullish(), folder_id: int.nullish() },
  ...{ can_add_subscribers_group: groupSetting.optional(), can_delete_any_message_group: groupSetting.optional() },
  ...{ can_delete_own_message_group: groupSetting.optional(), can_send_message_group: groupSetting.optional() },
  ...{ can_subscribe_group: groupSetting.optional(), stream_weekly_traffic: int.nullish() },
});
const subscription = channel.extend({ pin_to_top: bool, is_muted: bool, color });
const reaction = object({ emoji_name: text, emoji_code: text, reaction_type: reactionType, user_id: int });
const submessage = object({ sender_id: int, msg_type: text, content: text });
const anyMessage = object({
  ...{ client: text, content: text, content_type: text, id: int, is_me_message: bool, reactions: z.array(reaction) },
  ...{ sender_email: text, sender_full_name: text, sender_id: int, sender_realm_str: text, timestamp: int },
  ...{ submessages: z.array(submessage).optional(), last_edit_timestamp: int.nullish(), subject: text },
});
const message = z.discriminatedUnion('type', [
  anyMessage.extend({ type: z.literal('stream'), stream_id: int, display_recipient: text }),
  anyMessage.extend({ type: z.literal('private'), display_recipient: z.array(object({ id: int })) }),
]);
const profileField = object({ id: int, type: int, order: int, name: text, hint: text, field_data: text });
const emoji = object({ id: text, name: text, source_url: text, deactivated: bool, still_url: text.nullish() });
const group = object({
  ...{ id: int, members: ints, direct_subgroup_ids: ints, name: text, description: text, is_system_group: bool },
});
const folder = object({ id: int, name: text, description: text, rendered_description: text, is_archived: bool });
const snippet = object({ id: int, title: text, content: text, date_created: int });
const userTopic = object({ stream_id: int, topic_name: text, last_updated: int, visibility_policy: visibilityPolicy });
const emojiMap = z.record(text, emoji);
const unread = { unread_message_ids: ints };

/** Required in the register response for clients that fetch everything in modern formats. */
export const registered = object({
  ...{ last_event_id: int, zulip_feature_level: int.min(371), zulip_version: text, zulip_merge_base: text },
  ...{ alert_words: z.array(text), custom_profile_fields: z.array(profileField), max_stream_name_length: int },
  ...{ max_topic_length: int, server_presence_ping_interval_seconds: int, muted_users: z.array(object({ id: int })) },
  server_presence_offline_threshold_seconds: int,
  presences: z.record(text.regex(/^\d+$/), object({ active_timestamp: int, idle_timestamp: int })),
  ...{ realm_emoji: emojiMap, realm_user_groups: z.array(group) },
  recent_private_conversations: z.array(object({ max_message_id: int, user_ids: ints })),
  subscriptions: z.array(subscription),
  unread_msgs: object({
    ...{ count: int, mentions: ints, old_unreads_missing: bool },
    pms: z.array(object({ other_user_id: int, ...unread })),
    streams: z.array(object({ topic: text, stream_id: int, ...unread })),
    huddles: z.array(object({ user_ids_string: text, ...unread })),
  }),
  ...{ starred_messages: ints, streams: z.array(channel), user_status: z.record(text, object({})) },
  user_settings: object({
    ...{ starred_message_counts: bool, display_emoji_reaction_users: bool, presence_enabled: bool, emojiset: text },
    ...{ twenty_four_hour_time: bool.nullish(), web_inbox_show_channel_folders: bool.optional() },
  }),
  ...{ user_topics: z.array(userTopic), realm_wildcard_mention_policy: wildcardPolicy, realm_name: text },
  ...{ realm_waiting_period_threshold: int, realm_allow_message_editing: bool, realm_enable_read_receipts: bool },
  ...{ realm_icon_url: text, realm_presence_disabled: bool, max_file_upload_size_mib: int },
  realm_default_external_accounts: z.record(text, object({ name: text, text: text, hint: text, url_pattern: text })),
  ...{ server_emoji_data_url: text, event_queue_longpoll_timeout_seconds: int, realm_users: z.array(user) },
  ...{ realm_non_active_users: z.array(user), cross_realm_bots: z.array(user) },
  saved_snippets: z.array(snippet).optional(),
  channel_folders: z.array(folder).optional(),
  server_thumbnail_formats: z
    .array(object({ name: text, max_width: int, max_height: int, animated: bool, format: text }))
    .optional(),
  server_report_message_types: z.array(object({ key: text, name: text })).optional(),
});

const byMembers = object({ group_id: int, user_ids: ints });
const bySubgroups = object({ group_id: int, direct_subgroup_ids: ints });
const byPeers = object({ stream_ids: ints, user_ids: ints });
const flags = object({ flag: text, messages: ints });

/** The events that the apps parse; they ignore all others. */
export const events: Readonly<Record<string, z.ZodType>> = {
  'realm_emoji/add': object({ emoji }),
  'realm_emoji/update_one': object({ emoji_id: text, data: object({}) }),
  'realm_emoji/update': object({ realm_emoji: emojiMap }),
  alert_words: object({ alert_words: z.array(text) }),
  'user_settings/update': object({ property: text, value: z.any() }),
  'device/add': object({ device_id: int }),
  'device/remove': object({ device_id: int }),
  'device/update': object({ device_id: int }),
  custom_profile_fields: object({ fields: z.array(profileField) }),
  'user_group/add': object({ group }),
  'user_group/update': object({ group_id: int, data: object({}) }),
  'user_group/add_members': byMembers,
  'user_group/remove_members': byMembers,
  'user_group/add_subgroups': bySubgroups,
  'user_group/remove_subgroups': bySubgroups,
  'user_group/remove': object({ group_id: int }),
  'realm_user/add': object({ person: user }),
  'realm_user/update': object({
    person: object({ user_id: int, full_name: text.optional(), role: role.optional(), timezone: text.optional() }),
  }),
  'saved_snippets/add': object({ saved_snippet: snippet }),
  'saved_snippets/update': object({ saved_snippet: snippet }),
  'saved_snippets/remove': object({ saved_snippet_id: int }),
  'stream/create': object({ streams: z.array(channel) }),
  'stream/delete': object({ stream_ids: ints }),
  'stream/update': object({ stream_id: int, name: text, value: z.any() }),
  'subscription/add': object({ subscriptions: z.array(subscription) }),
  'subscription/remove': object({ subscriptions: z.array(object({ stream_id: int })) }),
  'subscription/update': z.union([
    object({ stream_id: int, property: z.literal('color'), value: color }),
    object({ stream_id: int, property: text.refine((name) => name !== 'color'), value: z.any() }),
  ]),
  'subscription/peer_add': byPeers,
  'subscription/peer_remove': byPeers,
  'channel_folder/add': object({ channel_folder: folder }),
  'channel_folder/update': object({ channel_folder_id: int, data: object({}) }),
  'channel_folder/reorder': object({ order: ints }),
  user_status: object({ user_id: int }),
  user_topic: userTopic,
  muted_users: object({ muted_users: z.array(object({ id: int })) }),
  message: object({ message, flags: z.array(text) }),
  update_message: object({
    ...{ rendering_only: bool, message_id: int, message_ids: ints, flags: z.array(messageFlag), edit_timestamp: int },
    ...{ stream_id: int.optional(), orig_subject: text.optional(), new_stream_id: int.optional() },
    propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
  }).refine(
    (event) => (event.propagate_mode === undefined) === !('subject' in event || 'new_stream_id' in event),
    'propagate_mode comes with a move, and only then',
  ),
  delete_message: z.union([
    object({ message_ids: ints, message_type: z.enum(['stream', 'private']) }),
    // For clients that do not declare `bulk_message_deletion`.
    object({ message_id: int, message_type: z.enum(['stream', 'private']) }),
  ]),
  'update_message_flags/add': flags.extend({ all: bool }),
  'update_message_flags/remove': flags.extend({
    message_details: z
      .record(
        text,
        z.union([
          object({ type: z.literal('stream'), stream_id: int, topic: text }),
          object({ type: z.literal('private'), user_ids: ints }),
        ]),
      )
      .optional(),
  }),
  submessage: object({ msg_type: text, content: text, message_id: int, sender_id: int, submessage_id: int }),
  'typing/start': object({ message_type: z.enum(['stream', 'direct']), sender: object({ user_id: int }) }),
  'typing/stop': object({ message_type: z.enum(['stream', 'direct']), sender: object({ user_id: int }) }),
  presence: z.union([
    object({
      ...{ user_id: int, server_timestamp: int },
      presence: z.record(
        text,
        object({ client: text, status: z.enum(['active', 'idle']), timestamp: int, pushable: bool }),
      ),
    }),
    // For clients that declare `simplified_presence_events`.
    object({ presences: z.record(text, object({})) }),
  ]),
  'reaction/add': reaction.extend({ message_id: int }),
  'reaction/remove': reaction.extend({ message_id: int }),
  heartbeat: object({}),
};
