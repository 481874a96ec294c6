// Keeps literal text literal in our dialect, which has no escape character: invisible characters separate what would be
// markup. Pure.

import { emojiByName, extraEmoji } from '@stoa/markdown';

/** Separates its neighbours; counts as a letter. */
export const APART = '\u200b';
/** Separates as well, and counts as a space: text in emphasis does not begin with one. */
const BLANK = '\ufeff';
/** Stand for a reference while text is built: `OPEN index CLOSE`. */
export const OPEN = '\ue000';
export const CLOSE = '\ue001';
/** Stands for a literal backquote until its paragraph is complete. */
const BACKQUOTE = '\ue002';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const REMOVED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ue000-\ue002]/g;

/** Without control characters, and with line ends as `\n`. */
export function clean(source: string): string {
  return source.toWellFormed().replace(/\r\n?/g, '\n').replace(REMOVED, '');
}

/** Text within a line. `escapeLines` handles line beginnings. */
export function escapeText(source: string): string {
  return clean(source)
    .replace(/([@#])(?=_?\*)/g, `$1${APART}`)
    .replace(/\*(?![ \t\n])/g, `*${BLANK}`)
    .replace(/~(?=~)/g, `~${APART}`)
    .replace(/\$(?=\$)/g, `$${APART}`)
    .replace(/<(?=time:)/g, `<${APART}`)
    .replace(/\](?=\()/g, `]${APART}`)
    .replace(/:(?=([\p{L}\p{N}_+-]{1,100}):)/gu, (colon, name: string) => (isEmoji(name) ? colon + APART : colon))
    .replaceAll('`', BACKQUOTE);
}

/** Emoji of the source are separate content. */
const isEmoji = (name: string) => emojiByName.has(name) || extraEmoji.has(name);

/** The text of a link, where only mentions, formulas, times and code are markup. */
export function escapeLabel(source: string): string {
  const line = clean(source)
    .replace(/\s+/g, ' ')
    .replace(/([@#])(?=_?\*)/g, `$1${APART}`)
    .replace(/\$(?=\$)/g, `$${APART}`)
    .replace(/<(?=time:)/g, `<${APART}`)
    .replaceAll('`', 'ˋ');
  return isBalanced(line) ? line : line.replaceAll('[', '(').replaceAll(']', ')');
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']' && --depth < 0) return false;
  }
  return depth === 0;
}

/** At most as long as emoji names. */
const TAIL = 100;
const SAFE_SCHEME = /^(?:https?|ftp|mailto|tel|sms):/i;
const URL_MAX = 4000;

/** An address that neither ends its brackets nor contains markup; null for unsafe or unreadable ones. */
export function safeAddress(url: string): string | null {
  const written = clean(url).trim();
  if (written.length > URL_MAX || !SAFE_SCHEME.test(written) || URL.parse(written) === null) return null;
  return written.replace(/[()<>[\]"'`*\\\s]/g, (character) =>
    Array.from(new TextEncoder().encode(character), percent).join(''),
  );
}

const percent = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Builds inline source in which no appended text forms markup with what precedes it. */
export class InlineSource {
  text = '';
  /** The last characters. */
  private tail = '';

  append(piece: string): void {
    if (piece === '') return;
    this.add(this.joinsMarkup(piece) ? APART + piece : piece);
  }

  /** Appends something that is only recognized at the beginning or after certain characters. */
  appendAfter(allowed: string, piece: string): void {
    const last = this.tail.at(-1);
    this.add(last === undefined || allowed.includes(last) || /\s/.test(last) ? piece : BLANK + piece);
  }

  private add(piece: string): void {
    this.text += piece;
    this.tail = (this.tail + piece.slice(-TAIL)).slice(-TAIL);
  }

  private joinsMarkup(after: string): boolean {
    const last = this.tail.at(-1);
    const first = after[0] as string;
    if (last === undefined) return false;
    if (last === first && '*~`$'.includes(first)) return true;
    if (first === '*') return '@#_'.includes(last);
    if (first === '`') return last === '\\';
    if (first === '[' || first === OPEN) return last === '!';
    if (first === '(') return last === ']';
    return first === ':' && /:[\p{L}\p{N}_+-]*$/u.test(this.tail);
  }
}

/** Line beginnings that start a block. */
const BLOCK_START = /^ {0,3}(?:#{1,6}\s|>|[+*-][ \t]|\d+\.[ \t]|`{3}|~{3}|[-_*](?:[ \t]{0,2}[-_*]){2,}[ \t]*$)/;
/** The second row of a table: its cells may be empty. */
const TABLE_ROW = /^[\s|:-]*$/;
const COMMAND = /^\/(?:me|poll|todo)\b/;

/** Escapes a paragraph so that none of its lines starts a block. */
export function escapeLines(source: string): string {
  const isCodePossible = source.split(BACKQUOTE).length > 2 || source.includes('`');
  return source
    .replaceAll(BACKQUOTE, isCodePossible ? 'ˋ' : '`')
    .split('\n')
    .map((line) => {
      const isBlock = BLOCK_START.test(line) || /^(?: {2,}| *\t)/.test(line) || COMMAND.test(line);
      return isBlock || (line.includes('|') && TABLE_ROW.test(line)) ? APART + line : line;
    })
    .join('\n')
    .replace(/\n{2,}/g, (run) => run.slice(0, 2));
}
