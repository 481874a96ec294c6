// The records of Slack's export: only the fields that are read.
import { z } from 'zod';
import { optional } from '../../records/optional-fields.ts';

const text = optional.text;
const flag = optional.flag;
const restricting = optional.restricting(flag, true);
const id = z.string().min(1).max(100);
const ids = z
  .array(id)
  .nullish()
  .transform((value) => [...new Set(value ?? [])]);

const Profile = z
  .object({ email: text, real_name: text, display_name: text, bot_id: text })
  .nullish()
  .transform((value) => value ?? { email: '', real_name: '', display_name: '', bot_id: '' });

export const SlackUser = z.object({
  id,
  name: text,
  real_name: text,
  deleted: restricting,
  is_bot: flag,
  is_owner: flag,
  is_primary_owner: flag,
  is_admin: flag,
  is_restricted: restricting,
  is_ultra_restricted: restricting,
  tz: text,
  profile: Profile,
});
export type SlackUser = z.output<typeof SlackUser>;

const Purpose = z
  .object({ value: text })
  .nullish()
  .transform((value) => value?.value ?? '');

/** Channels, private channels, group messages and direct messages. */
export const SlackConversation = z.object({
  id,
  name: text,
  created: optional.seconds,
  creator: text,
  is_archived: flag,
  is_general: flag,
  members: ids,
  topic: Purpose,
  purpose: Purpose,
});
export type SlackConversation = z.output<typeof SlackConversation>;

export const SlackFile = z.object({
  id,
  name: text,
  title: text,
  mimetype: text,
  user: text,
  created: optional.seconds,
  mode: text,
  url_private: text,
  permalink: text,
  preview: text,
});
export type SlackFile = z.output<typeof SlackFile>;

export const SlackMessage = z.object({
  type: text,
  subtype: text,
  hidden: restricting,
  ts: z.string().regex(/^\d{9,11}\.\d{1,9}$/, 'must be a time such as 1516454398.000074'),
  thread_ts: text,
  reply_count: z.number().nullish(),
  user: text,
  bot_id: text,
  username: text,
  text,
  blocks: z
    .array(z.unknown())
    .nullish()
    .transform((value) => value ?? []),
  attachments: z
    .array(z.unknown())
    .nullish()
    .transform((value) => value ?? []),
  user_profile: z.object({ real_name: text, display_name: text, name: text }).nullish(),
  bot_profile: z.object({ name: text }).nullish(),
  comment: z.object({ user: text, comment: text }).nullish(),
  file: SlackFile.nullish(),
  files: z.array(SlackFile.nullable()).nullish(),
  edited: z.object({ user: text, ts: text }).nullish(),
  reactions: z
    .array(z.object({ name: z.string(), users: ids }))
    .nullish()
    .transform((value) => value ?? []),
});
export type SlackMessage = z.output<typeof SlackMessage>;

export const SlackAttachment = z.object({
  fallback: text,
  pretext: text,
  title: text,
  title_link: text,
  author_name: text,
  text,
  footer: text,
  image_url: text,
  from_url: text,
  original_url: text,
  is_msg_unfurl: flag,
  fields: z
    .array(z.object({ title: text, value: z.union([z.string(), z.number()]).nullish() }))
    .nullish()
    .transform((value) => value ?? []),
});
