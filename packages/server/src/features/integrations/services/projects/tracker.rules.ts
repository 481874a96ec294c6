// Message texts shared by services for planning and tracking work. Pure.
import { bold, clip, inline, quote } from '../../markdown.rules.ts';

/** A sentence, followed by what was written, if anything. */
export function said(sentence: string, body: string | null | undefined): string {
  const words = quote(body);
  return words === '' ? `${sentence}.` : `${sentence}:\n\n${words}`;
}

/** A change of a field, as the rest of a sentence: "Changed status from **To do** to **Done**". */
export function changed(field: string, from: string | null | undefined, to: string | null | undefined): string {
  const [before, after] = [bold(from ?? ''), bold(to ?? '')];
  const name = inline(field);
  if (after === '') return before === '' ? `Changed ${name}` : `Removed ${name} ${before}`;
  return before === '' ? `Changed ${name} to ${after}` : `Changed ${name} from ${before} to ${after}`;
}

/** More than a message shows, so that what is converted is bounded. */
const HTML_MAX = 8000;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  '#39': "'",
};

/** The text of a rich text in HTML, without its styles. */
export function textOfHtml(html: string | null | undefined): string {
  return clip(html ?? '', HTML_MAX)
    .replace(/<li\b[^<>]*>/gi, '\n* ')
    .replace(/<(?:br|\/div|\/p|\/h[1-6]|\/blockquote|\/ul|\/ol)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w+|#39);/g, (entity, name: string) => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity))
    .replace(/[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .trim();
}
