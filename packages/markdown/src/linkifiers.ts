// An organization's linkifiers. Patterns run on a linear-time engine, which is loaded for the first one; addresses are RFC 6570
// templates.
import type { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import { safeUrl } from './html/url.ts';
import type { AutoSpan } from './inline/autolink.ts';

export interface LinkifierRow {
  id: number;
  pattern: string;
  url_template: string;
}

const engine = (): typeof RE2JS => require('re2js').RE2JS;

/** The group around the pattern. */
const MATCH = 'stoa_match';

export interface CompiledLinkifier {
  expression: ReturnType<typeof RE2JS.compile>;
  names: string[];
  template: ReturnType<typeof parseTemplate>;
}

/** [MD44] Allowed around a match: an opening delimiter or space before, no letter or digit after. */
const BEFORE = `(?:^|[\\s\\x{85}\\pZ'"(,:<])`;
const AFTER = '(?:$|[^\\pL\\pN])';

/** [MD93] Maximum matches per message: a match costs far more than a miss. */
const MAX_MATCHES = 300;

export interface CompiledLinkifiers {
  readonly length: number;
  /** The matches by position; of two that overlap, the earlier linkifier's. */
  findIn(source: string): AutoSpan[];
}

/** [MD44] Maximum size of a compiled pattern. Counted repetitions multiply it, and every message would pay. */
const MAX_PROGRAM = 500;
/** [MD44] Maximum size estimated before compiling, because a large pattern takes long to compile. */
const MAX_ESTIMATE = 2000;
/** [MD44] Each takes up to 0.3 ms to compile. */
const UNICODE_CLASS = /\\[pP]/g;
const MAX_UNICODE_CLASSES = 30;
/** [MD44] Ranges that end outside ASCII take up to 2 ms to compile if case is ignored. */
const WIDE_RANGE = /-(?:\\x\{|[^\0-\x7f])/g;
const MAX_WIDE_RANGES = 4;
/** An escape, a class, a counted repetition, or a character. */
const PATTERN_PART = /\\.|\[\^?\]?(?:\\.|[^\]])*\]|\{\d+(?:,\d*)?\}|./gsu;

/** About the size that the pattern has when compiled: a counted repetition multiplies what it follows. */
function estimatedSize(pattern: string): number {
  const groups = [0];
  let latest = 0;
  for (const [part] of pattern.matchAll(PATTERN_PART)) {
    if (part === '(') groups.push(0);
    else {
      let added = 1;
      if (part === ')' && groups.length > 1) latest = added = groups.pop()!;
      else if (/^\{\d/.test(part)) {
        added = latest * (Math.max(...part.match(/\d+/g)!.map(Number)) - 1);
        latest += added;
      } else latest = 1;
      groups[groups.length - 1]! += added;
    }
  }
  return groups.reduce((sum, size) => sum + size);
}

/** Compiles one pattern or throws; also validates a pattern before it is saved. */
export function compileLinkifier(row: Pick<LinkifierRow, 'pattern' | 'url_template'>): CompiledLinkifier {
  if (
    estimatedSize(row.pattern) > MAX_ESTIMATE ||
    (row.pattern.match(UNICODE_CLASS)?.length ?? 0) > MAX_UNICODE_CLASSES ||
    (row.pattern.match(WIDE_RANGE)?.length ?? 0) > MAX_WIDE_RANGES
  )
    throw new Error('The pattern is too large');
  // Alone first: it must not close the group around it, and errors must refer to it alone.
  const { compile, MULTILINE } = engine();
  compile(row.pattern);
  const expression = compile(`${BEFORE}(?P<${MATCH}>${row.pattern})${AFTER}`, MULTILINE);
  if (expression.programSize() > MAX_PROGRAM) throw new Error('The pattern is too large');
  const names = Object.keys(expression.namedGroups()).filter((name) => name !== MATCH);
  return { expression, names, template: parseTemplate(row.url_template) };
}

function findMatches(linkifier: CompiledLinkifier, source: string, spans: AutoSpan[], used: Uint8Array): void {
  const matcher = linkifier.expression.matcher(source);
  let from = 0;
  while (spans.length < MAX_MATCHES && from < source.length && matcher.find(from)) {
    const start = matcher.start(MATCH);
    const end = matcher.end(MATCH);
    // The delimiter after one match may precede the next, so the search continues at the match's end.
    from = Math.max(end, from + 1);
    if (end <= start || used.subarray(start, end).includes(1)) continue;
    const values: Record<string, string> = {};
    for (const name of linkifier.names) {
      const value = matcher.group(name);
      if (value !== null && value !== undefined) values[name] = value;
    }
    const href = safeUrl(linkifier.template.expand(values));
    spans.push({ start, end, href: href ?? '' });
    used.fill(1, start, end);
  }
}

/** Null for an invalid row: those are refused on saving; one that was stored anyway must not stop messages from rendering. */
export function compileIfValid(row: Pick<LinkifierRow, 'pattern' | 'url_template'>): CompiledLinkifier | null {
  try {
    return compileLinkifier(row);
  } catch {
    return null;
  }
}

/**
 * [MD93] Steps are instructions of a pattern times characters of the text: the engine's worst case, 12 ns each, of which most
 * patterns need a hundredth. No pattern is tried that might need more than these.
 */
const MAX_STEPS_EACH = 2_500_000;
/** [MD93] After as many steps, no further linkifier is tried once the time is up. */
const FREE_STEPS = 1_000_000;
const TIME_LIMIT_MS = 15;

/** Linkifiers in the order in which they are tried. */
export function joinLinkifiers(
  linkifiers: readonly CompiledLinkifier[],
  now: () => number = () => performance.now(),
): CompiledLinkifiers {
  return {
    length: linkifiers.length,
    findIn(source) {
      const spans: AutoSpan[] = [];
      const used = new Uint8Array(source.length);
      const began = now();
      let steps = 0;
      for (const linkifier of linkifiers) {
        if (steps > FREE_STEPS && now() - began > TIME_LIMIT_MS) break;
        const needed = linkifier.expression.programSize() * source.length;
        if (needed > MAX_STEPS_EACH) continue;
        findMatches(linkifier, source, spans, used);
        steps += needed;
      }
      return spans.filter((span) => span.href !== '').sort((a, b) => a.start - b.start);
    },
  };
}

/** Compiles the rows in order; invalid rows are left out. */
export function compileLinkifiers(rows: readonly LinkifierRow[]): CompiledLinkifiers {
  return joinLinkifiers(rows.map(compileIfValid).filter((linkifier) => linkifier !== null));
}
