// TeX to HTML by KaTeX. Separate from the rest because it is large; never trusts what the TeX asks for.
import katex from 'katex';

/** [MD50] No links, no HTML, no images from TeX; few macro expansions; no giant sizes. */
export function renderMath(tex: string, display: boolean): string | null {
  try {
    return katex.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 100,
      maxSize: 20,
    });
  } catch {
    return null;
  }
}
