// Splits marked text into blocks: code between three backquotes, quotes, lists, headings, paragraphs. Pure.
import { type Block, type Inline, paragraph, text } from './content.ts';

export interface BlockFlavour {
  /** Matches a line of a quote; the first group is its content. */
  readonly quote: RegExp;
  /** Matches the mark of a quote that extends to the end. */
  readonly quote_rest: RegExp | null;
  readonly bullets: RegExp;
  /** The most `#` that begin a heading; 0 if there are no headings. */
  readonly heading_levels: number;
  readonly has_languages: boolean;
  inline(source: string): Inline[];
  decode(literal: string): string;
}

const NUMBER = /^([ \t]*)(\d{1,9})\.[ \t]+(\S.*)$/;
const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const DEPTH_MAX = 8;
const INDENT_MAX = 16;

export function readMarkedBlocks(source: string, flavour: BlockFlavour, depth = 0): Block[] {
  const blocks: Block[] = [];
  const pieces = source.replace(/\r\n?/g, '\n').split(/```([\s\S]*?\S[\s\S]*?)```/);
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1) blocks.push(codeBlock(piece, flavour));
    else blocks.push(...readLines(piece.split('\n'), flavour, depth));
  }
  return blocks;
}

function codeBlock(inside: string, flavour: BlockFlavour): Block {
  const named = flavour.has_languages ? /^([\w+.#-]{1,40})\n([\s\S]*\S[\s\S]*)$/.exec(inside) : null;
  const code = named ? (named[2] as string) : inside.replace(/^[ \t]*\n/, '');
  return { kind: 'code', language: named?.[1] ?? '', text: flavour.decode(code.trimEnd()) };
}

interface Item {
  readonly indent: number;
  readonly number: number | null;
  readonly text: string;
}

function itemOf(line: string, flavour: BlockFlavour): Item | null {
  const indentOf = (spaces: string) => Math.min(spaces.replaceAll('\t', '    ').length, INDENT_MAX);
  const bullet = flavour.bullets.exec(line);
  if (bullet) return { indent: indentOf(bullet[1] as string), number: null, text: bullet[2] as string };
  const number = NUMBER.exec(line);
  return number && { indent: indentOf(number[1] as string), number: Number(number[2]), text: number[3] as string };
}

function readLines(lines: readonly string[], flavour: BlockFlavour, depth: number): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const flush = () => {
    const joined = open.join('\n');
    if (joined.trim() !== '') blocks.push(paragraph(flavour.inline(joined.replace(/^\n+|\s+$/g, ''))));
    open = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const rest = depth < DEPTH_MAX ? flavour.quote_rest?.exec(line) : null;
    if (rest) {
      flush();
      const quoted = [line.slice(rest[0].length), ...lines.slice(at + 1)].join('\n');
      blocks.push({ kind: 'quote', blocks: readMarkedBlocks(quoted, { ...flavour, quote_rest: null }, depth + 1) });
      break;
    }
    if (depth < DEPTH_MAX && flavour.quote.test(line)) {
      flush();
      const quoted: string[] = [];
      for (let match = flavour.quote.exec(line); match; match = flavour.quote.exec(lines[++at] ?? ''))
        quoted.push(match[1] ?? '');
      at--;
      const inner = readLines(quoted, flavour, depth + 1);
      if (inner.length > 0) blocks.push({ kind: 'quote', blocks: inner });
      continue;
    }
    const item = itemOf(line, flavour);
    if (item) {
      flush();
      const items = [item];
      for (let next = itemOf(lines[at + 1] ?? '', flavour); next; next = itemOf(lines[at + 1] ?? '', flavour)) {
        items.push(next);
        at++;
      }
      blocks.push(...lists(items, flavour));
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading && heading[1]!.length <= flavour.heading_levels) {
      flush();
      blocks.push({ kind: 'heading', level: heading[1]!.length, children: flavour.inline(heading[2] as string) });
    } else if (line.trim() === '') flush();
    else open.push(line);
  }
  flush();
  return blocks;
}

/** Nested by indentation. Numbers that do not count on stay text, because lists get new numbers. */
function lists(items: readonly Item[], flavour: BlockFlavour): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < items.length; ) {
    const first = items[at] as Item;
    const children: Block[][] = [];
    let expected = first.number;
    while (at < items.length) {
      const item = items[at] as Item;
      if (item.indent > first.indent && children.length > 0) {
        const start = at;
        while (at < items.length && (items[at] as Item).indent > first.indent) at++;
        children.at(-1)!.push(...lists(items.slice(start, at), flavour));
        continue;
      }
      if (item.indent < first.indent || item.number !== expected) break;
      children.push([paragraph(flavour.inline(item.text))]);
      if (expected !== null) expected++;
      at++;
    }
    blocks.push({ kind: 'list', first: first.number, items: children });
    const next = items[at];
    if (next && next.number !== null && first.number !== null && next.indent <= first.indent) {
      blocks.push(paragraph([text(`${next.number}. `), ...flavour.inline(next.text)]));
      at++;
    }
  }
  return blocks;
}
