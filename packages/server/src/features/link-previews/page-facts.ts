// Reads what a page says about itself for previews: Open Graph, Twitter card, title, description. A streaming parser; never runs
// or fetches anything.
import type { Parser } from 'htmlparser2';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';

/** Loaded for the first page. */
const parserClass = (): typeof Parser => require('htmlparser2').Parser;

/** Text of pages: not trusted, not escaped. */
export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  readonly picture: string | null;
  /** The page's oEmbed document, as JSON. */
  readonly oembed: string | null;
  readonly charset: string | null;
}

/** Characters parsed before looking whether to yield. */
const PIECE = 16 * 1024;
/** Deeper pages are read up to there: the parser's time grows with the depth. */
const DEPTH_MAX = 256;
const TITLE_MAX = 2000;

const TITLES = ['og:title', 'twitter:title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const PICTURES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

class PageReader {
  private readonly metas = new Map<string, string>();
  private title: string | null = null;
  private oembed: string | null = null;
  private charset: string | null = null;
  private in_title = false;
  /** Inside a picture, whose titles are not the page's. */
  private in_svg = 0;
  depth = 0;

  readonly parser = new (parserClass())({
    onopentag: (name, attributes) => this.open(name, attributes),
    ontext: (text) => {
      if (this.in_title && this.title!.length < TITLE_MAX) this.title += text;
    },
    onclosetag: (name) => {
      this.depth -= 1;
      if (name === 'svg') this.in_svg -= 1;
      if (name === 'title') this.in_title = false;
    },
  });

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (name === 'svg') this.in_svg += 1;
    else if (name === 'title' && this.title === null && this.in_svg === 0) {
      this.title = '';
      this.in_title = true;
    } else if (name === 'meta') this.readMeta(attributes);
    else if (name === 'link' && attributes.type?.toLowerCase() === 'application/json+oembed')
      this.oembed ??= attributes.href ?? null;
  }

  private readMeta(attributes: Readonly<Record<string, string>>): void {
    this.charset ??= attributes.charset ?? null;
    const content = attributes.content?.trim();
    if (!content) return;
    if (attributes['http-equiv']?.toLowerCase() === 'content-type') this.charset ??= charsetOf(content);
    for (const key of [attributes.property, attributes.name]) {
      const name = key?.trim().toLowerCase();
      if (name && !this.metas.has(name)) this.metas.set(name, content);
    }
  }

  private first(names: readonly string[]): string | null {
    for (const name of names) if (this.metas.has(name)) return this.metas.get(name)!;
    return null;
  }

  facts(): PageFacts {
    return {
      title: this.first(TITLES) ?? this.title,
      description: this.first(DESCRIPTIONS),
      picture: this.first(PICTURES),
      oembed: this.oembed,
      charset: this.charset,
    };
  }
}

export async function readPage(html: string): Promise<PageFacts> {
  const reader = new PageReader();
  const time_slice = new TimeSlice();
  for (let at = 0; at < html.length && reader.depth <= DEPTH_MAX; at += PIECE) {
    reader.parser.write(html.slice(at, at + PIECE));
    await time_slice.yieldIfUsed();
  }
  return reader.facts();
}

/** The charset of `text/html; charset=...`. */
function charsetOf(content_type: string): string | null {
  for (const part of content_type.split(';').slice(1)) {
    const [name, value] = part.split('=');
    if (name?.trim().toLowerCase() === 'charset' && value) return value.trim().replace(/^["']|["']$/g, '');
  }
  return null;
}

/** Where the charset must be declared. */
const PRESCAN_BYTES = 2048;

function decoder(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/** As browsers do: byte order mark, header, declaration in the page, UTF-8. */
export async function decodePage(body: Uint8Array, content_type: string): Promise<string> {
  const [first, second] = body;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(body);
  if (first === 0xef && second === 0xbb) return new TextDecoder().decode(body);
  const named = charsetOf(content_type);
  const by_header = named === null ? null : decoder(named);
  if (by_header) return by_header.decode(body);
  const declared = (await readPage(new TextDecoder('latin1').decode(body.subarray(0, PRESCAN_BYTES)))).charset;
  // Whoever could read the declaration as ASCII has no UTF-16.
  const by_page = declared === null || /^utf-?16/i.test(declared.trim()) ? null : decoder(declared.trim());
  return (by_page ?? new TextDecoder()).decode(body);
}
