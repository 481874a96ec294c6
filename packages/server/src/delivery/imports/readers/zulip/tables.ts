// The tables of the reference server's export that are read, as far as they are used. Pure.
import { z } from 'zod';
import { CHANNEL_NOTIFICATIONS } from '../../../../conversation/subscriptions/importing.actions.ts';
import { optional } from '../../records/optional-fields.ts';
import { personalSettings } from './settings.ts';

const { or, restricting } = optional;
const id = z.int().positive();
const time = z.number().nonnegative();
const optionalTime = time.nullish();
const group = z.unknown().optional();

export const RealmRow = z.looseObject({
  name: z.string(),
  description: or(z.string(), ''),
  date_created: optionalTime,
});
/** The default settings of new accounts. */
export const UserDefaultRow = z.looseObject({}).transform(personalSettings);
const AnyUserRow = z.looseObject({
  id,
  email: z.string().nullish(),
  delivery_email: z.string().nullish(),
  full_name: z.string(),
  role: restricting(or(z.int(), 400), 600),
  is_active: restricting(or(z.boolean(), true), false),
  is_mirror_dummy: restricting(or(z.boolean(), false), true),
  is_bot: or(z.boolean(), false),
  bot_owner: id.nullish(),
  date_joined: optionalTime,
  timezone: or(z.string(), ''),
  password: z.string().nullish(),
});
/** There may be many: only the fields that are needed stay in memory. */
export const UserRow = AnyUserRow.transform((row) => {
  const { id, email, delivery_email, full_name, role, is_active, is_mirror_dummy, is_bot, bot_owner } = row;
  const { date_joined, timezone, password } = row;
  const person = { id, email, delivery_email, full_name, role, is_active, is_mirror_dummy, is_bot, bot_owner };
  return { ...person, date_joined, timezone, password, settings: personalSettings(row) };
});
export const CrossRealmRow = z.object({ id, email: z.string() });
export const StreamRow = z.looseObject({
  id,
  name: z.string(),
  description: or(z.string(), ''),
  date_created: optionalTime,
  creator: id.nullish(),
  deactivated: or(z.boolean(), false),
  invite_only: z.boolean(),
  is_web_public: or(z.boolean(), false),
  history_public_to_subscribers: z.boolean(),
  can_send_message_group: group,
  /** Only from older servers: 2 is administrators, 4 moderators. */
  stream_post_policy: restricting(z.int().nullish(), 2),
  message_retention_days: z.int().min(-1).nullish(),
});
export const RecipientRow = z.object({ id, type: z.int(), type_id: id });
export const SubscriptionRow = z.object({
  user_profile: id,
  recipient: id,
  active: z.boolean(),
  is_muted: or(z.boolean(), false),
  pin_to_top: or(z.boolean(), false),
  color: or(z.string(), ''),
  ...Object.fromEntries(CHANNEL_NOTIFICATIONS.map((name) => [name, z.boolean().nullish()])),
});
export const NamedGroupRow = z.looseObject({
  id: id.nullish(),
  usergroup_ptr: id.nullish(),
  name: z.string(),
  description: or(z.string(), ''),
  date_created: optionalTime,
  creator: id.nullish(),
  is_system_group: or(z.boolean(), false),
  deactivated: or(z.boolean(), false),
});
export const GroupMembershipRow = z.object({ user_group: id, user_profile: id });
export const SubgroupRow = z.object({ supergroup: id, subgroup: id });
export const EmojiRow = z.object({
  id,
  author: id.nullish(),
  name: z.string(),
  file_name: z.string().nullish(),
  deactivated: or(z.boolean(), false),
});
export const DefaultStreamRow = z.object({ stream: id });
export const ReactionRow = z.object({
  user_profile: id,
  message: id,
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string(),
});
/** A message that everybody got when they joined. */
export const OnboardingRow = z.object({ message: id });
/** A row of `zerver_realmauditlog`; other events are ignored. */
export const AuditRow = z.object({
  event_type: z.int(),
  modified_user: id.nullish(),
  modified_stream: id.nullish(),
  event_last_message_id: z.int().nonnegative().nullish(),
});
export const AlertWordRow = z.object({ user_profile: id, word: z.string() });
export const SnippetRow = z.object({
  user_profile: id,
  title: z.string(),
  content: z.string(),
  date_created: optionalTime,
});
export const TopicPolicyRow = z.object({
  user_profile: id,
  stream: id,
  topic_name: z.string(),
  visibility_policy: z.int(),
  last_updated: optionalTime,
});
export const MutedPersonRow = z.object({ user_profile: id, muted_user: id, date_muted: optionalTime });
export const LinkifierRow = z.object({
  pattern: z.string(),
  url_template: z.string(),
  order: or(z.int(), 0),
  example_input: z.string().nullish(),
  reverse_template: z.string().nullish(),
  alternative_url_templates: or(z.array(z.string()), []),
});
export const PlaygroundRow = z.object({ name: z.string(), pygments_language: z.string(), url_template: z.string() });
export const ProfileFieldRow = z.object({
  id,
  name: z.string(),
  hint: or(z.string(), ''),
  field_type: z.int(),
  /** JSON, or empty. */
  field_data: or(z.string(), ''),
  order: or(z.int(), 0),
  display_in_profile_summary: or(z.boolean(), false),
  required: or(z.boolean(), false),
  editable_by_user: or(z.boolean(), true),
  use_for_user_matching: or(z.boolean(), false),
});
export const ProfileValueRow = z.object({ user_profile: id, field: id, value: z.string() });
export const AttachmentRow = z.object({
  id,
  file_name: z.string(),
  path_id: z.string(),
  owner: id,
  create_time: optionalTime,
  content_type: z.string().nullish(),
  messages: or(z.array(id), []),
});
export const FileRow = z.object({
  path: z.string(),
  s3_path: z.string().nullish(),
  user_profile_id: id.nullish(),
  name: z.string().nullish(),
  file_name: z.string().nullish(),
});
/** Longer ones are cut, in characters: messages have at most a tenth of it here, and their HTML a few times that. [IM801] */
const [CONTENT_MAX, HTML_MAX] = [100_000, 400_000];
const content = z.string().transform((text) => text.slice(0, CONTENT_MAX));
const html = z
  .string()
  .nullish()
  .transform((text) => text?.slice(0, HTML_MAX) ?? null);
export const MessageRow = z.object({
  id,
  sender: id,
  recipient: id,
  subject: z.string(),
  content,
  rendered_content: html,
  date_sent: time,
  edit_history: z.string().nullish(),
});
const EditRow = z.object({
  user_id: id.nullish(),
  timestamp: time,
  prev_content: content.optional(),
  prev_rendered_content: html,
  prev_topic: z.string().optional(),
  prev_subject: z.string().optional(),
  prev_stream: id.optional(),
});
export const EditHistory = z.array(EditRow);
/** By far the most frequent rows, so they are checked by hand. */
export interface UserMessageRow {
  readonly user_profile: number;
  readonly message: number;
  readonly flags_mask: number;
}
export function isUserMessage(value: unknown): value is UserMessageRow {
  const row = value as UserMessageRow | null;
  return (
    typeof row === 'object' &&
    row !== null &&
    Number.isSafeInteger(row.user_profile) &&
    Number.isSafeInteger(row.message) &&
    Number.isSafeInteger(row.flags_mask)
  );
}

/** Bits of `flags_mask`. */
export const FLAGS = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  group_mentioned: 64,
  has_alert_word: 512,
} as const;
/** Kinds of `zerver_recipient`. */
export const RECIPIENT = { person: 1, channel: 2, people: 3 } as const;
/** Events of the audit log that begin or end a subscription. */
export const AUDIT = { subscribed: 301, resubscribed: 302, unsubscribed: 303 } as const;
