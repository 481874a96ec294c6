// Converts HTML to Markdown: paragraphs, headings, lists, quotations, code, tables. Pure.
import type { HtmlNode } from './html-node.ts';
import { fenceFor, type Line, rawText, writeInline } from './inline.ts';
import { CODE, HEADING, IGNORED, isBlockName, LINES, OWN } from './tags.ts';

/** Maximum depth of nesting. */
const DEEPEST = 20;
const MAX_COLUMNS = 100;

interface Block {
  /** Lines follow each other directly; other blocks are separated by an empty line. */
  readonly kind: 'line' | 'paragraph' | 'item' | 'fence';
  readonly text: string;
  /** An item that would belong to the nested list above without an empty line. */
  readonly apart?: boolean;
}

export type { HtmlNode } from './html-node.ts';

type Child = HtmlNode | string;

const isHidden = ({ attributes: { style = '', hidden } }: HtmlNode) =>
  hidden !== undefined || /(?:^|;)\s*display\s*:\s*none/i.test(style);

/** Without hidden elements. */
function visible(node: HtmlNode): HtmlNode {
  const children = node.children.flatMap((child): Child[] => {
    if (typeof child === 'string') return [child];
    return IGNORED.has(child.name) || isHidden(child) ? [] : [visible(child)];
  });
  return { ...node, children };
}

const hasBlocks = (node: HtmlNode): boolean =>
  node.children.some((child) => typeof child !== 'string' && (isBlockName(child.name) || hasBlocks(child)));

const hasOwnBlocks = (node: HtmlNode): boolean =>
  node.children.some((child) => typeof child !== 'string' && (OWN.has(child.name) || hasOwnBlocks(child)));

/** Some links contain whole paragraphs. */
const isInline = (node: HtmlNode): boolean =>
  !isBlockName(node.name) && (!hasBlocks(node) || (node.name === 'a' && !hasOwnBlocks(node)));

/** Contains a list of the other kind. */
const holdsOther = (node: HtmlNode, name: string): boolean =>
  node.children.some(
    (child) =>
      typeof child !== 'string' &&
      (((child.name === 'ul' || child.name === 'ol') && child.name !== name) || holdsOther(child, name)),
  );

class Writer {
  /** Contains something that plain text would lose. */
  rich = false;
  /** All of it is plain words, bold or a heading. */
  marked = false;

  blocks(nodes: readonly Child[], depth: number): Block[] {
    const made: Block[] = [];
    let run: Child[] = [];
    const flush = () => {
      if (run.length > 0) made.push(...this.lines(writeInline(run), 'paragraph'));
      run = [];
    };
    for (const node of nodes) {
      if (typeof node === 'string' || isInline(node)) run.push(node);
      else {
        flush();
        made.push(...this.block(node, depth));
      }
    }
    flush();
    return made;
  }

  private lines(line: Line, kind: 'line' | 'paragraph'): Block[] {
    this.rich ||= line.rich;
    this.marked ||= line.marked;
    return line.markdown === '' ? [] : [{ kind, text: line.markdown }];
  }

  private block(node: HtmlNode, depth: number): Block[] {
    const { name, children } = node;
    const heading = HEADING.exec(name);
    if (heading) return this.heading(Number(heading[1]), children);
    if (depth < DEEPEST) {
      if (name === 'ul' || name === 'ol') return this.list(node, depth);
      if (name === 'blockquote') return this.quotation(children, depth);
      if (name === 'table') return this.table(node, depth);
    }
    if (name === 'pre') return this.code(node);
    if (name === 'hr') {
      this.rich = true;
      return [{ kind: 'paragraph', text: '---' }];
    }
    const [only, ...others] = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
    if (typeof only === 'object' && only.name === 'pre' && others.length === 0)
      return this.code(only, languageOf(node));
    if (!LINES.has(name) || hasBlocks(node)) return this.blocks(children, depth);
    const made = this.lines(writeInline(children), 'line');
    // An empty line between other blocks.
    return made.length > 0 || name !== 'div' ? made : [{ kind: 'line', text: '' }];
  }

  private heading(level: number, children: readonly Child[]): Block[] {
    const { markdown, rich } = writeInline(children, undefined, true);
    if (markdown === '') return [];
    this.rich ||= rich;
    this.marked = true;
    return [{ kind: 'paragraph', text: `${'#'.repeat(level)} ${markdown.replaceAll('\n', ' ')}` }];
  }

  /** A fence must begin its line: within a list it stands between the items, which continue after it. */
  private list({ name, attributes, children }: HtmlNode, depth: number): Block[] {
    this.rich = true;
    const made: Block[] = [];
    let number = Number(attributes.start ?? 1) || 1;
    let mixed = false;
    for (const child of children) {
      if (typeof child === 'string') continue;
      // Some sources put a nested list beside its parent item.
      const own = child.name === 'ul' || child.name === 'ol' ? null : name === 'ol' ? `${number++}. ` : '- ';
      const inside = this.blocks(own === null ? [child] : child.children, depth + 1);
      let started = own === null;
      for (const { kind, text, apart = false } of inside) {
        if (kind === 'fence') made.push({ kind, text });
        else {
          const indented = text.replace(/\n(?!$)/g, '\n  ');
          made.push(
            started
              ? { kind: 'item', text: `  ${indented}`, apart }
              : { kind: 'item', text: `${own}${indented}`, apart: mixed },
          );
          started = true;
        }
      }
      mixed = holdsOther(child, name);
    }
    return made;
  }

  private quotation(children: readonly Child[], depth: number): Block[] {
    const text = join(this.blocks(children, depth + 1));
    if (text === '') return [];
    this.rich = true;
    if (!/\n\n|^[`~]{3}/m.test(text)) return [{ kind: 'paragraph', text: text.replace(/^/gm, '> ') }];
    const fence = fenceFor(text, 3);
    return [{ kind: 'fence', text: `${fence}quote\n${text}\n${fence}` }];
  }

  private code(node: HtmlNode, outer = ''): Block[] {
    const text = rawText(node)
      .replace(/\r\n?/g, '\n')
      .replace(/^\n|\n+$/g, '');
    if (text.trim() === '') return [];
    this.rich = true;
    const fence = fenceFor(text, 3);
    return [{ kind: 'fence', text: `${fence}${languageOf(node) || outer}\n${text}\n${fence}` }];
  }

  private table(node: HtmlNode, depth: number): Block[] {
    const rows = rowsOf(node);
    const width = Math.max(0, ...rows.map((row) => row.length));
    // Layout tables.
    const is_layout = width < 2 || width > MAX_COLUMNS || rows.some((row) => row.some(hasOwnBlocks));
    if (is_layout)
      return this.blocks(
        rows.flat().map((cell) => ({ ...cell, name: 'div' })),
        depth + 1,
      );
    this.rich = true;
    const lines = rows.map((row) => {
      const cells = Array.from({ length: width }, (_, at) => (row[at] ? cellText(row[at]) : ''));
      return `| ${cells.join(' | ')} |`;
    });
    lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
    return [{ kind: 'fence', text: lines.join('\n') }];
  }
}

function rowsOf(table: HtmlNode): HtmlNode[][] {
  return table.children.flatMap((child): HtmlNode[][] => {
    if (typeof child === 'string') return [];
    if (child.name !== 'tr') return child.name === 'table' ? [] : rowsOf(child);
    const cells = child.children.filter(
      (cell): cell is HtmlNode => typeof cell !== 'string' && /^t[dh]$/.test(cell.name),
    );
    return cells.length > 0 ? [cells] : [];
  });
}

/** A pipe in code separates nothing; any other is escaped. */
function cellText({ name, children }: HtmlNode): string {
  const { markdown } = writeInline(children, undefined, name === 'th');
  return markdown
    .replaceAll('\n', ' ')
    .split(/(`+[^`]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('|', '\\|')))
    .join('');
}

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:?)[-\s]?([a-z0-9+#_.-]+)/i;

const NO_LANGUAGE = /^(?:none|plain|plaintext|nohighlight|no-highlight)$/i;

/** The language, from names that sites use on the block or around the code. */
function languageOf(node: HtmlNode): string {
  const { attributes, children } = node;
  const named =
    attributes['data-code-language'] ??
    attributes['data-lang'] ??
    attributes['data-language'] ??
    LANGUAGE.exec(attributes.class ?? '')?.[1];
  if (named && !/\s|`/.test(named)) return NO_LANGUAGE.test(named) ? 'text' : named.toLowerCase();
  for (const child of children) if (typeof child !== 'string' && CODE.has(child.name)) return languageOf(child);
  return '';
}

function join(blocks: readonly Block[]): string {
  let text = '';
  let last: Block | null = null;
  for (const block of blocks) {
    const follows = block.kind === last?.kind && (block.kind === 'line' || block.kind === 'item') && !block.apart;
    if (last) text += follows ? '\n' : '\n\n';
    text += block.text;
    last = block;
  }
  return text.replace(/^\n+|\n+$/g, '');
}

const MONOSPACE = /font-family\s*:[^;]*(?:mono|consolas|menlo|monaco|courier|fira code|source code|cascadia)/i;

/** Plain text in a monospace font; its colours are dropped. */
function isOfEditor(node: HtmlNode): boolean {
  const inside = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inside;
  if (inside.length !== 1 || typeof only !== 'object') return false;
  const { name, attributes } = only;
  if ((name === 'pre' || name === 'div') && MONOSPACE.test(attributes.style ?? ''))
    return languageOf(only) === '' && !only.children.some((child) => typeof child !== 'string' && CODE.has(child.name));
  return isOfEditor(only);
}

/** Everything that is shown, also where plain text would lose nothing. */
export const asMarkdown = (root: HtmlNode): string => join(new Writer().blocks([visible(root)], 0));

/** Null if plain text would lose nothing; then it is pasted as such. */
export function toMarkdown(root: HtmlNode): string | null {
  const body = visible(root);
  if (isOfEditor(body)) return null;
  const writer = new Writer();
  const text = join(writer.blocks([body], 0));
  if (text === '') return null;
  return writer.rich || (writer.marked && text.includes('\n')) ? text : null;
}
