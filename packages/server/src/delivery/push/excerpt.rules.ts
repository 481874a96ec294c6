// The text of a rendered message for a notification. Reads only HTML of our own renderer. Pure.

/** In Unicode code points. The encrypted payload must fit into the 4 KiB of phone notifications. */
const LENGTH = 200;
/** Elements without text to show: previews, and formulas in their visual form. */
const UNREAD = /\bclass="(?:[^"]* )?(?:message_inline_image|message_embed|katex-html)\b/;
const HIDDEN = /\bclass="(?:[^"]* )?spoiler-content\b/;
const EMOJI_IMAGE = /^<img [^>]*\bclass="emoji"/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
export const ENDS_A_LINE = new Set(['p', 'div', 'li', 'blockquote', 'pre', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
export const HAS_NO_END = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Decodes HTML entities. */
export function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name]!);
}

/** The text for a single tag: the name of an emoji picture, a line break. */
export function textOf(tag: string, name: string): string {
  if (name === 'br') return '\n';
  if (EMOJI_IMAGE.test(tag)) return decoded(tag.match(/\balt="([^"]*)"/)?.[1] ?? '');
  return '';
}

interface Piece {
  readonly text: string;
  readonly is_tag: boolean;
}

/** The tags of a document and the text between them. */
export function* piecesOf(html: string): Generator<Piece> {
  for (let at = 0; at < html.length; ) {
    const opens = html.indexOf('<', at);
    if (opens !== at) yield { text: opens === -1 ? html.slice(at) : html.slice(at, opens), is_tag: false };
    if (opens === -1) return;
    const closes = html.indexOf('>', opens);
    if (closes === -1) return;
    yield { text: html.slice(opens, closes + 1), is_tag: true };
    at = closes + 1;
  }
}

/** The character of an emoji element, from its class. */
function emojiOf(tag: string): string | null {
  const code = tag.match(/^<span [^>]*\bclass="emoji emoji-([0-9a-f-]+)"/)?.[1];
  return code ? String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16))) : null;
}

/** The replacement text of a skipped element; null for an element that is read. */
export function replacementOf(tag: string, name: string): string | null {
  if (HIDDEN.test(tag)) return '(…)\n';
  if (UNREAD.test(tag) || name === 'mrow') return '';
  return emojiOf(tag);
}

/** Plain text; spoilers stay hidden. [PU20] */
export function excerptOf(html: string): string {
  let text = '';
  /** Number of open elements inside a skipped one, including itself. */
  let skipped = 0;
  for (const { text: piece, is_tag } of piecesOf(html)) {
    if (!is_tag) {
      if (skipped === 0) text += decoded(piece);
      continue;
    }
    const ends = piece.startsWith('</');
    const name = piece.match(/^<\/?([A-Za-z0-9]+)/)?.[1]?.toLowerCase() ?? '';
    const is_single = HAS_NO_END.has(name) || piece.endsWith('/>');
    if (skipped > 0) {
      if (!is_single) skipped += ends ? -1 : 1;
    } else if (ends) text += ENDS_A_LINE.has(name) ? '\n' : '';
    else {
      const replacement = is_single ? null : replacementOf(piece, name);
      text += replacement ?? textOf(piece, name);
      if (replacement !== null) skipped = 1;
    }
  }
  return shortened(withoutBlanks(text));
}

/** Without empty lines and the blanks around each. A pattern for blanks before a line's end would look from each of them. */
function withoutBlanks(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function shortened(text: string): string {
  const points = [...text.slice(0, LENGTH * 2 + 2)];
  return points.length <= LENGTH ? text : `${points.slice(0, LENGTH).join('')}…`;
}
