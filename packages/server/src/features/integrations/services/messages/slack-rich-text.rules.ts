// Slack's rich text, formatted by structure rather than markup, converted to Markdown. Pure.
import { z } from 'zod';
import { clip, code, codeBlock, link, literal, quote } from '../../markdown.rules.ts';
import { count, flag, maybe, part, text } from '../../payload.rules.ts';

const Inline = z.looseObject({
  type: text,
  text: maybe,
  url: maybe,
  name: maybe,
  user_id: maybe,
  usergroup_id: maybe,
  channel_id: maybe,
  range: maybe,
  value: maybe,
  fallback: maybe,
  timestamp: count,
  style: part(z.looseObject({ bold: flag, italic: flag, strike: flag, code: flag })),
});
const Section = z.looseObject({ elements: z.array(Inline) });
/** Lists are flat: a nested list follows its outer list with a greater indent. */
const Part = z.looseObject({
  type: text,
  elements: z.array(z.unknown()),
  style: maybe,
  indent: part(z.number().int().min(0)),
});

const TEXT_MAX = 8000;
const ELEMENTS_READ = 200;
const MAX_INDENT = 8;

type Inline = z.output<typeof Inline>;

/** Markup must touch the marked text and cannot span lines. */
function styled(text: string, style: Inline['style']): string {
  if (!style) return text;
  const mark = (core: string) => {
    let marked = style.code ? code(core) : core;
    if (style.strike) marked = `~~${marked}~~`;
    if (style.italic) marked = `*${marked}*`;
    return style.bold ? `**${marked}**` : marked;
  };
  return text
    .split('\n')
    .map((line) => {
      const core = line.trim();
      return core === '' ? line : line.replace(core, () => mark(core));
    })
    .join('\n');
}

/** The text of one element. Mentions become plain names. */
function words(element: Inline): string {
  if (element.type === 'text') return styled(literal(clip(element.text ?? '', TEXT_MAX)), element.style);
  if (element.type === 'link') return styled(link(element.text || element.url || '', element.url), element.style);
  if (element.type === 'emoji') return element.name ? `:${element.name}:` : '';
  if (element.type === 'user' || element.type === 'usergroup')
    return `@${element.user_id ?? element.usergroup_id ?? ''}`;
  if (element.type === 'channel') return `#${element.channel_id ?? ''}`;
  if (element.type === 'broadcast') return `@${element.range ?? ''}`;
  if (element.type === 'date')
    return element.timestamp ? `<time:${Math.trunc(element.timestamp)}>` : (element.fallback ?? '');
  return element.value ?? element.text ?? '';
}

function inlines(elements: readonly unknown[], render = words): string {
  return elements
    .slice(0, ELEMENTS_READ)
    .map((element) => {
      const read = Inline.safeParse(element);
      return read.success ? render(read.data) : '';
    })
    .join('');
}

function items({ style, indent, elements }: z.output<typeof Part>): string {
  const before = '  '.repeat(Math.min(indent ?? 0, MAX_INDENT));
  const items = elements.slice(0, ELEMENTS_READ).map((item) => {
    const read = Section.safeParse(item);
    const text = read.success ? inlines(read.data.elements).replace(/\s*\n\s*/g, ' ') : '';
    return `${before}${style === 'ordered' ? '1.' : '*'} ${text}`;
  });
  return items.join('\n');
}

/** The parts of a rich text block, one per paragraph. */
export function richText(elements: readonly unknown[]): string {
  let result = '';
  let was_list = false;
  for (const element of elements.slice(0, ELEMENTS_READ)) {
    const read = Part.safeParse(element);
    if (!read.success) continue;
    const part = read.data;
    const is_list = part.type === 'rich_text_list';
    const plain = () => inlines(part.elements, (element) => element.text ?? element.url ?? '');
    let text = '';
    if (is_list) text = items(part);
    else if (part.type === 'rich_text_preformatted') text = codeBlock('', plain());
    else if (part.type === 'rich_text_quote') text = quote(inlines(part.elements));
    else text = inlines(part.elements).trim();
    if (text === '') continue;
    if (result !== '') result += is_list && was_list ? '\n' : '\n\n';
    result += text;
    was_list = is_list;
  }
  return result;
}
