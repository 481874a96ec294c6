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

/** `*text*`: no space at either end of the text. */
const findEmphasis: Finder = (line, from) => {
  for (let start = line.indexOf('*', from); start >= 0; ) {
    const end = line.indexOf('*', start + 1);
    if (end < 0) return null;
    if (end > start + 1 && !isBlank(line[start + 1]) && !isBlank(line[end - 1]))
      return { start, end: end + 1, width: 1 };
    start = end;
  }
  return null;
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

interface Step {
  find: Finder;
  marker: string;
  tags: string[];
}

const STEPS: Step[] = [
  { find: findStrongEmphasis, marker: '***', tags: ['strong', 'em'] },
  { find: findStrong, marker: '**', tags: ['strong'] },
  { find: findEmphasis, marker: '*', tags: ['em'] },
  { find: findStrike, marker: '~~', tags: ['del'] },
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
  const step = STEPS[index] as Step;
  if (!piece.text.includes(step.marker)) return piece;
  const reader = new AtomReader(piece.atoms);
  const atoms: Token[][] = [];
  const lines = piece.text.split('\n').map((line) => {
    let out = '';
    let from = 0;
    for (let match = step.find(line, 0); match; match = step.find(line, from)) {
      const before = line.slice(from, match.start);
      const inside = line.slice(match.start + match.width, match.end - match.width);
      atoms.push(...reader.take(before));
      const inner = { text: inside, atoms: reader.take(inside) };
      const children = finish(state, inner, index + 1);
      atoms.push(wrap(state, step.tags, children));
      out += before + MARK;
      from = match.end;
    }
    const rest = line.slice(from);
    atoms.push(...reader.take(rest));
    return out + rest;
  });
  return { text: lines.join('\n'), atoms };
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
  for (const token of isNested ? readNested(state, tokens) : tokens) state.tokens.push(token);
}
