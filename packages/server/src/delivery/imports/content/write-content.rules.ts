// Writes content in our dialect. What isn't markup in the content isn't markup in the result. Pure.
import type { ArchiveReference, ArchiveText } from '../archive.ts';
import type { Block, Inline, Style } from './content.ts';
import {
  APART,
  CLOSE,
  clean,
  escapeLabel,
  escapeLines,
  escapeText,
  InlineSource,
  OPEN,
  safeAddress,
} from './escape.rules.ts';

const MARKS: Readonly<Record<Style, string>> = { bold: '**', italic: '*', strike: '~~' };
/** Spaces are always allowed. */
const BEFORE_MENTION = `'"({[/<`;
const BEFORE_CHANNEL = `'"(,:<`;
/** In seconds since 1970: the range of dates. */
const TIME_MAX = 8.64e12;
/** Deeper blocks become text here, so the source's depth cannot exceed the stack. */
const DEPTH_MAX = 12;

export function writeContent(blocks: readonly Block[]): ArchiveText {
  const references: ArchiveReference[] = [];
  const source = new ContentWriter(references).blocks(blocks, 0);
  const parts: (string | ArchiveReference)[] = [];
  for (const [at, part] of source.split(/\ue000(\d+)\ue001/).entries()) {
    if (at % 2 === 1) parts.push(references[Number(part)] as ArchiveReference);
    else if (part !== '') parts.push(part);
  }
  return parts;
}

/** A `/me` message. */
export function writeStatus(blocks: readonly Block[]): ArchiveText {
  return ['/me ', ...writeContent(blocks)];
}

class ContentWriter {
  constructor(private readonly references: ArchiveReference[]) {}

  blocks(blocks: readonly Block[], depth: number): string {
    return blocks
      .map((block) => this.block(block, depth))
      .filter((source) => source.trim() !== '')
      .join('\n\n');
  }

  private block(block: Block, depth: number): string {
    switch (block.kind) {
      case 'paragraph':
        return escapeLines(this.inlines(block.children));
      case 'heading': {
        const line = escapeLines(this.inlines(block.children))
          .replace(/\s*\n\s*/g, ' ')
          .trim();
        return line === ''
          ? ''
          : `${'#'.repeat(Math.min(Math.max(block.level, 1), 6))} ${line.replace(/#+$/, (run) => run + APART)}`;
      }
      case 'code':
        return fenced(
          /^[\w+.#-]{1,40}$/.test(block.language) ? block.language : '',
          clean(block.text).replace(/\n+$/, ''),
          '`',
        );
      case 'quote':
      case 'spoiler': {
        const inner = this.blocks(block.blocks, depth + 1);
        if (inner === '' || depth > DEPTH_MAX) return inner;
        return fenced(block.kind, inner, '~');
      }
      case 'list':
        return this.list(block, depth, '');
      case 'table':
        return this.table(block.rows);
      case 'rule':
        return '---';
    }
  }

  /** Items hold text and lists; other blocks in them, which have no counterpart, follow the list. */
  private list(list: Extract<Block, { kind: 'list' }>, depth: number, indent: string): string {
    const lines: string[] = [];
    const after: Block[] = [];
    let number = list.first ?? 0;
    for (const item of list.items) {
      const mark = list.first === null ? '*' : `${number++}.`;
      let isFirst = true;
      for (const block of item) {
        if (block.kind === 'list' && depth < DEPTH_MAX) lines.push(this.list(block, depth + 1, `${indent}  `));
        else if (block.kind === 'paragraph' || block.kind === 'heading') {
          const text = escapeLines(this.inlines(block.children)).trim().replace(/\n+/g, `\n${indent}  `);
          lines.push(isFirst ? `${indent}${mark} ${text}` : `${indent}  ${text}`);
          isFirst = false;
        } else after.push(block);
      }
    }
    const rest = this.blocks(after, depth + 1);
    return rest === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${rest}`;
  }

  private table(rows: readonly (readonly (readonly Inline[])[])[]): string {
    const columns = Math.max(0, ...rows.map((row) => row.length));
    if (columns === 0) return '';
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const cells = rows.map((row) =>
      Array.from({ length: columns }, (_, at) =>
        escapeLines(this.inlines(row[at] ?? []))
          .replace(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|'),
      ),
    );
    const [header = [], ...body] = cells;
    return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
  }

  private inlines(children: readonly Inline[], styles: readonly Style[] = []): string {
    const out = new InlineSource();
    this.appendAll(out, children, styles);
    return out.text;
  }

  private appendAll(out: InlineSource, children: readonly Inline[], styles: readonly Style[]): void {
    for (const child of mergeAdjacent(children)) this.append(out, child, styles);
  }

  private append(out: InlineSource, inline: Inline, styles: readonly Style[]): void {
    switch (inline.kind) {
      case 'text':
        out.append(escapeText(inline.text));
        break;
      case 'styled':
        this.styled(out, inline.style, inline.children, styles);
        break;
      case 'code':
        out.append(code(inline.text));
        break;
      case 'link':
        out.append(this.link(inline.url, inline.children, styles));
        break;
      case 'emoji':
        out.append(/^[\p{L}\p{N}_+-]{1,100}$/u.test(inline.name) ? `:${inline.name}:` : escapeText(`:${inline.name}:`));
        break;
      case 'everyone':
        out.appendAfter(BEFORE_MENTION, '@**all**');
        break;
      case 'time':
        if (Math.abs(inline.seconds) < TIME_MAX) out.append(`<time:${new Date(inline.seconds * 1000).toISOString()}>`);
        break;
      case 'reference':
        this.reference(out, inline.to);
    }
  }

  private reference(out: InlineSource, to: ArchiveReference): void {
    this.references.push('text' in to ? { ...to, text: escapeLabel(to.text).trim() || 'link' } : to);
    const held = `${OPEN}${this.references.length - 1}${CLOSE}`;
    if (to.kind === 'user' || to.kind === 'group') out.appendAfter(BEFORE_MENTION, held);
    else if (to.kind === 'channel') out.appendAfter(BEFORE_CHANNEL, held);
    else out.append(held);
  }

  /**
   * Marks must touch the text within a line, and mentions are not recognized directly after one: each run between
   * mentions is marked by itself.
   */
  private styled(out: InlineSource, style: Style, children: readonly Inline[], outer: readonly Style[]): void {
    if (outer.includes(style)) {
      this.appendAll(out, children, outer);
      return;
    }
    const styles = [...outer, style];
    let run: Inline[] = [];
    const flush = () => {
      for (const [at, line] of this.inlines(run, styles).split('\n').entries()) {
        if (at > 0) out.append('\n');
        out.append(mark(line, style));
      }
      run = [];
    };
    for (const child of mergeAdjacent(children)) {
      if (!holdsReference(child)) run.push(child);
      else {
        flush();
        this.append(out, child, outer);
      }
    }
    flush();
  }

  private link(url: string, children: readonly Inline[], styles: readonly Style[]): string {
    const address = safeAddress(url);
    const label = escapeLabel(children.map(labelOf).join('')).trim();
    if (address !== null) return `[${label === '' ? escapeLabel(address) : label}](${address})`;
    if (label === '' || label === clean(url).trim()) return escapeText(url);
    return `${this.inlines(children, styles)} (${escapeText(url)})`;
  }
}

/** Joins neighbouring texts, so that escaping sees what they form together. */
function mergeAdjacent(children: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const child of children) {
    const last = out.at(-1);
    if (child.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + child.text };
    else out.push(child);
  }
  return out;
}

function holdsReference(inline: Inline): boolean {
  if (inline.kind === 'reference' || inline.kind === 'everyone') return true;
  return inline.kind === 'styled' && inline.children.some(holdsReference);
}

/** Links have no markup in their text. */
function labelOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'styled':
    case 'link':
      return inline.children.map(labelOf).join('');
    case 'emoji':
      return `:${inline.name}:`;
    default:
      return '';
  }
}

/** Spaces stay outside of the marks; text that holds the mark itself stays unmarked. */
function mark(line: string, style: Style): string {
  const core = line.trim();
  const sign = MARKS[style];
  if (core === '' || (style === 'italic' && /\*(?=\ufeff|[ \t]|$)/.test(core.replace(/\*\*(?!\ufeff)/g, ''))))
    return line;
  if (style === 'strike' && core.includes('~')) return line;
  const start = line.indexOf(core);
  const marked = new InlineSource();
  for (const piece of [sign, core, sign]) marked.append(piece);
  return `${line.slice(0, start)}${marked.text}${line.slice(start + core.length)}`;
}

function code(source: string): string {
  const text = clean(source).replace(/\s*\n\s*/g, ' ');
  if (text.trim() === '') return text;
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = (at: string | undefined) => (at === '`' ? ' ' : '');
  return `${fence}${pad(text[0])}${text}${pad(text.at(-1))}${fence}`;
}

/** A fence longer than any in the text. */
function fenced(kind: string, text: string, sign: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/[`~]{3,}/g)) longest = Math.max(longest, run.length);
  const fence = sign.repeat(longest + 1);
  return `${fence}${kind}\n${text}\n${fence}`;
}
