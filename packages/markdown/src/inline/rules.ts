// The inline rules that make one token each, in the order they are tried. Emphasis and emoji follow in spans.ts.
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { localUrl, safeUrl } from '../html/url.ts';
import { stateOf } from '../render-state.ts';
import { channelLink } from './channel-links.ts';
import { image } from './images.ts';
import { mention } from './mentions.ts';
import { scanSource, slashesBefore } from './scan.ts';
import { globalTime } from './times.ts';
import { addLink, bracketsAt, type InlineRule, readTarget, textToken } from './tokens.ts';

/** Characters at which a rule may begin: `` ` @ # $ < ! [ ``. */
const STOPS = new Uint8Array(128);
for (const character of '`@#$<![') STOPS[character.charCodeAt(0)] = 1;

/** Consumes text up to the next character at which another rule may begin. */
function text(state: StateInline): boolean {
  const { scan } = stateOf(state);
  let until = state.posMax;
  while (scan.nextAuto < scan.autos.length && (scan.autos[scan.nextAuto]?.start as number) < state.pos) scan.nextAuto++;
  const auto = scan.autos[scan.nextAuto];
  if (auto && auto.start < until) until = auto.start;
  const { src } = state;
  let at = state.pos;
  for (; at < until; at++) {
    const code = src.charCodeAt(at);
    if (code < 128 && STOPS[code]) break;
  }
  if (at === state.pos) return false;
  state.pending += src.slice(state.pos, at);
  state.pos = at;
  return true;
}

function code(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x60) return false;
  const slashes = slashesBefore(src, pos);
  // [MD803] Pairs of backslashes before a backtick are escaped backslashes.
  if (slashes > 0 && slashes % 2 === 0) state.pending = state.pending.slice(0, -slashes / 2);
  const span = stateOf(state).scan.code?.get(pos);
  if (!span) {
    state.pending += '`';
    state.pos++;
    return true;
  }
  state.push('code_inline', 'code', 0).content = src.slice(pos + span.width, span.end - span.width);
  state.pos = span.end;
  return true;
}

const isWordAt = (src: string, at: number) => at >= 0 && at < src.length && /[\p{L}\p{N}_]/u.test(src[at] as string);

/** [MD50] `$$tex$$` on one line, not beginning with `_`, without a third dollar or an adjacent word. */
function math(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x24) return false;
  let width = 1;
  while (src.charCodeAt(pos + width) === 0x24) width++;
  const end = width === 2 && !isWordAt(src, pos - 1) && src[pos + 2] !== '_' ? endOfMath(src, pos + 2) : -1;
  if (end < 0) {
    state.pending += src.slice(pos, pos + width);
    state.pos = pos + width;
    return true;
  }
  state.push('math_inline', 'span', 0).content = src.slice(pos + 2, end);
  state.pos = end + 2;
  return true;
}

function endOfMath(src: string, from: number): number {
  let at = from;
  for (; at < src.length; at++) {
    const code = src.charCodeAt(at);
    if (code === 0x0a) return -1;
    if (code === 0x5c && at > from && src.charCodeAt(at + 1) === 0x24) at++;
    else if (code === 0x24) break;
  }
  if (at === from || src[at + 1] !== '$' || src[at + 2] === '$' || isWordAt(src, at + 2)) return -1;
  return at;
}

/** [MD41] `[text](address "title")`; without text the address is shown. */
function link(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos - 1) === 0x21) return false;
  const parts = bracketsAt(state, state.pos);
  if (!parts) return false;
  const { url, title } = readTarget(parts.inside);
  const href = safeUrl(url);
  if (href === null) return false;
  const shown = parts.label.trim() ? parts.label : localUrl(href, stateOf(state).context.realm_url);
  addLink(state, href, title, parts.label.trim() ? parseLabel(state, shown) : [textToken(state, shown)]);
  state.pos = parts.end;
  return true;
}

function parseLabel(state: StateInline, label: string): Token[] {
  const found = stateOf(state);
  const outer = found.scan;
  found.scan = scanSource(label, found, true);
  const tokens: Token[] = [];
  state.md.inline.parse(label, state.md, state.env, tokens);
  found.scan = outer;
  return tokens;
}

function auto(state: StateInline): boolean {
  const { scan } = stateOf(state);
  const span = scan.autos[scan.nextAuto];
  if (span?.start !== state.pos) return false;
  const href = safeUrl(span.href);
  if (href === null) return false;
  addLink(state, href, '', [textToken(state, state.src.slice(span.start, span.end))]);
  state.pos = span.end;
  return true;
}

/** Makes a rule do nothing inside a link's text. */
const outsideLabels =
  (rule: InlineRule): InlineRule =>
  (state, silent) =>
    !stateOf(state).scan.isLabel && rule(state, silent);

export function addInlineRules(md: MarkdownIt): void {
  const rules: [string, InlineRule][] = [
    ['text', text],
    ['code', code],
    ['mention', mention],
    ['math', math],
    ['channel_link', channelLink],
    ['time', globalTime],
    ['image', outsideLabels(image)],
    ['link', outsideLabels(link)],
    ['auto', outsideLabels(auto)],
  ];
  md.inline.ruler.enableOnly([]);
  md.inline.ruler2.enableOnly([]);
  for (const [name, rule] of rules) md.inline.ruler.push(`stoa_${name}`, rule);
}
