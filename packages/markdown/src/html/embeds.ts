// Previews of linked pages, as HTML at the end of a message: the markup that existing clients know. Everything a page says is text.
import { escapeLiteral, writeAttributes } from './escape.ts';

/** A page as its preview shows it. All three are text; `picture` is an address of our own proxy. */
export interface PagePreview {
  readonly title: string;
  readonly description: string;
  readonly picture: string | null;
}

const OPENING = '\n<div class="message_embed">';
/** Only addresses of the proxy: nothing in them can end the attribute or the style. [MD96] */
const PICTURE = /^\/external_content\/[\da-f]{40}\/[\da-f]+$/;
const HREF = /<div class="message_embed_title"><a href="([^"]*)"/;

/** Shown where a page has no picture: existing clients draw no preview without one. [LP10] */
export const NO_LINK_PICTURE = '/static/images/link-preview.png';

function embedHtml(href: string, { title, description, picture }: PagePreview): string {
  const to = writeAttributes([['href', href]]);
  const source = picture !== null && PICTURE.test(picture) ? picture : NO_LINK_PICTURE;
  const image = `<a class="message_embed_image"${to} style="background-image: url(&quot;${source}&quot;)"></a>`;
  const name = ` title="${escapeLiteral(title).replaceAll('"', '&quot;')}"`;
  const about = description === '' ? '' : `<div class="message_embed_description">${escapeLiteral(description)}</div>`;
  return `${OPENING}${image}<div class="data-container"><div class="message_embed_title"><a${to}${name}>${escapeLiteral(title)}</a></div>${about}</div></div>`;
}

/** A rendered message without its previews. */
export function withoutEmbeds(html: string): string {
  const at = html.indexOf(OPENING);
  return at === -1 ? html : html.slice(0, at);
}

/** The previews of a rendered message, as HTML by the address written in it. */
function embedsIn(html: string): ReadonlyMap<string, string> {
  const [, ...embeds] = html.split(OPENING);
  return new Map(embeds.map((inside) => [HREF.exec(inside)?.[1] ?? '', OPENING + inside]));
}

/** The address of a link as HTML has it. */
const written = (href: string) => writeAttributes([['href', href]]).slice(' href="'.length, -1);

/**
 * A rendered message with the previews of those of its links that have one: new ones, and those already in `before`, the same
 * message as it was.
 */
export function withEmbeds(
  html: string,
  links: readonly string[],
  found: ReadonlyMap<string, PagePreview>,
  before = html,
): string {
  const present = embedsIn(before);
  let embeds = '';
  for (const href of links) {
    const preview = found.get(href);
    embeds += preview ? embedHtml(href, preview) : (present.get(written(href)) ?? '');
  }
  return withoutEmbeds(html) + embeds;
}

/** Links of a rendered message that have no preview in it. */
export function linksWithoutEmbed(html: string, links: readonly string[]): string[] {
  const present = embedsIn(html);
  return links.filter((href) => !present.has(written(href)));
}
