// Turns a message's source into lines: uniform line ends, no tabs, no control characters, and a blank line before every
// list directly under text. Never looks at inline markup.
import { fenceOpening } from './fences.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g;
const LIST_ITEM = /^ *(?:([*+-])|\d+\.) +/;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let out = '';
  let column = 0;
  for (const character of line) {
    if (character === '\t') {
      const width = 4 - (column % 4);
      out += ' '.repeat(width);
      column += width;
    } else {
      out += character;
      column += 1;
    }
  }
  return out;
}

const cleanLines = (source: string) => source.replace(/\r\n?/g, '\n').replace(CONTROL, '').split('\n');

/** [MD806] A line of spaces and tabs is blank. */
function withSpaces(line: string): string {
  const expanded = expandTabs(line);
  return /^ +$/.test(expanded) ? '' : expanded;
}

export function sourceLines(source: string): string[] {
  return cleanLines(source).map(withSpaces);
}

/** The lines that blocks are made of. [MD806] An item that tabs indent is no list under text, so tabs are expanded last. */
export function blockLines(source: string): string[] {
  return separateHangingLists(cleanLines(source)).map(withSpaces);
}

/** [MD21] Puts a blank line between text and the list under it, and between lists of different kinds. */
function separateHangingLists(lines: readonly string[]): string[] {
  const out: string[] = [];
  const open: { fence: string; is_code: boolean }[] = [];
  let codeDepth = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    out.push(line);
    const opening = fenceOpening(line);
    if (opening) {
      const last = open.at(-1);
      if (last && !opening.language && last.fence === opening.fence) {
        open.pop();
        if (last.is_code) codeDepth--;
      } else {
        const is_code = opening.language !== 'quote' && opening.language !== 'quoted';
        open.push({ fence: opening.fence, is_code });
        if (is_code) codeDepth++;
      }
    }
    const next = lines[at + 1];
    if (codeDepth > 0 || line === '' || !next) continue;
    const below = LIST_ITEM.exec(next);
    if (!below) continue;
    const here = LIST_ITEM.exec(line);
    if (!here || (here[1] === undefined) !== (below[1] === undefined)) out.push('');
  }
  return out;
}
