// The second pass over an inline source: bold, italics, strike-through, then emoji and line ends in the rest. Tokens of
// the first pass are opaque, so markup inside code, links and mentions is never seen.
import type { StateInline, Token } from 'markdown-it';
import { MARK } from '../block/marks.ts';
import { stateOf } from '../render-state.ts';
import { emojiTokens } from './emoji-tokens.ts';
import { scanSource } from './scan.ts';
import { textToken } from './tokens.ts';

/** A text in which each token of an earlier step is one MARK character, and these tokens in order. */
interface Piece {
  text: string;
  atoms: Token[][];
}

interface Match {
  start: number;
  end: number;
  /** Width of the marker on each side. */
  width: number;
}

type Finder = (line: string, from: number) => Match | null;

const isBlank = (character: string | undefined) => character === undefined || /\s/.test(character);

/** `***text***`: only text between, without spaces at its ends. */
const findStrongEmphasis: Finder = (line, from) => {
  for (let start = line.indexOf('***', from); start >= 0; ) {
    const end = line.indexOf('*', start + 3);
    if (end < 0) return null;
    if (end > start + 3 && line.startsWith('***', end) && !isBlank(line[start + 3]) && !isBlank(line[end - 1])) {
      return { start, end: end + 3, width: 3 };
    }
    start = line.indexOf('***', end === start + 3 ? start + 1 : end);
  }
  return null;
};

/** `**text**`: from the first marker to the next one with something between. */
const findStrong: Finder = (line, from) => {
  const start = line.indexOf('**', from);
  const end = start < 0 ? -1 : line.indexOf('**', start + 3);
  return end < 0 ? null : { start, end: end + 2, width: 2 };
};

/** `~~text~~`: exactly two tildes on each side, none between. */
const findStrike: Finder = (line, from) => {
  for (let start = line.indexOf('~~', from); start >= 0; ) {
    let opened = start + 2;
    while (line[opened] === '~') opened++;
    const end = line.indexOf('~', opened);
    if (end < 0) return null;
    let closed = end + 1;
    while (line[closed] === '~') closed++;
    if (opened === start + 2 && closed === end + 2) return { start, end: closed, width: 2 };
    start = closed - end >= 2 ? end : line.indexOf('~~', closed);
  }
  return null;
};

/** Applies one kind of markup to a line; `next` is the step that the text inside continues with. */
type LineStep = (state: StateInline, line: string, reader: AtomReader, next: number) => Piece;

/** The matches of a finder from left to right. */
const withFinder =
  (find: Finder, tags: string[]): LineStep =>
  (state, line, reader, next) => {
    const out: Piece = { text: '', atoms: [] };
    let from = 0;
    for (let match = find(line, 0); match; match = find(line, from)) {
      const before = line.slice(from, match.start);
      const inside = line.slice(match.start + match.width, match.end - match.width);
      out.atoms.push(...reader.take(before));
      const children = finish(state, { text: inside, atoms: reader.take(inside) }, next);
      out.atoms.push(wrap(state, tags, children));
      out.text += before + MARK;
      from = match.end;
    }
    const rest = line.slice(from);
    out.atoms.push(...reader.take(rest));
    out.text += rest;
    return out;
  };

/** [MD90] Deeper emphasis stays text. */
const MAX_NESTED = 20;

/**
 * [MD801] `*text*`: no space at either end of the text. Stars pair from the inside out: one that a star with a space
 * before it could not close is closed by a later one, around the emphasis between them.
 */
const emphasize: LineStep = (state, line, reader, next) => {
  let open = { text: '', atoms: [] as Token[][], depth: 0 };
  /** The texts before each unclosed star. */
  const outer: (typeof open)[] = [];
  for (const [at, part] of line.split('*').entries()) {
    const around = outer.at(-1);
    if (around && open.depth < MAX_NESTED && !isBlank(open.text[0]) && !isBlank(open.text.at(-1))) {
      around.text += MARK;
      around.atoms.push(wrap(state, ['em'], finish(state, open, next)));
      around.depth = Math.max(around.depth, open.depth + 1);
      open = around;
      outer.pop();
    } else if (at > 0) {
      outer.push(open);
      open = { text: '', atoms: [], depth: 0 };
    }
    open.text += part;
    open.atoms.push(...reader.take(part));
  }
  const all = [...outer, open];
  return { text: all.map(({ text }) => text).join('*'), atoms: all.flatMap(({ atoms }) => atoms) };
};

const STEPS: { marker: string; apply: LineStep }[] = [
  { marker: '***', apply: withFinder(findStrongEmphasis, ['strong', 'em']) },
  { marker: '**', apply: withFinder(findStrong, ['strong']) },
  { marker: '*', apply: emphasize },
  { marker: '~~', apply: withFinder(findStrike, ['del']) },
];

/** Returns the atoms of a text from left to right. */
class AtomReader {
  private next = 0;
  constructor(private readonly atoms: Token[][]) {}

  take(text: string): Token[][] {
    let count = 0;
    for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) count++;
    this.next += count;
    return this.atoms.slice(this.next - count, this.next);
  }
}

/** [MD49] Applies one kind of markup to a piece; markup never crosses a line end. */
function applyStep(state: StateInline, piece: Piece, index: number): Piece {
  const { marker, apply } = STEPS[index] as (typeof STEPS)[number];
  if (!piece.text.includes(marker)) return piece;
  const reader = new AtomReader(piece.atoms);
  const lines = piece.text.split('\n').map((line) => apply(state, line, reader, index + 1));
  return { text: lines.map(({ text }) => text).join('\n'), atoms: lines.flatMap(({ atoms }) => atoms) };
}

function wrap(state: StateInline, tags: string[], children: Token[]): Token[] {
  const open = tags.map((tag) => new state.Token(`${tag}_open`, tag, 1));
  const close = tags.map((tag) => new state.Token(`${tag}_close`, tag, -1)).reverse();
  return [...open, ...children, ...close];
}

/** Tests whether a second pass can find anything: it looks only for addresses, mentions and other links. */
const PERHAPS_LINK = /[@#$<[]|:\/\/|\.\p{L}|bitcoin:/u;

/**
 * [MD56] Text inside emphasis is parsed again on its own if the emphasis is nested or if something precedes the text
 * inside it: an address next to a `*` then becomes a link.
 */
function readAgain(state: StateInline, text: string): Token[] {
  const found = stateOf(state);
  const { scan: outer, linkified } = found;
  found.linkified = found.context.linkifiers?.findIn(text) ?? [];
  if (found.linkified.length === 0 && !PERHAPS_LINK.test(text)) {
    found.linkified = linkified;
    return [textToken(state, text)];
  }
  found.scan = scanSource(text, found, false);
  found.isAgain = true;
  const tokens: Token[] = [];
  state.md.inline.parse(text, state.md, state.env, tokens);
  found.isAgain = false;
  found.scan = outer;
  found.linkified = linkified;
  return tokens;
}

/** Applies the steps from one on, then turns the rest into tokens. */
function finish(state: StateInline, source_piece: Piece, from: number): Token[] {
  let piece = source_piece;
  for (let index = from; index < STEPS.length; index++) piece = applyStep(state, piece, index);
  const tokens: Token[] = [];
  let atom = 0;
  for (const [at, text] of piece.text.split(MARK).entries()) {
    if (at > 0) tokens.push(...(piece.atoms[atom++] as Token[]));
    if (text) tokens.push(...emojiTokens(state, text));
  }
  return tokens;
}

/** Finds the texts that are parsed again. */
function readNested(state: StateInline, tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  /** For each enclosing element: whether something precedes the text in it. */
  const hasBefore: boolean[] = [];
  for (const token of tokens) {
    if (token.nesting === -1) hasBefore.pop();
    const isText = token.type === 'text';
    if (isText && (hasBefore.length > 1 || hasBefore[0])) out.push(...readAgain(state, token.content));
    else out.push(token);
    if (!isText && token.nesting !== 1 && hasBefore.length > 0) hasBefore[hasBefore.length - 1] = true;
    if (token.nesting === 1) hasBefore.push(false);
  }
  return out;
}

/** [MD802] Spaces at the beginning of a line remain before text only. */
function isIndent(token: Token, before: Token | undefined): boolean {
  return before?.type === 'hardbreak' && token.type === 'text' && token.content.trim() === '';
}

export function spans(state: StateInline): void {
  if (stateOf(state).scan.isLabel) return;
  let text = '';
  const atoms: Token[][] = [];
  for (const token of state.tokens) {
    if (token.type === 'text') text += token.content;
    else {
      text += MARK;
      atoms.push([token]);
    }
  }
  const tokens = finish(state, { text, atoms }, 0);
  state.tokens.length = 0;
  const isNested = !stateOf(state).isAgain && tokens.some((token) => token.nesting === 1);
  const all = isNested ? readNested(state, tokens) : tokens;
  for (const [at, token] of all.entries()) if (!isIndent(token, all[at - 1])) state.tokens.push(token);
}
