// Reads text whose markup is pairs of marks (`*bold*`), as Slack, Rocket.Chat and Discord have it, in linear time. Pure.
import { type Inline, type Style, text } from './content.ts';

/** An element other than marks and code, and the position where it ends. */
export interface Atom {
  readonly nodes: readonly Inline[];
  readonly end: number;
}

export interface Flavour {
  /** Longer ones first. A null style drops the marks. */
  readonly marks: readonly (readonly [sign: string, style: Style | null])[];
  /** Marks that may begin and end within a word. */
  readonly within_words: ReadonlySet<string>;
  /** Whether marks and code may enclose line ends. */
  readonly across_lines: boolean;
  /** Characters at which `atom` is called. */
  readonly atom_starts: string;
  atom(source: string, at: number): Atom | null;
  /** Replaces character references in text. */
  decode(literal: string): string;
}

interface Frame {
  readonly sign: string;
  readonly style: Style | null;
  readonly nodes: Inline[];
}

const WORD = /[\p{L}\p{N}]/u;
const isWord = (character: string | undefined) => character !== undefined && WORD.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** The match of a sticky pattern at a position. */
export function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

export function readMarkedText(source: string, flavour: Flavour): Inline[] {
  return new MarkedTextReader(source, flavour).read();
}

class MarkedTextReader {
  private readonly frames: Frame[] = [{ sign: '', style: null, nodes: [] }];
  /** The longest run of a character that can be marks. */
  private readonly longest_run = new Map<string, number>();
  private readonly special: RegExp;
  /** Widths of backquotes that close nothing in the rest of the text. */
  private readonly unclosed = new Set<number>();
  private pending = '';
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flavour: Flavour,
  ) {
    for (const [sign] of flavour.marks)
      this.longest_run.set(sign[0] as string, (this.longest_run.get(sign[0] as string) ?? 0) + sign.length);
    const starts = ['`\n', flavour.atom_starts, ...this.longest_run.keys()].join('');
    this.special = new RegExp(`[${starts.replace(/[\\\]^-]/g, '\\$&')}]`, 'g');
  }

  read(): Inline[] {
    const { source, flavour } = this;
    while (this.at < source.length) {
      this.special.lastIndex = this.at;
      const next = this.special.exec(source)?.index ?? source.length;
      this.literal(next - this.at);
      const character = source[next];
      if (character === undefined) break;
      if (character === '`') this.code();
      else if (character === '\n' && !flavour.across_lines) {
        this.collapse(1);
        this.literal(1);
      } else if (flavour.atom_starts.includes(character)) this.atom();
      else if (this.longest_run.has(character)) this.mark(character);
      else this.literal(1);
    }
    this.collapse(1);
    this.flush();
    return this.frames[0]!.nodes;
  }

  private literal(length: number): void {
    this.pending += this.source.slice(this.at, this.at + length);
    this.at += length;
  }

  private flush(): void {
    if (this.pending !== '') this.frames.at(-1)!.nodes.push(text(this.flavour.decode(this.pending)));
    this.pending = '';
  }

  private push(...nodes: readonly Inline[]): void {
    this.flush();
    this.frames.at(-1)!.nodes.push(...nodes);
  }

  private atom(): void {
    const atom = this.flavour.atom(this.source, this.at);
    if (atom === null) {
      if (this.longest_run.has(this.source[this.at] as string)) this.mark(this.source[this.at] as string);
      else this.literal(1);
      return;
    }
    this.push(...atom.nodes);
    this.at = atom.end;
  }

  private code(): void {
    const { source, at } = this;
    const width = this.runLength('`');
    const fence = '`'.repeat(width);
    let end = this.unclosed.has(width) ? -1 : source.indexOf(fence, at + width);
    while (end >= 0 && source[end + width] === '`') {
      let next = end + width;
      while (source[next] === '`') next++;
      end = source.indexOf(fence, next);
    }
    if (end < 0) this.unclosed.add(width);
    const inside = end < 0 ? '' : source.slice(at + width, end);
    if (inside.trim() === '' || (!this.flavour.across_lines && inside.includes('\n'))) {
      this.literal(width);
      return;
    }
    this.push({ kind: 'code', text: this.flavour.decode(inside) });
    this.at = end + width;
  }

  private runLength(character: string): number {
    let length = 1;
    while (this.source[this.at + length] === character) length++;
    return length;
  }

  private mark(character: string): void {
    const run = this.runLength(character);
    const closed = run > (this.longest_run.get(character) ?? 0) ? null : this.closing(character, run);
    if (closed !== null) {
      this.close(closed);
      return;
    }
    const isTooLong = run > (this.longest_run.get(character) ?? 0);
    const opened = isTooLong ? undefined : this.flavour.marks.find(([sign]) => this.canOpen(sign));
    if (opened === undefined) {
      this.literal(isTooLong ? run : 1);
      return;
    }
    this.flush();
    this.frames.push({ sign: opened[0], style: opened[1], nodes: [] });
    this.at += opened[0].length;
  }

  /** The index of the frame that ends here: first one whose mark is as long as the run, then the innermost. */
  private closing(character: string, run: number): number | null {
    const candidates = this.frames
      .map((frame, index) => ({ frame, index }))
      .filter(({ frame }) => frame.sign[0] === character && frame.sign.length <= run && this.canClose(frame.sign));
    const best = candidates.find(({ frame }) => frame.sign.length === run) ?? candidates.at(-1);
    return best?.index ?? null;
  }

  private close(index: number): void {
    this.collapse(index + 1);
    this.flush();
    const { sign, style, nodes } = this.frames.pop() as Frame;
    if (nodes.length === 0) this.pending += sign + sign;
    else if (style === null) this.push(...nodes);
    else this.push({ kind: 'styled', style, children: nodes });
    this.at += sign.length;
  }

  /** Turns marks that nothing closes into text, from one frame on. */
  private collapse(from: number): void {
    while (this.frames.length > from) {
      this.flush();
      const { sign, nodes } = this.frames.pop() as Frame;
      this.frames.at(-1)!.nodes.push(text(sign), ...nodes);
    }
  }

  private canOpen(sign: string): boolean {
    const { source, at, flavour } = this;
    if (!source.startsWith(sign, at) || this.frames.some((frame) => frame.sign === sign)) return false;
    if (isSpace(source[at + sign.length])) return false;
    return flavour.within_words.has(sign) || !isWord(source[at - 1]);
  }

  private canClose(sign: string): boolean {
    const { source, at, flavour } = this;
    if (isSpace(source[at - 1])) return false;
    return flavour.within_words.has(sign) || !isWord(source[at + sign.length]);
  }
}
