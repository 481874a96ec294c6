// TeX to HTML by KaTeX. Separate from the rest because it is large; never trusts what the TeX asks for.
import katex from 'katex';

/** Commands that define commands: what they define can make a short text a long one. */
const DEFINITION = /\\(?:[gex]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;
const MAX_WITH_DEFINITIONS = 300;

/** Braces inside braces cost more the deeper they go, and make HTML that browsers give up on. */
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
  // The library warns of each character it has no measures for; what people write must not fill the server's log.
  console.warn = ignore;
  try {
    return katex.renderToString(tex, {
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
