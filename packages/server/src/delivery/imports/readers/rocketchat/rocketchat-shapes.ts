// The documents of Rocket.Chat's collections: only the fields that are read.
import { ObjectId } from 'bson';
import { z } from 'zod';
import { optional } from '../../records/optional-fields.ts';

const { flag, list, restricting, text } = optional;
const id = z
  .union([z.string(), z.number(), z.instanceof(ObjectId)])
  .transform(String)
  .pipe(z.string().min(1).max(100));
const person = z.object({ _id: id, username: text, name: text });
/** In seconds; null if it is missing. */
const maybe_date = z
  .date()
  .nullish()
  .transform((value) => (value == null ? null : Math.floor(value.getTime() / 1000)));

export const RocketUser = z.object({
  _id: id,
  username: text,
  name: text,
  type: text,
  active: restricting(z.boolean().nullish(), false),
  roles: restricting(list(z.string()), ['guest']),
  emails: list(z.object({ address: text })),
  createdAt: maybe_date,
  services: z.object({ password: z.object({ bcrypt: text }).nullish() }).nullish(),
  __rooms: list(id),
});
export type RocketUser = z.output<typeof RocketUser>;

export const RocketRoom = z.object({
  _id: id,
  t: z.string(),
  name: text,
  fname: text,
  description: text,
  topic: text,
  prid: text,
  archived: flag,
  ro: restricting(flag, true),
  default: flag,
  ts: maybe_date,
  u: person.nullish(),
  uids: list(id),
  usernames: list(z.string()),
});
export type RocketRoom = z.output<typeof RocketRoom>;

export const RocketSubscription = z.object({ rid: id, u: z.object({ _id: id }) });
export const RocketEmoji = z.object({
  _id: id,
  name: z.string().min(1),
  aliases: list(z.string()),
  extension: text,
});
export const RocketUpload = z.object({
  _id: id,
  name: text,
  type: text,
  userId: text,
  store: text,
  uploadedAt: maybe_date,
});
export const RocketAvatar = z.object({ _id: id, userId: text, name: text });

const file = z.object({ _id: id, name: text });
export const RocketMessage = z.object({
  _id: id,
  rid: id,
  /** 0 for dates that are none, which are then dropped as too early. */
  ts: z.instanceof(Date).transform((value) => value.getTime() || 0),
  msg: text,
  t: text,
  _hidden: restricting(flag, true),
  tmid: text,
  tcount: z.number().nullish(),
  u: person,
  editedAt: maybe_date,
  editedBy: z.object({ _id: id }).nullish(),
  starred: list(z.object({ _id: id })),
  reactions: z.record(z.string(), z.object({ usernames: list(z.string()) })).nullish(),
  file: file.nullish(),
  files: list(file),
  attachments: list(
    z.object({
      title: text,
      description: text,
      text,
      author_name: text,
      message_link: text,
      title_link: text,
      image_url: text,
    }),
  ),
  mentions: list(z.object({ _id: id, username: text })),
  channels: list(z.object({ _id: id, name: text })),
});
export type RocketMessage = z.output<typeof RocketMessage>;
