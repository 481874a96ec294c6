// The records of a bulk export of Mattermost: only the fields that are read. Times are in milliseconds.
import { z } from 'zod';
import { optional } from '../../records/optional-fields.ts';

const { list, or, restricting, text } = optional;
const name = z.string().min(1).max(200);
const time = z.number().min(0).max(8.64e15);
const maybe_time = or(time, 0);
const end_time = restricting(maybe_time, 1);

export const Team = z.object({ name, display_name: text, description: text });
export const Channel = z.object({
  team: name,
  name,
  display_name: text,
  type: z.enum(['O', 'P']),
  header: text,
  purpose: text,
  deleted_at: maybe_time,
});
export type Channel = z.output<typeof Channel>;

export const User = z.object({
  username: name,
  email: text,
  nickname: text,
  first_name: text,
  last_name: text,
  roles: restricting(text, 'system_guest'),
  delete_at: end_time,
  profile_image: text,
  timezone: z
    .object({
      automaticTimezone: text,
      manualTimezone: text,
      useAutomaticTimezone: z.union([z.string(), z.boolean()]).nullish(),
    })
    .nullish(),
  teams: list(z.object({ name, channels: list(z.object({ name, roles: text })) })),
});
export type User = z.output<typeof User>;

export const Bot = z.object({ username: name, display_name: text, owner: text, delete_at: end_time });
export type Bot = z.output<typeof Bot>;

const Reaction = z.object({ user: name, emoji_name: name });
const Attachment = z.object({ path: name });
/** Attachments of messages that integrations post, as in Slack. */
export const PostedAttachment = z
  .object({
    ...{ fallback: text, pretext: text, author_name: text, title: text, title_link: text, text, footer: text },
    image_url: text,
    fields: list(z.object({ title: text, value: z.union([z.string(), z.number()]).nullish() })),
  })
  .transform((read) => ({ ...read, from_url: '', original_url: '', is_msg_unfurl: false }));
const Body = {
  user: name,
  message: text,
  type: text,
  create_at: time,
  edit_at: maybe_time,
  reactions: list(Reaction),
  flagged_by: list(z.string()),
  attachments: list(Attachment),
  props: z.object({ attachments: list(z.unknown()) }).nullish(),
};
export const Reply = z.object(Body);
export type Reply = z.output<typeof Reply>;
const Root = { ...Body, replies: list(Reply) };
export const Post = z.object({ ...Root, team: name, channel: name });
/** Exports since 2024 have participants in place of members. */
export const DirectChannel = z
  .object({ members: list(name), participants: list(z.object({ username: name })) })
  .transform(({ members, participants }) => [...members, ...participants.map(({ username }) => username)])
  .refine((people) => people.length > 0, 'it has no members');
export const DirectPost = z.object({ ...Root, channel_members: z.array(name).min(1) });
export const Emoji = z.object({ name, image: text });
export type Emoji = z.output<typeof Emoji>;
export const Version = z.literal(1, 'it must be 1');
export const Line = z.object({ type: z.string() });
