// An organization's own patterns that become links. Patterns run on a linear-time engine; addresses are RFC 6570 templates.
import { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import { safeUrl } from './html/url.ts';
import type { AutoSpan } from './inline/autolink.ts';

export interface LinkifierRow {
  id: number;
  pattern: string;
  url_template: string;
}

/** The group around the pattern as it was given. */
const MATCH = 'stoa_match';

interface Linkifier {
  expression: ReturnType<typeof RE2JS.compile>;
  names: string[];
  template: ReturnType<typeof parseTemplate>;
}

/** [MD44] What may stand around a match: an opening delimiter or space before, no letter or digit after. */
const BEFORE = `(?:^|[\\s\\x{85}\\pZ'"(,:<])`;
const AFTER = '(?:$|[^\\pL\\pN])';

/** [MD93] Matches in one message: finding one costs far more than finding none. */
const MAX_MATCHES = 300;

export interface CompiledLinkifiers {
  readonly length: number;
  /** The matches in order of position; of two that overlap the earlier linkifier's. */
  findIn(source: string): AutoSpan[];
}

/** [MD44] Counted repetitions multiply a pattern; a larger one than this would cost every message dearly. */
const MAX_PROGRAM = 2000;

/** Compiles one pattern or throws: also the check for a pattern that someone is about to save. */
export function compileLinkifier(row: Pick<LinkifierRow, 'pattern' | 'url_template'>): Linkifier {
  // By itself first: it must not end what is put around it, and what is wrong with it is said of itself alone.
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
    // The delimiter after a match may be the one before the next, so the search goes on at the match's end.
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

/** Compiles the rows in order; a row that does not compile is left out. */
export function compileLinkifiers(rows: readonly LinkifierRow[]): CompiledLinkifiers {
  const linkifiers: Linkifier[] = [];
  for (const row of rows) {
    try {
      linkifiers.push(compileLinkifier(row));
    } catch {
      // Refused when it was saved; one that got past must not stop messages from rendering.
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
