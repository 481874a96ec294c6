// Sanitizes the HTML of a message and adapts it to this page. The server's HTML is not trusted.
import DOMPurify from 'dompurify';
import { emojiText } from '../emoji/emoji-text.ts';
import { picturesFromStyles } from './link-cards.ts';
import { fileName, readSize, shownSize } from './pictures.ts';

const purify = DOMPurify(window);

/** An empty placeholder with the picture's size until it has loaded. */
const placeholder = (width: number, height: number) =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E`;

/** Pictures of other sites are proxied by the server and need no credentials. Their size is unknown until they load. */
function prepareForeign(node: Element): void {
  const { width, height } = shownSize(null);
  node.setAttribute('width', String(width));
  node.setAttribute('height', String(height));
  node.setAttribute('loading', 'lazy');
  const link = node.closest('a');
  node.setAttribute('alt', link?.getAttribute('title') || fileName(link?.getAttribute('href') ?? ''));
}

/** Files need credentials that an img element can't send; `content-files.ts` inserts them when the message is drawn. */
function prepareFile(node: Element): void {
  const src = node.getAttribute('src') ?? '';
  const original = node.getAttribute('data-original-src');
  const picture = node.tagName === 'IMG';
  if (!src.startsWith('/user_uploads/') && !(picture && node.hasAttribute('data-original-content-type'))) return;
  if (src.startsWith('/user_uploads/thumbnail/')) node.setAttribute('data-thumbnail', src);
  const link = node.closest('a');
  node.setAttribute('data-file', original ?? link?.getAttribute('href') ?? src);
  node.removeAttribute('src');
  if (!picture) return;
  const { width, height } = shownSize(readSize(node.getAttribute('data-original-dimensions')));
  node.setAttribute('width', String(width));
  node.setAttribute('height', String(height));
  node.setAttribute('src', placeholder(width, height));
  if (!node.getAttribute('alt'))
    node.setAttribute('alt', link?.getAttribute('title') || fileName(node.getAttribute('data-file')!));
}

/** The source of a formula: browsers hide it, plain text is made of it. Only text, so that nothing else comes with it. */
function prepareAnnotation(node: Element): void {
  if (node.getAttribute('encoding') === 'application/x-tex') node.replaceChildren(node.textContent ?? '');
  else node.remove();
}

/** A mention of one person or group; clicking opens the card (`people/cards.ts`). */
const isMention = (node: Element) =>
  /^\d+$/.test(node.getAttribute('data-user-id') ?? node.getAttribute('data-user-group-id') ?? '');
const PRESSABLE = [
  ['role', 'button'],
  ['aria-haspopup', 'dialog'],
  ['tabindex', '0'],
] as const;

const ALIGNABLE: ReadonlySet<string> = new Set(['TD', 'TH']);

purify.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof Element)) return;
  if (!ALIGNABLE.has(node.tagName)) node.removeAttribute('align');
  if (node.tagName === 'A') {
    const href = node.getAttribute('href') ?? '';
    if (href.startsWith('/#') || href.startsWith('#')) node.setAttribute('href', href.replace(/^\//, ''));
    else {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer');
    }
  } else if (node.tagName === 'IMG' || node.tagName === 'VIDEO' || node.tagName === 'AUDIO') {
    prepareFile(node);
    if (node.tagName === 'IMG' && node.getAttribute('src')?.startsWith('/external_content/')) prepareForeign(node);
    if (node.tagName !== 'IMG') node.setAttribute('controls', '');
    else if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  } else if (node.classList.contains('emoji') && node.tagName === 'SPAN') {
    // Replaced by the characters; an emoji without a character keeps its name.
    const code = [...node.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length);
    const text = code ? emojiText(code) : null;
    if (text) node.textContent = text;
  } else if (node.classList.contains('katex-html')) node.remove();
  else if (node.localName === 'annotation') prepareAnnotation(node);
  else if (node.classList.contains('spoiler-content')) node.removeAttribute('aria-hidden');
  else if (node.matches('.table-frame, pre, .katex-display')) node.setAttribute('tabindex', '0');
  else if (isMention(node)) for (const [name, value] of PRESSABLE) node.setAttribute(name, value);
});

/** Without these, Firefox shows the source of a formula behind it: the sanitizer would keep the text of unknown elements. */
const FORMULA_TAGS = ['semantics', 'annotation'];
const SETTINGS = {
  RETURN_TRUSTED_TYPE: true as const,
  ADD_TAGS: FORMULA_TAGS,
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'object', 'embed', 'dialog', 'svg'],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'tabindex', 'autoplay', 'data-file', 'data-thumbnail'],
  ADD_ATTR: ['target', 'encoding'],
};

const ALIGNED_CELL = /(<t[dh])\sstyle="text-align: (left|center|right);"/g;

/**
 * Removes inline styles, which the sanitizer would remove and browsers warn about while parsing: those of formulas have no
 * effect, those of table cells become attributes.
 */
function withoutStyles(html: string): string {
  if (!html.includes('style=')) return html;
  return html.replace(ALIGNED_CELL, '$1 align="$2"').replace(/(<[a-z][^>]*?)\sstyle="[^"]*"/gi, '$1');
}

/** A table scrolls in a frame, because it is as wide as its texts. [WB1017] */
const withFrames = (html: string): string =>
  html.replaceAll('<table>', '<div class="table-frame"><table>').replaceAll('</table>', '</table></div>');

/** Parses foreign HTML in an inert document that runs, fetches and draws nothing. */
export const inertBody = (html: string): HTMLElement =>
  purify.sanitize(html, {
    RETURN_DOM: true,
    ADD_TAGS: FORMULA_TAGS,
    ADD_ATTR: ['encoding'],
  }) as HTMLElement;

const cache = new Map<string, TrustedHTML>();
const CACHED = 2000;

/** Cached: the same text gives the same object, so nothing is redrawn needlessly. */
export function sanitize(html: string): TrustedHTML {
  const known = cache.get(html);
  if (known !== undefined) return known;
  const clean = purify.sanitize(withFrames(withoutStyles(picturesFromStyles(html))), SETTINGS);
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!);
  cache.set(html, clean);
  return clean;
}
