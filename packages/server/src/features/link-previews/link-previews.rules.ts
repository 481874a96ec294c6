// Derives a page's preview from its metadata. Pure.
import type { PageFacts } from './page-facts.ts';

/** The stored preview of a page; `picture` is an address that the page chose. */
export interface KnownPreview {
  readonly title: string;
  readonly description: string;
  readonly picture: string | null;
}

/** In code points. */
const TITLE_MAX = 200;
const DESCRIPTION_MAX = 400;
const ADDRESS_MAX = 2000;

/** Controls, and characters that reorder or hide the text around them. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u200b\u2060\ufeff]+/gu;

/** One line without control characters, cut to a length. [LP4] */
function line(text: string, length: number): string {
  const points = [
    ...text
      .slice(0, length * 8)
      .replace(UNSEEN, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return points.length <= length
    ? points.join('')
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** An address of the web, made absolute; null for every other scheme, and with credentials. [LP4] */
function webAddress(written: string | null, base: string): string | null {
  const url = written === null ? null : URL.parse(written.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length > ADDRESS_MAX ? null : url.href;
}

/** Null without a title: there is nothing to show. */
export function previewOf({ title, description, picture }: PageFacts, url: string): KnownPreview | null {
  const shown = line(title ?? '', TITLE_MAX);
  if (shown === '') return null;
  return { title: shown, description: line(description ?? '', DESCRIPTION_MAX), picture: webAddress(picture, url) };
}

/** An oEmbed document is read only from the host of its page, and not without encryption if the page has it. [LP5] */
export function oembedAddress({ oembed }: PageFacts, page_url: string): string | null {
  const page = new URL(page_url);
  const address = webAddress(oembed, page_url);
  if (address === null) return null;
  const { host, protocol } = new URL(address);
  return host === page.host && (protocol === page.protocol || protocol === 'https:') ? address : null;
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : null);

/** The page's own tags first, then its oEmbed document; what that says as HTML is not used. */
export function withOembed(facts: PageFacts, document: unknown): PageFacts {
  if (typeof document !== 'object' || document === null) return facts;
  const { title, thumbnail_url, type, url } = document as Record<string, unknown>;
  const photo = type === 'photo' ? textIn(url) : null;
  return { ...facts, title: facts.title || textIn(title), picture: facts.picture ?? textIn(thumbnail_url) ?? photo };
}
