// TeX to HTML by KaTeX, which is loaded for the first formula: it takes 8 MB of memory. TeX is never trusted.
import type Katex from 'katex';

const katex = (): typeof Katex => require('katex');

/** Commands that define commands, with which a short text could expand to a long one. */
const DEFINITION = /\\(?:[gex]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;
const MAX_WITH_DEFINITIONS = 300;

/** Maximum nesting of braces: deeper ones cost more and make HTML that browsers can't lay out. */
const MAX_DEPTH = 30;

function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (let at = 0; at < tex.length; at++) {
    const code = tex.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x7b && ++depth > MAX_DEPTH) return true;
    else if (code === 0x7d) depth--;
  }
  return false;
}

function ignore(): void {}

/** [MD50] No links, no HTML, no images from TeX; few macro expansions; no giant sizes. */
export function renderMath(tex: string, display: boolean): string | null {
  const defines = DEFINITION.test(tex);
  if ((defines && tex.length > MAX_WITH_DEFINITIONS) || isTooDeep(tex)) return null;
  const { warn } = console;
  // The library warns about each character without metrics; users' text must not fill the server's log.
  console.warn = ignore;
  try {
    return katex().renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: defines ? 40 : 500,
      maxSize: 20,
    });
  } catch {
    return null;
  } finally {
    console.warn = warn;
  }
}
