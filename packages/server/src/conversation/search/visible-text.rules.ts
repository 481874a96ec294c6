// Extracts the visible text of rendered HTML and where each part is in the HTML. Pure; reads only our renderer's
// output.

/** A run of visible text: `text.slice(start, end)` is what `html.slice(from, to)` shows. */
export interface VisibleRun {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

export interface VisibleText {
  readonly text: string;
  /** In order; text that can't be highlighted (formulas, pictures) has no run. */
  readonly runs: readonly VisibleRun[];
}

const PIECE = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));|[^<&]+|[<&]/gi;
/** Elements that do not end a word. */
const INLINE = new Set(['a', 'b', 'code', 'del', 'em', 'i', 's', 'span', 'strong', 'sub', 'sup', 'u']);
const EMPTY = new Set(['br', 'hr', 'img', 'wbr', 'input', 'source']);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const FORMULA = /\bclass="katex(?:-html)?"/;
const ALT = /\salt="([^"]*)"/;

function entity(decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? ' ';
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Extracts visible text in one pass; a formula counts as its source. */
export function visibleText(html: string): VisibleText {
  let text = '';
  const runs: VisibleRun[] = [];
  const show = (shown: string, from: number, length: number) => {
    runs.push({ start: text.length, end: text.length + shown.length, from, to: from + length });
    text += shown;
  };
  // Nesting depth inside a formula, of which only the annotation counts.
  let formula = 0;
  let annotation = false;
  for (const match of html.matchAll(PIECE)) {
    const [piece, slash, tag, attributes = '', decimal, hex, name] = match;
    if (tag === undefined) {
      const is_entity = piece.length > 1 && piece.startsWith('&');
      const shown = is_entity ? entity(decimal, hex, name) : piece;
      if (annotation) text += shown;
      else if (formula === 0) show(shown, match.index, piece.length);
      continue;
    }
    const element = tag.toLowerCase();
    if (formula > 0) {
      if (element === 'annotation') annotation = slash === '';
      if (!EMPTY.has(element) && !attributes.endsWith('/')) formula += slash === '' ? 1 : -1;
      if (formula === 0) text += ' ';
      continue;
    }
    if (element === 'img') text += ` ${ALT.exec(attributes)?.[1] ?? ''} `;
    else if (slash === '' && element === 'span' && FORMULA.test(attributes)) {
      formula = 1;
      text += ' ';
    } else if (!INLINE.has(element)) text += ' ';
  }
  return { text, runs };
}
