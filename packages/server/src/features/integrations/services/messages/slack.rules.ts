// Slack's incoming webhooks, for programs that support no other service: text, attachments and blocks. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { bold, clip, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { richText } from './slack-rich-text.rules.ts';

const maybe = z.string().nullish();
const Text = z.union([z.string(), z.looseObject({ text: z.string() })]);
const Block = z.looseObject({
  type: z.string(),
  text: Text.nullish(),
  fields: z.array(Text).nullish(),
  elements: z.array(z.unknown()).nullish(),
  accessory: z.unknown().optional(),
  image_url: maybe,
  alt_text: maybe,
  title: Text.nullish(),
});
const Attachment = z.looseObject({
  fallback: maybe,
  pretext: maybe,
  title: maybe,
  title_link: maybe,
  author_name: maybe,
  text: maybe,
  footer: maybe,
  ts: z.union([z.number(), z.string()]).nullish().catch(null),
  image_url: maybe,
  blocks: z.array(Block).max(100).nullish().catch(null),
  fields: z.array(z.looseObject({ title: maybe, value: z.union([z.string(), z.number()]).nullish() })).nullish(),
});
const Payload = z.looseObject({
  text: maybe,
  channel: maybe,
  icon_emoji: maybe,
  attachments: z.array(Attachment).max(100).nullish(),
  blocks: z.array(Block).max(100).nullish(),
});

const TEXT_MAX = 8000;
const PARTS_SHOWN = 20;
/** In seconds since 1970: the range of dates. */
const TIME_MAX = 8.64e12;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** `<url|text>` and similar references. Mentions become plain names. */
function reference(inside: string): string {
  const [target = '', shown] = inside.split('|', 2);
  if (/^(https?|mailto):/i.test(target)) return shown ? link(shown, target) : target;
  if (target.startsWith('!')) return `@${(shown ?? target.slice(1).split('^')[0]!).replace(/^@/, '')}`;
  if (target.startsWith('@') || target.startsWith('#')) return `${target[0]}${shown ?? target.slice(1)}`;
  return `<${inside}>`;
}

/** Where markup may begin or end: not inside a word. */
const marked = (sign: string) =>
  new RegExp(
    `(^|[^\\p{L}\\p{N}\\\\${sign}])${sign}(?![\\s${sign}])([^${sign}\\n]*[^${sign}\\s])${sign}(?![\\p{L}\\p{N}${sign}])`,
    'gmu',
  );
const MARKS = [
  [marked('\\*'), '$1**$2**'],
  [marked('_'), '$1*$2*'],
  [marked('~'), '$1~~$2~~'],
] as const;
/** Private-use characters replace references while markup is parsed, so that URLs keep their characters. */
const HELD = /\ue000(\d+)\ue001/g;

/** Converts Slack's markup to Markdown: `*` for bold, `_` for italics, `~` for strikethrough. */
export function fromMrkdwn(source: string): string {
  const pieces = clip(source.replace(/[\ue000\ue001]/g, ''), TEXT_MAX).split(/(```[\s\S]*?```|`[^`\n]*`)/);
  const converted = pieces.map((piece, at) => {
    const is_code = at % 2 === 1;
    const plain = (text: string) => text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity]!);
    if (is_code)
      return plain(piece.startsWith('```') ? piece.replace(/^```\n?([\s\S]*?)\n?```$/, '```\n$1\n```') : piece);
    const converted_references: string[] = [];
    const texts = piece.replace(/<([^<>\n]{1,2500})>/g, (_, inside: string) => {
      converted_references.push(reference(plain(inside)));
      return `\ue000${converted_references.length - 1}\ue001`;
    });
    const signed = MARKS.reduce((text, [pattern, sign]) => text.replace(pattern, sign), texts);
    return plain(signed).replace(HELD, (_, index: string) => converted_references[Number(index)] ?? '');
  });
  return converted.join('');
}

const textOf = (text: z.output<typeof Text> | null | undefined): string =>
  fromMrkdwn(typeof text === 'string' ? text : (text?.text ?? ''));

/** The accessory of a section: a button or a picture. */
function beside(accessory: unknown): string {
  const read = z
    .looseObject({ text: Text.nullish(), url: maybe, image_url: maybe, alt_text: maybe })
    .safeParse(accessory);
  if (!read.success) return '';
  const { text, url, image_url, alt_text } = read.data;
  if (image_url) return link(alt_text || 'image', image_url);
  return url ? link(textOf(text) || url, url) : '';
}

function block(content: z.output<typeof Block>): string {
  const { type, text, fields, elements, accessory, image_url, alt_text, title } = content;
  if (type === 'header') return text ? `## ${textOf(text).replace(/\s+/g, ' ')}` : '';
  if (type === 'divider') return '----';
  if (type === 'image') return link(alt_text || textOf(title) || 'image', image_url);
  if (type === 'rich_text') return richText(elements ?? []);
  // The only block whose text is already Markdown.
  if (type === 'markdown' && typeof text === 'string') return clip(text, TEXT_MAX);
  const texts = (elements ?? []).slice(0, PARTS_SHOWN).flatMap((element) => {
    const read = z.looseObject({ text: Text, url: maybe }).safeParse(element);
    if (!read.success) return [];
    return [read.data.url ? link(textOf(read.data.text), read.data.url) : textOf(read.data.text)];
  });
  return paragraphs(
    textOf(text),
    (fields ?? [])
      .slice(0, PARTS_SHOWN)
      .map((field) => `* ${textOf(field)}`)
      .join('\n'),
    texts.join(' '),
    beside(accessory),
  );
}

/** A title and its value, either of which may be missing. */
function row(title: string | null | undefined, value: string | number | null | undefined): string {
  const named = title ? bold(textOf(title)) : '';
  const content = value == null ? '' : textOf(String(value));
  return named && content ? `${named}: ${content}` : named || content;
}

function attachment(attached: z.output<typeof Attachment>): string {
  const title = attached.title ? `## ${link(attached.title, attached.title_link)}` : '';
  const fields = (attached.fields ?? []).slice(0, PARTS_SHOWN).map(({ title, value }) => row(title, value));
  const content = paragraphs(
    textOf(attached.pretext),
    textOf(attached.author_name),
    title,
    textOf(attached.text),
    fields.filter((field) => field).join('\n'),
    ...(attached.blocks ?? []).slice(0, PARTS_SHOWN).map(block),
    attached.image_url ? link('image', attached.image_url) : '',
    textOf(attached.footer),
  );
  const seconds = Number(attached.ts ?? Number.NaN);
  const moment = seconds > 0 && seconds < TIME_MAX ? `<time:${Math.trunc(seconds)}>` : '';
  return content ? paragraphs(content, moment) : textOf(attached.fallback);
}

function format({ payload }: Delivery): Notice | null {
  const { text, channel, icon_emoji, attachments, blocks } = Payload.parse(payload);
  const emoji = /^:[\w+-]{1,100}:$/.test(icon_emoji ?? '') ? `${icon_emoji} ` : '';
  const parts = paragraphs(
    ...(blocks ?? []).slice(0, PARTS_SHOWN).map(block),
    ...(attachments ?? []).slice(0, PARTS_SHOWN).map(attachment),
  ).trim();
  const body = textOf(text).trim();
  // Programs that send blocks repeat them as text for clients without blocks.
  const content = blocks?.length && parts ? parts : paragraphs(body && `${emoji}${body}`, parts);
  if (content === '') return null;
  return { topic: topicOf(channel?.replace(/^[#@]/, '') || '(no topic)'), content, event: null };
}

export const slackIncoming: PayloadFormat = format;
