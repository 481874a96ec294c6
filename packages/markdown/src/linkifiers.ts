// An organization's linkifiers. Patterns run on a linear-time engine; addresses are RFC 6570 templates.
import { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import { safeUrl } from './html/url.ts';
import type { AutoSpan } from './inline/autolink.ts';

export interface LinkifierRow {
  id: number;
  pattern: string;
  url_template: string;
}

/** The group around the pattern. */
const MATCH = 'stoa_match';

interface Linkifier {
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
const MAX_PROGRAM = 2000;

/** Compiles one pattern or throws; also validates a pattern before it is saved. */
export function compileLinkifier(row: Pick<LinkifierRow, 'pattern' | 'url_template'>): Linkifier {
  // Alone first: it must not close the group around it, and errors must refer to it alone.
  RE2JS.compile(row.pattern);
  const expression = RE2JS.compile(`${BEFORE}(?P<${MATCH}>${row.pattern})${AFTER}`, RE2JS.MULTILINE);
  if (expression.programSize() > MAX_PROGRAM) throw new Error('The pattern is too large');
  const names = Object.keys(expression.namedGroups()).filter((name) => name !== MATCH);
  return { expression, names, template: parseTemplate(row.url_template) };
}

function findMatches(linkifier: Linkifier, source: string, spans: AutoSpan[], used: Uint8Array): void {
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

/** Compiles the rows in order; invalid rows are left out. */
export function compileLinkifiers(rows: readonly LinkifierRow[]): CompiledLinkifiers {
  const linkifiers: Linkifier[] = [];
  for (const row of rows) {
    try {
      linkifiers.push(compileLinkifier(row));
    } catch {
      // Invalid patterns are refused on saving; one that was stored anyway must not stop messages from rendering.
    }
  }
  return {
    length: linkifiers.length,
    findIn(source) {
      const spans: AutoSpan[] = [];
      const used = new Uint8Array(source.length);
      for (const linkifier of linkifiers) findMatches(linkifier, source, spans, used);
      return spans.filter((span) => span.href !== '').sort((a, b) => a.start - b.start);
    },
  };
}
