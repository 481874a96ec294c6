// Slack's incoming webhooks, for programs that support no other service: text, attachments and blocks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bold, clip, link, paragraphs, topicOf } from '../../markdown.rules.ts';
import { items, maybe, part, text } from '../../payload.rules.ts';
import { richText } from './slack-rich-text.rules.ts';

const Text = z.union([text, z.looseObject({ text }).transform((object) => object.text)]);
const MaybeText = part(Text);
const Block = z.looseObject({
  type: text,
  text: MaybeText,
  fields: items(Text),
  elements: items(z.unknown()),
  /** A button or a picture beside a section. */
  accessory: part(z.looseObject({ text: MaybeText, url: maybe, image_url: maybe, alt_text: maybe })),
  image_url: maybe,
  alt_text: maybe,
  title: MaybeText,
  title_url: maybe,
});
const Attachment = z.looseObject({
  fallback: maybe,
  pretext: maybe,
  title: maybe,
  title_link: maybe,
  author_name: maybe,
  text: maybe,
  footer: maybe,
  ts: maybe,
  image_url: maybe,
  blocks: items(Block),
  fields: items(z.looseObject({ title: maybe, value: maybe })),
  actions: items(z.looseObject({ text: MaybeText, url: maybe })),
});
const Payload = z.looseObject({
  text: text.nullish(),
  channel: maybe,
  icon_emoji: maybe,
  attachments: items(Attachment),
  blocks: items(Block),
});

const TEXT_MAX = 8000;
const PARTS_SHOWN = 20;
/** In seconds since 1970: the range of dates. */
const TIME_MAX = 8.64e12;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** A time in seconds since 1970, in each reader's time zone. */
function momentOf(seconds: string | null | undefined): string {
  const at = Number(seconds ?? Number.NaN);
  return at > 0 && at < TIME_MAX ? `<time:${Math.trunc(at)}>` : '';
}

/** `<url|text>` and similar references. Mentions become plain names. */
function reference(inside: string): string {
  const [target = '', shown] = inside.split('|', 2);
  if (/^(https?|mailto):/i.test(target)) return shown ? link(shown, target) : target;
  if (target.startsWith('!date^')) return momentOf(target.split('^')[1]) || shown || '';
  if (target.startsWith('!')) return `@${(shown || target.slice(1).split('^').at(-1)!).replace(/^@/, '')}`;
  if (target.startsWith('@') || target.startsWith('#')) return `${target[0]}${shown || target.slice(1)}`;
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

const textOf = (text: string | null | undefined): string => fromMrkdwn(text ?? '');

function accessoryOf({ accessory }: z.output<typeof Block>): string {
  const { text, url, image_url, alt_text } = accessory ?? {};
  if (image_url) return link(alt_text || 'image', image_url);
  return url ? link(textOf(text) || url, url) : '';
}

function block(content: z.output<typeof Block>): string {
  const { type, text, fields, elements, image_url, alt_text, title, title_url } = content;
  if (type === 'header') return text ? `## ${textOf(text).replace(/\s+/g, ' ')}` : '';
  if (type === 'divider') return '----';
  if (type === 'image') return link(alt_text || textOf(title) || 'image', image_url);
  if (type === 'video') return link(textOf(title) || alt_text || 'video', title_url);
  if (type === 'rich_text') return richText(elements);
  // The only block whose text is already Markdown.
  if (type === 'markdown') return clip(text ?? '', TEXT_MAX);
  const texts = elements.slice(0, PARTS_SHOWN).flatMap((element) => {
    const read = z.looseObject({ text: Text, url: maybe }).safeParse(element);
    if (!read.success) return [];
    return [read.data.url ? link(textOf(read.data.text), read.data.url) : textOf(read.data.text)];
  });
  const rows = fields.slice(0, PARTS_SHOWN).map((field) => `* ${textOf(field)}`);
  return paragraphs(textOf(text), rows.join('\n'), texts.join(' '), accessoryOf(content));
}

/** A title and its value, either of which may be missing. */
function row({ title, value }: z.output<typeof Attachment>['fields'][number]): string {
  const named = title ? bold(textOf(title)) : '';
  const content = textOf(value);
  return named && content ? `${named}: ${content}` : named || content;
}

function attachment(attached: z.output<typeof Attachment>): string {
  const title = attached.title ? `## ${link(attached.title, attached.title_link)}` : '';
  const fields = attached.fields.slice(0, PARTS_SHOWN).map(row);
  const links = attached.actions
    .slice(0, PARTS_SHOWN)
    .map(({ text, url }) => (url ? link(textOf(text) || url, url) : ''));
  const content = paragraphs(
    textOf(attached.pretext),
    textOf(attached.author_name),
    title,
    textOf(attached.text),
    fields.filter((field) => field).join('\n'),
    ...attached.blocks.slice(0, PARTS_SHOWN).map(block),
    attached.image_url ? link('image', attached.image_url) : '',
    links.filter((linked) => linked).join(' '),
    textOf(attached.footer),
  );
  return content ? paragraphs(content, momentOf(attached.ts)) : textOf(attached.fallback);
}

export const slackIncoming: PayloadFormat = ({ payload }) => {
  const { text, channel, icon_emoji, attachments, blocks } = Payload.parse(payload);
  const emoji = /^:[\w+-]{1,100}:$/.test(icon_emoji ?? '') ? `${icon_emoji} ` : '';
  const parts = paragraphs(
    ...blocks.slice(0, PARTS_SHOWN).map(block),
    ...attachments.slice(0, PARTS_SHOWN).map(attachment),
  ).trim();
  const body = textOf(text).trim();
  // Programs that send blocks repeat them as text for clients without blocks.
  const content = blocks.length > 0 && parts ? parts : paragraphs(body && `${emoji}${body}`, parts);
  if (content === '') return null;
  return { topic: topicOf(channel?.replace(/^[#@]/, '') || '(no topic)'), content, event: null };
};
