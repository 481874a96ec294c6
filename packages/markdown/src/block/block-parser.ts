// Text to a tree of blocks: the order of the rules, and all rules except lists and tables. Blocks are the parts between
// blank lines; a rule may put the rest of its block back as the next one.
import type { BlockContext, State } from './block-context.ts';
import type { Fence } from './fences.ts';
import { indentedUnderList, parseIndented, parseList } from './lists.ts';
import { MARK, MARK_END } from './marks.ts';
import { addChild, lastChild, makeNode, type Node } from './nodes.ts';
import { parseTable, tableColumns } from './tables.ts';

/** [MD90] Deeper blocks stay text: limits the work and the depth of the HTML. */
const MAX_DEPTH = 20;

export class BlockParser implements BlockContext {
  private readonly states: State[] = [];
  private depth = 0;

  constructor(private readonly fences: readonly Fence[]) {}

  get state(): State {
    return this.states.at(-1) ?? '';
  }

  within(state: State, work: () => void): void {
    this.states.push(state);
    work();
    this.states.pop();
  }

  parseDocument(lines: readonly string[]): Node {
    const root = makeNode('root');
    this.within('', () => this.parseText(root, lines.join('\n')));
    return root;
  }

  parseText(parent: Node, text: string): void {
    let end = text.length;
    while (text.charCodeAt(end - 1) === 0x0a) end--;
    this.parseBlocks(parent, text.slice(0, end).split('\n\n'));
  }

  /** Parses the blocks one by one, each with the first rule that matches. */
  parseBlocks(parent: Node, lines: string[]): void {
    this.depth++;
    const blocks = lines.reverse();
    for (let block = blocks.pop(); block !== undefined; block = blocks.pop()) {
      const rest = this.parseBlock(parent, block);
      if (rest) blocks.push(rest);
    }
    this.depth--;
  }

  /** Returns the unparsed rest of the block. */
  private parseBlock(parent: Node, block: string): string {
    if (block === '' || block.charCodeAt(0) === 0x0a) return parseEmpty(parent, block);
    if (block.charCodeAt(0) === 0x02 && this.parseMark(parent, block)) return '';
    if (this.depth > MAX_DEPTH) {
      this.parseParagraph(parent, block);
      return '';
    }
    if (indentedUnderList(this, parent, block)) {
      parseIndented(this, parent, block);
      return '';
    }
    if (block.startsWith('    ')) return parseIndentedCode(parent, block);
    const heading = findHeading(block);
    if (heading) {
      if (heading.start > 0) this.parseBlocks(parent, [block.slice(0, heading.start)]);
      addChild(parent, `h${heading.level}`, heading.text);
      return block.slice(heading.end);
    }
    const columns = tableColumns(block);
    if (columns) {
      parseTable(parent, block, columns);
      return '';
    }
    const rule = findRule(block);
    if (rule) {
      const before = block.slice(0, rule.start).replace(/\n$/, '');
      if (before) this.parseBlocks(parent, [before]);
      addChild(parent, 'hr');
      return block.slice(rule.end);
    }
    if (parseList(this, parent, block)) return '';
    const quote = findQuote(block);
    if (quote >= 0) {
      if (quote > 0) this.parseBlocks(parent, [block.slice(0, quote)]);
      const lines = block.slice(quote).replace(/^\n/, '').split('\n');
      const element = addChild(parent, 'blockquote');
      this.within('blockquote', () => this.parseText(element, unquote(lines)));
      return '';
    }
    this.parseParagraph(parent, block);
    return '';
  }

  /** A block that is the mark of a fenced block. */
  private parseMark(parent: Node, block: string): boolean {
    const end = block.indexOf(MARK_END);
    const text = block.trimEnd();
    if (end < 0 || end !== text.length - 1) return false;
    const fence = this.fences[Number(text.slice(MARK.length, end))];
    if (!fence) return false;
    this.parseFence(parent, fence);
    return true;
  }

  private parseFence(parent: Node, fence: Fence): void {
    if (this.depth > MAX_DEPTH && fence.kind !== 'code' && fence.kind !== 'math') {
      const text = this.plainText(fence).trim();
      if (text) addChild(parent, 'p', text);
      return;
    }
    if (fence.kind === 'quote') {
      const element = addChild(parent, 'blockquote');
      this.within('blockquote', () => this.parseText(element, fence.lines.join('\n')));
    } else if (fence.kind === 'spoiler') {
      const element = addChild(parent, 'spoiler');
      const header = addChild(element, 'spoiler-header');
      const content = addChild(element, 'spoiler-content');
      this.within('', () => {
        this.parseText(header, fence.header);
        this.parseText(content, fence.lines.join('\n'));
      });
    } else {
      addChild(parent, fence.kind).fence = fence;
    }
  }

  /** A fence's content as written, including inner fences. */
  private plainText(fence: Fence): string {
    if (fence.kind === 'code') return fence.code;
    if (fence.kind === 'math') return fence.tex;
    const header = fence.kind === 'spoiler' ? fence.header : '';
    const lines = fence.lines.map((line) => {
      const inner = line.startsWith(MARK) ? this.fences[Number(line.slice(1, -1))] : undefined;
      return inner ? this.plainText(inner) : line;
    });
    return [header, ...lines].filter(Boolean).join('\n');
  }

  private parseParagraph(parent: Node, block: string): void {
    if (block.trim() === '') return;
    if (this.state !== 'list') {
      addChild(parent, 'p', block.trimStart());
      return;
    }
    const sibling = lastChild(parent);
    if (sibling) sibling.tail = `${sibling.tail}\n${block}`;
    else parent.text = parent.text ? `${parent.text}\n${block.trimStart()}` : block.trimStart();
  }
}

function parseEmpty(parent: Node, block: string): string {
  const before = lastChild(parent);
  if (before?.fence && before.tag === 'indented-code' && before.fence.kind === 'code') {
    before.fence.code += block === '' ? '\n\n' : '\n';
  }
  return block.slice(1);
}

/** [MD31] Lines indented by four; blank lines between such blocks belong to the code. */
function parseIndentedCode(parent: Node, block: string): string {
  const lines = block.split('\n');
  let count = 0;
  while (count < lines.length && ((lines[count] as string).startsWith('    ') || lines[count] === '')) count++;
  const code = lines
    .slice(0, count)
    .map((line) => line.slice(4))
    .join('\n')
    .trimEnd();
  const before = lastChild(parent);
  if (before?.tag === 'indented-code' && before.fence?.kind === 'code') before.fence.code += `\n${code}\n`;
  else addChild(parent, 'indented-code').fence = { kind: 'code', language: '', code: `${code}\n` };
  return lines.slice(count).join('\n');
}

/** [MD22] The first line that is a heading: one to six `#` and a space. */
function findHeading(block: string): { start: number; end: number; level: number; text: string } | null {
  if (!block.includes('#')) return null;
  const match = /(?:^|\n)(#{1,6})[^\S\n]([^\n]*)\n?/.exec(block);
  if (!match) return null;
  const line = match[2] as string;
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 0x23) end--;
  // A backslash keeps the `#` behind it. [MD871]
  if (end < line.length && /(?:^|[^\\])(?:\\\\)*\\$/.test(line.slice(0, end))) end++;
  const text = line.slice(0, end).trim();
  return { start: match.index, end: match.index + match[0].length, level: (match[1] as string).length, text };
}

/** [MD23] The first line of three or more `-`, `_` or `*`, at most two spaces apart. */
function findRule(block: string): { start: number; end: number } | null {
  if (!/[-_*] {0,2}[-_*] {0,2}[-_*]/.test(block)) return null;
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf('\n', start);
    const end = newline < 0 ? block.length : newline;
    if (isRule(block.slice(start, end))) return { start, end: newline < 0 ? end : end + 1 };
    start = end + 1;
  }
  return null;
}

function isRule(line: string): boolean {
  const text = line.trim();
  const mark = text[0];
  if ((mark !== '-' && mark !== '_' && mark !== '*') || line.length - line.trimStart().length > 3) return false;
  let count = 0;
  let gap = 0;
  for (const character of text) {
    if (character === mark) {
      count++;
      gap = 0;
    } else if (character !== ' ' || ++gap > 2) return false;
  }
  return count >= 3;
}

/** A `>` after at most three spaces. */
const QUOTE_LINE = /^ {0,3}> ?(.*)$/;

/** [MD24] The start of the first quote line with content, or -1. Empty quotes stay text. */
function findQuote(block: string): number {
  if (!block.includes('>')) return -1;
  let emptyFrom = -1;
  for (let start = 0; start <= block.length; ) {
    const newline = block.indexOf('\n', start);
    const end = newline < 0 ? block.length : newline;
    const match = QUOTE_LINE.exec(block.slice(start, end));
    const isEmpty = match !== null && (match[1] as string).trim() === '';
    if (match && !isEmpty) {
      const from = emptyFrom >= 0 ? emptyFrom : start;
      return from === 0 ? 0 : from - 1;
    }
    if (match && emptyFrom < 0) emptyFrom = start;
    if (!match) {
      // Empty quote lines count when text follows them: the text continues the quote.
      if (emptyFrom >= 0 && end > start) return emptyFrom === 0 ? 0 : emptyFrom - 1;
      emptyFrom = -1;
    }
    start = end + 1;
  }
  return -1;
}

function unquote(lines: string[]): string {
  return lines.map((line) => (line.trim() === '>' ? '' : (QUOTE_LINE.exec(line)?.[1] ?? line))).join('\n');
}
