// Slack's rich text, which is structure rather than markup, as content. Pure.
import { z } from 'zod';
import { type Block, type Inline, paragraph, type Style, text } from './content.ts';
import { type SlackNames, slackDate, slackEmoji, slackLink } from './mrkdwn.rules.ts';

const maybe = z.string().nullish().catch(null);
const Element = z.looseObject({
  type: z.string(),
  text: maybe,
  url: maybe,
  name: maybe,
  user_id: maybe,
  usergroup_id: maybe,
  channel_id: maybe,
  range: maybe,
  fallback: maybe,
  timestamp: z.number().nullish().catch(null),
  style: z.record(z.string(), z.unknown()).nullish().catch(null),
});
const Part = z.looseObject({
  type: z.string(),
  elements: z.array(z.unknown()),
  style: maybe,
  indent: z.number().int().min(0).max(20).nullish().catch(null),
  offset: z.number().int().min(0).max(1e6).nullish().catch(null),
});
const RichText = z.looseObject({ type: z.literal('rich_text'), elements: z.array(z.unknown()) });
type Part = z.output<typeof Part>;

const STYLES: readonly Style[] = ['bold', 'italic', 'strike'];

/** The blocks of a message as content; null unless all of them are rich text. */
export function readRichText(blocks: readonly unknown[], names: SlackNames): Block[] | null {
  const out: Block[] = [];
  for (const block of blocks) {
    const read = RichText.safeParse(block);
    if (!read.success) return null;
    const parts = read.data.elements.map((part) => Part.safeParse(part));
    if (parts.some(({ success }) => !success)) return null;
    out.push(
      ...readParts(
        parts.map(({ data }) => data as Part),
        names,
      ),
    );
  }
  return out.length > 0 ? out : null;
}

function readParts(parts: readonly Part[], names: SlackNames): Block[] {
  const out: Block[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as Part;
    if (part.type === 'rich_text_list') {
      const start = at;
      while (parts[at + 1]?.type === 'rich_text_list') at++;
      out.push(...lists(parts.slice(start, at + 1), names));
    } else if (part.type === 'rich_text_preformatted') {
      const code = part.elements.map((element) => plain(element)).join('');
      out.push({ kind: 'code', language: '', text: code });
    } else {
      const paragraphs = split(inlines(part.elements, names));
      if (part.type === 'rich_text_quote') out.push({ kind: 'quote', blocks: paragraphs });
      else out.push(...paragraphs);
    }
  }
  return out;
}

/** A nested list follows the item it belongs to, with a greater indent. */
function lists(parts: readonly Part[], names: SlackNames): Block[] {
  const out: Block[] = [];
  for (let at = 0; at < parts.length; ) {
    const { style, indent, offset, elements } = parts[at] as Part;
    const level = indent ?? 0;
    const items = elements.map(
      (item) => [paragraph(inlines(Part.safeParse(item).data?.elements ?? [], names))] as Block[],
    );
    at++;
    const start = at;
    while (at < parts.length && (parts[at]?.indent ?? 0) > level) at++;
    items.at(-1)?.push(...lists(parts.slice(start, at), names));
    out.push({ kind: 'list', first: style === 'ordered' ? (offset ?? 0) + 1 : null, items });
  }
  return out;
}

/** Paragraphs end at blank lines. */
function split(children: readonly Inline[]): Block[] {
  const out: Inline[][] = [[]];
  for (const child of children) {
    if (child.kind !== 'text') {
      out.at(-1)!.push(child);
      continue;
    }
    for (const [at, piece] of child.text.split(/\n[ \t]*\n\s*/).entries()) {
      if (at > 0) out.push([]);
      out.at(-1)!.push(text(piece));
    }
  }
  return out.filter((line) => line.some((child) => child.kind !== 'text' || child.text.trim() !== '')).map(paragraph);
}

function plain(element: unknown): string {
  const read = Element.safeParse(element).data;
  return read?.text ?? read?.url ?? (read?.name ? `:${read.name}:` : '');
}

function inlines(elements: readonly unknown[], names: SlackNames): Inline[] {
  return elements.flatMap((element) => {
    const read = Element.safeParse(element);
    return read.success ? [inline(read.data, names)] : [];
  });
}

function inline(element: z.output<typeof Element>, names: SlackNames): Inline {
  const { style } = element;
  const styled = (child: Inline) =>
    STYLES.reduce<Inline>(
      (inner, name) => (style?.[name] === true ? { kind: 'styled', style: name, children: [inner] } : inner),
      child,
    );
  switch (element.type) {
    case 'text':
      return styled(style?.code === true ? { kind: 'code', text: element.text ?? '' } : text(element.text ?? ''));
    case 'link':
      return styled(slackLink(element.url ?? '', element.text || null, names));
    case 'emoji':
      return slackEmoji(element.name ?? '', names);
    case 'user': {
      const to = names.user(element.user_id ?? '');
      return to ? { kind: 'reference', to } : text(`@${element.user_id ?? ''}`);
    }
    case 'channel': {
      const to = names.channel(element.channel_id ?? '');
      return to ? { kind: 'reference', to } : text(`#${element.channel_id ?? ''}`);
    }
    case 'broadcast':
      return { kind: 'everyone' };
    case 'usergroup':
      return text(`@${element.usergroup_id ?? ''}`);
    case 'date':
      return element.timestamp ? slackDate(element.timestamp, element.fallback ?? '') : text(element.fallback ?? '');
    default:
      return text(element.text ?? '');
  }
}
