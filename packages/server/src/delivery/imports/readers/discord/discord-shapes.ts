// The JSON that DiscordChatExporter writes: only the fields that are read.
import { z } from 'zod';
import { optional } from '../../records/optional-fields.ts';

const { text, flag, list } = optional;
/** Ids contain a time. They are strings, because they are longer than the digits of a number. */
const id = z.string().regex(/^\d{1,20}$/);
const some_id = z
  .union([id, z.literal('')])
  .nullish()
  .transform((value) => value ?? '');
const time = z
  .string()
  .max(40)
  .transform((value) => Date.parse(value) / 1000)
  .refine(Number.isFinite, 'it is no time');

export const Guild = z.object({ id, name: text, iconUrl: text });
export type Guild = z.output<typeof Guild>;

export const Channel = z.object({
  id,
  type: z.union([z.string(), z.number().transform(String)]),
  categoryId: some_id,
  category: text,
  name: text,
  topic: text,
});
export type Channel = z.output<typeof Channel>;

const Role = z.object({ id, name: text });
export const Person = z.object({
  id,
  name: text,
  nickname: text,
  isBot: flag,
  avatarUrl: text,
  roles: list(Role),
});
export type Person = z.output<typeof Person>;

export const Emoji = z.object({ id: some_id, name: text, code: text, imageUrl: text });
export type Emoji = z.output<typeof Emoji>;

const Attachment = z.object({ id, url: text, fileName: text });
const Sticker = z.object({ id, name: text, sourceUrl: text });
const named = <T extends string>(key: T) =>
  z
    .object({ [key]: text } as Record<T, typeof text>)
    .nullish()
    .transform((value) => value ?? ({ [key]: '' } as Record<T, string>));
const Embed = z.object({
  title: text,
  url: text,
  description: text,
  author: named('name'),
  footer: named('text'),
  image: named('url'),
  fields: list(z.object({ name: text, value: text })),
  inlineEmojis: list(Emoji),
});

const PARTS = {
  content: text,
  attachments: list(Attachment),
  embeds: list(Embed),
  stickers: list(Sticker),
};

export const Message = z.object({
  ...PARTS,
  id,
  type: z.union([z.string(), z.number().transform(String)]),
  timestamp: time,
  timestampEdited: time.nullish(),
  author: Person,
  reactions: list(z.object({ emoji: Emoji, users: list(Person) })),
  mentions: list(Person),
  reference: z.object({ messageId: some_id }).nullish(),
  forwardedMessage: z.object(PARTS).nullish(),
  inlineEmojis: list(Emoji),
});
export type Message = z.output<typeof Message>;
export type MessageParts = Pick<Message, keyof typeof PARTS>;
