// Text of HTML that people wrote in mails and notes, for quotes. Pure.
import { clip, link } from './markdown.rules.ts';

const HTML_MAX = 40_000;
/** Attributes contain no brackets, so that a text of brackets is read once. */
const TAG = /<!--|-->|<(\/?)([a-z][a-z0-9]{0,20})\b([^<>]*)>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};
/** Elements that begin a line, with what begins it. */
const LINES: Readonly<Record<string, string>> = {
  ...Object.fromEntries('br div tr ul ol table section article header footer'.split(' ').map((name) => [name, '\n'])),
  ...Object.fromEntries('p h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' ').map((name) => [name, '\n\n'])),
  li: '\n* ',
};
const UNSEEN = new Set(['head', 'script', 'style', 'title']);

function decoded(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes);
  return found ? decoded(found[1] ?? found[2] ?? found[3] ?? '') : '';
}

/** The name of an image, or of its file. */
function image(attributes: string): string {
  const source = attribute(attributes, 'src');
  const file = URL.parse(source)?.pathname.split('/').at(-1);
  return link(attribute(attributes, 'alt') || file || 'image', source);
}

/** Text without empty lines at its ends, and with at most one between its paragraphs. */
function tidied(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What a browser would show; links and images as Markdown. */
export function textOfHtml(html: string | null | undefined): string {
  const source = clip(html ?? '', HTML_MAX);
  const out: string[] = [];
  let read = 0;
  let hidden: string | null = null;
  let anchor: { readonly at: number; readonly href: string } | null = null;
  const take = (until: number) => {
    if (hidden === null) out.push(decoded(source.slice(read, until).replace(/\s+/g, ' ')));
  };
  for (const tag of source.matchAll(TAG)) {
    take(tag.index);
    read = tag.index + tag[0].length;
    const [whole, slash, , attributes = ''] = tag;
    const name = (tag[2] ?? whole).toLowerCase();
    if (hidden !== null) {
      if (name === hidden && (slash === '/' || name === '-->')) hidden = null;
    } else if (name === '<!--') hidden = '-->';
    else if (UNSEEN.has(name) && slash === '') hidden = name;
    else if (name === 'img') out.push(image(attributes));
    else if (name === 'a') {
      if (anchor) out.push(link(out.splice(anchor.at).join(''), anchor.href));
      anchor = slash === '' ? { at: out.length, href: attribute(attributes, 'href') } : null;
    } else if (Object.hasOwn(LINES, name)) out.push(slash === '/' && name === 'li' ? '' : LINES[name]!);
  }
  take(source.length);
  return tidied(out.join(''));
}
