// Slack's incoming webhooks, for programs that can post to nothing else: text, attachments and blocks. Pure.
import { z } from 'zod';
import type { Delivery, Integration, Notice } from './integration.ts';
import { clip, link, paragraphs, topicOf } from './markdown.rules.ts';
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
  image_url: maybe,
  blocks: z.array(Block).max(100).nullish().catch(null),
  fields: z.array(z.looseObject({ title: maybe, value: z.union([z.string(), z.number()]).nullish() })).nullish(),
});
const Payload = z.looseObject({
  text: maybe,
  channel: maybe,
  attachments: z.array(Attachment).max(100).nullish(),
  blocks: z.array(Block).max(100).nullish(),
});

const TEXT_MAX = 8000;
const PARTS_SHOWN = 20;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** `<url|text>` and the like. Whom it calls there is named here, and not called. */
function reference(inside: string): string {
  const [target = '', shown] = inside.split('|', 2);
  if (/^(https?|mailto):/i.test(target)) return shown ? link(shown, target) : target;
  if (target.startsWith('!')) return `@${(shown ?? target.slice(1).split('^')[0]!).replace(/^@/, '')}`;
  if (target.startsWith('@') || target.startsWith('#')) return `${target[0]}${shown ?? target.slice(1)}`;
  return `<${inside}>`;
}

/** Slack's markup in ours: one sign for bold, underscores for italics, one tilde for struck text. */
function fromMrkdwn(given: string): string {
  const pieces = clip(given, TEXT_MAX).split(/(```[\s\S]*?```|`[^`\n]*`)/);
  const said = pieces.map((piece, at) => {
    const is_code = at % 2 === 1;
    const plain = (text: string) => text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity]!);
    if (is_code)
      return plain(piece.startsWith('```') ? piece.replace(/^```\n?([\s\S]*?)\n?```$/, '```\n$1\n```') : piece);
    const marked = piece
      .replace(/(^|[\s([{"'])\*(?=\S)([^*\n]*[^*\s\n])\*(?![\w*])/g, '$1**$2**')
      .replace(/(^|[\s([{"'])_(?=\S)([^_\n]*[^_\s\n])_(?![\w_])/g, '$1*$2*')
      .replace(/(^|[\s([{"'])~(?=\S)([^~\n]*[^~\s\n])~(?![\w~])/g, '$1~~$2~~')
      .replace(/<([^<>\n]{1,2500})>/g, (_, inside: string) => reference(plain(inside)));
    return plain(marked);
  });
  return said.join('');
}

const textOf = (text: z.output<typeof Text> | null | undefined): string =>
  fromMrkdwn(typeof text === 'string' ? text : (text?.text ?? ''));

/** What stands beside a section: a button or a picture. */
function beside(accessory: unknown): string {
  const read = z
    .looseObject({ text: Text.nullish(), url: maybe, image_url: maybe, alt_text: maybe })
    .safeParse(accessory);
  if (!read.success) return '';
  const { text, url, image_url, alt_text } = read.data;
  if (image_url) return link(alt_text || 'image', image_url);
  return url ? link(textOf(text) || url, url) : '';
}

function block(one: z.output<typeof Block>): string {
  const { type, text, fields, elements, accessory, image_url, alt_text, title } = one;
  if (type === 'header') return text ? `**${textOf(text).replaceAll('*', '')}**` : '';
  if (type === 'divider') return '----';
  if (type === 'image') return link(alt_text || textOf(title) || 'image', image_url);
  if (type === 'rich_text') return richText(elements ?? []);
  // The one block whose text is Markdown already.
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

function attachment(one: z.output<typeof Attachment>): string {
  const title = one.title ? `**${link(one.title, one.title_link).replaceAll('*', '')}**` : '';
  const fields = (one.fields ?? [])
    .slice(0, PARTS_SHOWN)
    .map(({ title, value }) => `* ${textOf(title)}: ${textOf(String(value ?? ''))}`);
  const said = paragraphs(
    textOf(one.pretext),
    textOf(one.author_name),
    title,
    textOf(one.text),
    fields.join('\n'),
    ...(one.blocks ?? []).slice(0, PARTS_SHOWN).map(block),
    one.image_url ? link('image', one.image_url) : '',
    textOf(one.footer),
  );
  return said || textOf(one.fallback);
}

function format({ payload }: Delivery): Notice | null {
  const { text, channel, attachments, blocks } = Payload.parse(payload);
  const said = paragraphs(
    // Who sends blocks repeats them as text for those who can't show them.
    blocks && blocks.length > 0 ? '' : textOf(text),
    ...(blocks ?? []).slice(0, PARTS_SHOWN).map(block),
    ...(attachments ?? []).slice(0, PARTS_SHOWN).map(attachment),
  );
  const content = said.trim() || textOf(text).trim();
  if (content === '') throw new z.ZodError([]);
  return { topic: topicOf(channel?.replace(/^[#@]/, '') || 'Slack'), content, event: null };
}

export const slack: Integration = {
  name: 'slack_incoming',
  display_name: 'Slack-compatible webhook',
  event_types: null,
  format,
};
