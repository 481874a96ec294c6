// Finds addresses without markup: http(s), domains with known endings, mail, bitcoin. One pass over the source; never
// backtracks.
import tlds from 'tlds' with { type: 'json' };

export interface AutoSpan {
  start: number;
  end: number;
  href: string;
}

/** Top-level domains that are far more common as file extensions. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(['java', 'md', 'mov', 'py', 'zip']);
const ENDINGS: ReadonlySet<string> = new Set(tlds.filter((ending) => !FILE_ENDINGS.has(ending)));

const NONE: readonly AutoSpan[] = [];
/** Cheap test that skips the search for most messages. */
const PERHAPS = /\.[a-z\u0080-\uffff]|:\/\/|@|bitcoin:/;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const BITCOIN = /^bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/;

const isSpace = (code: number) =>
  code === 0x20 || (code >= 9 && code <= 13) || (code > 0x7f && SPACE.test(String.fromCharCode(code)));
const isWord = (source: string, at: number) => {
  const code = source.charCodeAt(at);
  if (code < 0x80) {
    return (
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      code === 0x5f
    );
  }
  return WORD.test(source[at] as string) || (code >= 0xd800 && code <= 0xdfff);
};
/** Allowed before an address: `'"(,:<` or a space. */
const opensAddress = (code: number) =>
  code === 0x27 || code === 0x22 || code === 0x28 || code === 0x2c || code === 0x3a || code === 0x3c || isSpace(code);
/** Punctuation that ends a sentence rather than an address: `!:;?),.'">`. */
const TRAILING = '!:;?),.\'">';

/** A run without spaces, with its balance of parentheses. */
class Run {
  /** Start of the trailing punctuation. */
  readonly tail: number;
  private readonly stops: Int32Array;
  private readonly closers: Int32Array;

  constructor(
    readonly source: string,
    readonly start: number,
    readonly end: number,
  ) {
    let tail = end;
    while (tail > start && TRAILING.includes(source[tail - 1] as string)) tail--;
    this.tail = tail;
    const size = end - start;
    this.closers = new Int32Array(size).fill(-1);
    this.stops = new Int32Array(size + 1);
    let open: number[] = [];
    for (let at = 0; at < size; at++) {
      const code = source.charCodeAt(start + at);
      if (code === 0x28) open.push(at);
      else if (code === 0x22) open = [];
      else if (code === 0x29) {
        const opener = open.pop();
        if (opener !== undefined) this.closers[opener] = at;
      }
    }
    this.stops[size] = size;
    for (let at = size - 1; at >= 0; at--) {
      const code = source.charCodeAt(start + at);
      const closer = this.closers[at] as number;
      const blocked = code === 0x22 || code === 0x29 || (code === 0x28 && closer < 0);
      this.stops[at] = blocked ? at : (this.stops[closer >= 0 ? closer + 1 : at + 1] as number);
    }
  }

  /** The end of a path that begins here, or -1: balanced, and followed only by trailing punctuation. */
  pathEnd(from: number): number {
    if (this.start + (this.stops[from - this.start] as number) < this.tail) return -1;
    let at = from;
    while (at < this.tail) {
      const closer = this.closers[at - this.start] as number;
      at = closer >= 0 ? this.start + closer + 1 : at + 1;
    }
    return at;
  }
}

const isPathStart = (code: number) => code === 0x2f || code === 0x3f || code === 0x23;

function withProtocol(run: Run, start: number): number {
  const { source } = run;
  const host = source.indexOf('//', start) + 2;
  let end = host;
  while (end < run.end && (isWord(source, end) || '.:@-'.includes(source[end] as string))) end++;
  if (end === host) return -1;
  if (end >= run.tail) return Math.max(run.tail, host + 1);
  return isPathStart(source.charCodeAt(end)) ? run.pathEnd(end) : -1;
}

function bareDomain(run: Run, start: number): number {
  const { source } = run;
  let end = start;
  while (end < run.end && (isWord(source, end) || source[end] === '.' || source[end] === '-')) end++;
  const hasPath = source[end] === '/';
  if (!hasPath) {
    if (end < run.tail) return -1;
    end = Math.min(end, run.tail);
  }
  const dot = source.lastIndexOf('.', end - 1);
  if (dot <= start || !ENDINGS.has(source.slice(dot + 1, end))) return -1;
  if (source.slice(start, dot + 1).includes('..') || source[start] === '.') return -1;
  return hasPath ? run.pathEnd(end) : end;
}

function mail(run: Run, start: number): number {
  const { source } = run;
  let at = start;
  while (at < run.end && (isWord(source, at) || '.+-'.includes(source[at] as string))) at++;
  if (source[at] !== '@' || at === start) return -1;
  let end = at + 1;
  while (end < run.end && (isWord(source, end) || source[end] === '.' || source[end] === '-')) end++;
  if (end < run.tail) return -1;
  end = Math.min(end, run.tail);
  const dot = source.lastIndexOf('.', end - 1);
  return dot > at + 1 && dot < end - 1 && !source.slice(dot + 1, end).includes('-') ? end : -1;
}

function addressAt(run: Run, start: number): { end: number; prefix: string } | null {
  const { source } = run;
  let prefix = '';
  let end = -1;
  if (source.startsWith('http://', start) || source.startsWith('https://', start)) end = withProtocol(run, start);
  if (end < 0) {
    end = bareDomain(run, start);
    prefix = 'http://';
  } else prefix = '';
  if (end < 0) {
    end = mail(run, start);
    prefix = 'mailto:';
  }
  if (end < 0 && source.startsWith('bitcoin:', start)) {
    const match = BITCOIN.exec(source.slice(start, start + 50));
    if (match && start + match[0].length >= run.tail) end = start + match[0].length;
    prefix = '';
  }
  return end < 0 ? null : { end, prefix };
}

/** [MD42] The addresses in a text, by position. */
export function findAddresses(source: string): readonly AutoSpan[] {
  if (!PERHAPS.test(source)) return NONE;
  const found: AutoSpan[] = [];
  for (let at = 0; at < source.length; ) {
    if (isSpace(source.charCodeAt(at))) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < source.length && !isSpace(source.charCodeAt(end))) end++;
    if (PERHAPS.test(source.slice(at, end))) {
      const run = new Run(source, at, end);
      for (let start = at; start < end; start++) {
        if (start > at && !opensAddress(source.charCodeAt(start - 1))) continue;
        const address = addressAt(run, start);
        if (!address) continue;
        found.push({ start, end: address.end, href: address.prefix + source.slice(start, address.end) });
        start = address.end - 1;
      }
    }
    at = end;
  }
  return found;
}

/** Both lists merged by position, without spans of the second that overlap one of the first. */
export function mergeSpans(first: readonly AutoSpan[], second: readonly AutoSpan[]): readonly AutoSpan[] {
  if (second.length === 0) return first;
  if (first.length === 0) return second;
  const merged: AutoSpan[] = [];
  let at = 0;
  for (const span of second) {
    while (at < first.length && (first[at] as AutoSpan).end <= span.start) merged.push(first[at++] as AutoSpan);
    const next = first[at];
    if (!next || next.start >= span.end) merged.push(span);
  }
  return [...merged, ...first.slice(at)];
}
