// What Rocket.Chat's collections contain, as far as it is read.
import { z } from 'zod';
import { optional } from '../../records/json-records.ts';

const { list, text } = optional;
const id = z.unknown().transform(String).pipe(z.string().min(1).max(100));
const person = z.looseObject({ _id: id, username: text, name: text });
/** Dates of BSON, in seconds; null for what is none. */
const seconds = (value: unknown): number | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? Math.floor(value.getTime() / 1000) : null;
const maybe_date = z.unknown().optional().transform(seconds);

export const RocketUser = z.looseObject({
  _id: id,
  username: text,
  name: text,
  type: text,
  active: z.boolean().nullish(),
  roles: list(z.string()),
  emails: list(z.looseObject({ address: text })),
  createdAt: maybe_date,
  services: z.looseObject({ password: z.looseObject({ bcrypt: text }).nullish() }).nullish(),
  __rooms: list(id),
});
export type RocketUser = z.output<typeof RocketUser>;

export const RocketRoom = z.looseObject({
  _id: id,
  t: z.string(),
  name: text,
  fname: text,
  description: text,
  topic: text,
  prid: text,
  archived: optional.flag,
  ro: optional.flag,
  default: optional.flag,
  ts: maybe_date,
  u: person.nullish(),
  uids: list(id),
  usernames: list(z.string()),
});
export type RocketRoom = z.output<typeof RocketRoom>;

export const RocketSubscription = z.looseObject({ rid: id, u: z.looseObject({ _id: id }) });
export const RocketEmoji = z.looseObject({
  _id: id,
  name: z.string().min(1),
  aliases: list(z.string()),
  extension: text,
});
export const RocketUpload = z.looseObject({
  _id: id,
  name: text,
  type: text,
  userId: text,
  store: text,
  uploadedAt: maybe_date,
});
export const RocketAvatar = z.looseObject({ _id: id, userId: text, name: text });

const file = z.looseObject({ _id: id, name: text });
export const RocketMessage = z.looseObject({
  _id: id,
  rid: id,
  ts: z.date().transform((value) => value.getTime()),
  msg: text,
  t: text,
  _hidden: optional.flag,
  tmid: text,
  tcount: z.number().nullish(),
  u: person,
  editedAt: maybe_date,
  editedBy: z.looseObject({ _id: id }).nullish(),
  starred: list(z.looseObject({ _id: id })),
  reactions: z.record(z.string(), z.looseObject({ usernames: list(z.string()) })).nullish(),
  file: file.nullish(),
  files: list(file),
  attachments: list(
    z.looseObject({
      title: text,
      description: text,
      text,
      author_name: text,
      message_link: text,
      title_link: text,
      image_url: text,
    }),
  ),
  mentions: list(z.looseObject({ _id: id, username: text })),
  channels: list(z.looseObject({ _id: id, name: text })),
});
export type RocketMessage = z.output<typeof RocketMessage>;
