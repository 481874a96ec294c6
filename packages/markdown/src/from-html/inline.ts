// Text with marks in this dialect of Markdown. It has neither escapes nor character references, so other characters stay as
// they are. Pure.
import type { HtmlNode } from './html-node.ts';
import { CODE, isBlockName } from './tags.ts';

export interface Marks {
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly struck: boolean;
}

const NO_MARKS: Marks = { strong: false, emphasis: false, struck: false };

/** A run of text with the same marks. Atoms (links, code) are already written. */
interface Piece extends Marks {
  readonly text: string;
  readonly atom: boolean;
}

export interface Line {
  readonly markdown: string;
  /** Contains links, code, or marks on some of its words. */
  readonly rich: boolean;
  /** All of it is marked, for example bold: often only styling of the source. */
  readonly marked: boolean;
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Emoji drawn as pictures elsewhere become characters. */
const IS_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u;

const squeeze = (text: string) => text.replace(/[\s\u00a0]+/g, ' ');

/** All contained text, on one line. */
function wordsOf(node: HtmlNode | string): string {
  if (typeof node === 'string') return squeeze(node);
  if (node.name === 'br') return ' ';
  if (node.name === 'img') return pictureName(node);
  const words = node.children.map(wordsOf).join('');
  return isBlockName(node.name) ? ` ${words} ` : words;
}

/** The text with its line ends, for code. */
export const rawText = (node: HtmlNode | string): string =>
  typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(rawText).join('');

/** A row of backticks longer than any inside the text. */
export function fenceFor(text: string, least: number): string {
  let length = least;
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}

/** A formula carries its source beside the drawing. */
function sourceOfFormula(node: HtmlNode): string | null {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'annotation' && child.attributes.encoding === 'application/x-tex') return rawText(child).trim();
    const found = sourceOfFormula(child);
    if (found !== null) return found;
  }
  return null;
}

function codeMark(text: string): string {
  const code = squeeze(text);
  if (code.trim() === '') return code;
  const ticks = fenceFor(code, 1);
  const gap = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${ticks}${gap}${code}${gap}${ticks}`;
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '[') open++;
    else if (character === ']' && --open < 0) return false;
  }
  return open === 0;
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Null if messages may not link to the address. */
function linkMark(label: string, href: string): string | null {
  const address = href
    .trim()
    .replace(/\s/g, '%20')
    .replace(/[()[\]]/g, percent);
  if (!ADDRESS.test(address)) return null;
  const words = squeeze(label).trim();
  const bare = address.replace(/^mailto:/i, '');
  if (words === '' || words === href.trim() || words === bare) return words === bare ? bare : address;
  return `[${isBalanced(words) ? words : words.replace(/[[\]]/g, '')}](${address})`;
}

function pictureName({ attributes: { alt = '', title = '', src = '' } }: HtmlNode): string {
  const label = squeeze(alt || title).trim();
  if (label !== '' || !ADDRESS.test(src)) return label;
  return src.split(/[?#]/)[0]!.split('/').at(-1) || src;
}

function pictureMark(node: HtmlNode): string {
  const name = pictureName(node);
  if (name !== '' && IS_EMOJI.test(name)) return name;
  return linkMark(name, node.attributes.src ?? '') ?? name;
}

const EMPHASIS = new Set(['em', 'i', 'cite', 'dfn', 'var']);
const STRUCK = new Set(['s', 'del', 'strike']);

/** The marks of an element, by name and by style; the style wins. */
function marksOf({ name, attributes: { style = '' } }: HtmlNode, outer: Marks): Marks {
  let { strong, emphasis, struck } = outer;
  if (name === 'b' || name === 'strong') strong = true;
  else if (EMPHASIS.has(name)) emphasis = true;
  else if (STRUCK.has(name)) struck = true;
  const weight = /(?:^|;)\s*font-weight\s*:\s*(bold|normal|\d+)/i.exec(style)?.[1]?.toLowerCase();
  if (weight) strong = weight === 'bold' || Number(weight) >= 600;
  const slant = /(?:^|;)\s*font-style\s*:\s*(italic|oblique|normal)/i.exec(style)?.[1]?.toLowerCase();
  if (slant) emphasis = slant !== 'normal';
  if (/text-decoration[a-z-]*\s*:[^;]*line-through/i.test(style)) struck = true;
  return { strong, emphasis, struck };
}

function collect(nodes: readonly (HtmlNode | string)[], marks: Marks, into: Piece[]): void {
  const atom = (text: string) => into.push({ ...marks, text, atom: true });
  for (const node of nodes) {
    if (typeof node === 'string') into.push({ ...marks, text: squeeze(node), atom: false });
    else if (node.name === 'br') into.push({ ...NO_MARKS, text: '\n', atom: false });
    else if (node.name === 'img') atom(pictureMark(node));
    else if (node.name === 'math') {
      const tex = sourceOfFormula(node);
      if (tex) atom(`$$${squeeze(tex)}$$`);
      else collect(node.children, marks, into);
    } else if (CODE.has(node.name)) atom(codeMark(rawText(node)));
    else if (node.name === 'a' && node.attributes.href) {
      const link = linkMark(node.children.map(wordsOf).join(''), node.attributes.href);
      if (link === null) collect(node.children, marksOf(node, marks), into);
      else atom(link);
    } else collect(node.children, marksOf(node, marks), into);
  }
}

const isSame = (a: Marks, b: Marks) => a.strong === b.strong && a.emphasis === b.emphasis && a.struck === b.struck;

/** Marks must touch the marked text and can't contain a line end. */
function wrap(text: string, { strong, emphasis, struck }: Marks): string {
  const mark = `${strong ? '**' : ''}${emphasis ? '*' : ''}`;
  const [begin, end] = struck ? [`${mark}~~`, `~~${mark}`] : [mark, mark];
  if (begin === '') return text;
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const [before = '', after = ''] = line.split(words, 2);
      return `${before}${begin}${words}${end}${after}`;
    })
    .join('\n');
}

/** `bare`: without bold, where everything is bold, as in headings. */
export function writeInline(nodes: readonly (HtmlNode | string)[], marks: Marks = NO_MARKS, bare = false): Line {
  const pieces: Piece[] = [];
  collect(nodes, marks, pieces);
  const merged: { text: string; marks: Marks }[] = [];
  const kinds = new Set<string>();
  let rich = false;
  for (const { text, atom, strong, emphasis, struck } of pieces) {
    if (text === '') continue;
    if (atom && /[`[$]/.test(text)) rich = true;
    const own = { strong: strong && !bare, emphasis, struck };
    if (text.trim() !== '') kinds.add(JSON.stringify(own));
    const last = merged.at(-1);
    // White space has no marks.
    if (last && (isSame(last.marks, own) || text.trim() === '')) last.text += text;
    else merged.push({ text, marks: own });
  }
  const markdown = merged
    .map((piece) => wrap(piece.text, piece.marks))
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim();
  return { markdown, rich: rich || kinds.size > 1, marked: merged.some((piece) => !isSame(piece.marks, NO_MARKS)) };
}
