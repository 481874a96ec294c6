// Replaces fenced blocks (code, quote, math, spoiler) by marks. Decides where a fence begins and ends; never renders
// its content.
import { MARK, MARK_END } from './marks.ts';

export type Fence =
  | { kind: 'code'; language: string; code: string }
  | { kind: 'math'; tex: string }
  | { kind: 'quote'; lines: string[] }
  | { kind: 'spoiler'; header: string; lines: string[] };

export interface FencedText {
  lines: string[];
  /** Indexed by the number in the mark. */
  fences: Fence[];
}

const FENCE = /^(~{3,}|`{3,}) *(?:\{?\.?([a-zA-Z0-9_+\-./#]+) *([^ ~`][^~`]*)?)?\}?$/;

function runLength(line: string): number {
  let end = 1;
  while (line.charCodeAt(end) === line.charCodeAt(0)) end++;
  return end;
}

export function fenceOpening(line: string): { fence: string; language: string; header: string } | null {
  const first = line.charCodeAt(0);
  if (first !== 0x60 && first !== 0x7e) return null;
  const run = runLength(line);
  if (run < 3 || line.includes('`', run) || line.includes('~', run)) return null;
  const match = FENCE.exec(line);
  if (!match) return null;
  return { fence: match[1] as string, language: match[2] ?? '', header: match[3] ?? '' };
}

interface OpenFence {
  fence: string;
  language: string;
  header: string;
  kind: Fence['kind'];
  lines: string[];
}

function kindOf(language: string): Fence['kind'] {
  const name = language.toLowerCase();
  if (name === 'quote' || name === 'quoted') return 'quote';
  if (name === 'math') return 'math';
  return name === 'spoiler' ? 'spoiler' : 'code';
}

function finish(open: OpenFence): Fence {
  switch (open.kind) {
    case 'quote':
      return { kind: 'quote', lines: open.lines };
    case 'spoiler':
      return { kind: 'spoiler', header: open.header, lines: open.lines };
    case 'math':
      return { kind: 'math', tex: open.lines.join('\n') };
    case 'code':
      return { kind: 'code', language: open.language, code: open.lines.join('\n') };
  }
}

/** [MD30] The innermost open fence ends at a line equal to its own fence; an open one ends with the text. */
export function takeFences(lines: readonly string[], defaultLanguage = ''): FencedText {
  const fences: Fence[] = [];
  const top: string[] = [];
  const stack: OpenFence[] = [];
  const close = () => {
    const open = stack.pop() as OpenFence;
    fences.push(finish(open));
    const parent = stack.at(-1)?.lines ?? top;
    parent.push('', `${MARK}${fences.length - 1}${MARK_END}`, '');
  };
  for (const line of lines) {
    const current = stack.at(-1);
    if (current && line.trimEnd() === current.fence) {
      close();
      continue;
    }
    if (current && (current.kind === 'code' || current.kind === 'math')) {
      current.lines.push(line.trimEnd());
      continue;
    }
    const opening = fenceOpening(line);
    if (opening) {
      const language = opening.language || defaultLanguage;
      stack.push({ ...opening, language, kind: kindOf(language), lines: [] });
    } else {
      (current?.lines ?? top).push(line);
    }
  }
  while (stack.length > 0) close();
  return { lines: top, fences };
}
