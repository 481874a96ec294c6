// HTML that escapes every value put into it, unless the value is HTML itself.
import { escapeHtml } from '../../kit/text/escape-html.ts';

export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | null | readonly Piece[];

const write = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof Html) return piece.text;
  return Array.isArray(piece) ? piece.map(write).join('') : escapeHtml(String(piece));
};

/** A template whose values are text: escaped, lists joined, null left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(strings.reduce((text, part, at) => text + write(values[at - 1] ?? null) + part));
}

/** Plain text in which backquotes mark code. */
export function prose(text: string): Html {
  return new Html(escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
}
