// YAML: indentation decides where a block scalar or a plain scalar of several lines ends. One pass.
import type { Rule } from './grammar.ts';
import type { Writer } from './writer.ts';

const SCALAR = 'l l-Scalar l-Scalar-Plain';
const INDICATOR = 'p p-Indicator';

const DOCUMENT: Rule = [/(?:---|\.\.\.)(?= |$)/my, 'nn'];
const DIRECTIVE: Rule[] = [
  [/(%YAML)( +)(\d{1,9}\.\d{1,9})/y, 'nt', 'w', 'm'],
  [/(%TAG)( +)(![\w-]{0,99}!?)( +)([^\s]{1,999})/y, 'nt', 'w', 'kt', 'w', 'kt'],
];
const PROPERTIES: Rule[] = [
  [/!(?:<[^\s<>]{1,999}>|(?:[\w-]{1,99}!)?[\w#;/?:@&=+$,.!~*'()[\]%-]{0,999})/y, 'kt'],
  [/&[\w-]{1,999}/y, 'nl'],
  [/\*[\w-]{1,999}/y, 'nv'],
];
const HEADER: Rule = [/([|>])((?:[1-9]?[+-]?|[+-][1-9])(?= |$))( *)(#[^\n]*)?/my, INDICATOR, INDICATOR, 'w', 'c1'];
const STARTS_PLAIN = /[^\s?:,[\]{}#&*!|>'"%@`-]|[?:-]\S/y;
const STARTS_FLOW_PLAIN = /[^\s?:,[\]{}#&*!|>'"%@`]/y;
const PLAIN: Rule = [/(?:[^\s:]|:(?=\S)){1,9999}|[ \u00a0]{1,99}(?=[^\s#:]|:\S)/y, SCALAR];
const SPACES_AT_END = / {1,999}$/my;
const FLOW_KEY: Rule = [/([^,:?[\]{}"'\n]{1,300})(:)(?= |$)/my, 'nt', 'p'];
const FLOW_PLAIN: Rule = [/[^\s,:?[\]{}]{1,9999}|[ \u00a0]{1,99}(?=[^\s#,:?[\]{}])/y, 'nv'];
const QUOTED: Rule[] = [
  [SPACES_AT_END, 'w'],
  [/[ \u00a0]{1,999}/y, 'nv'],
];
const IN_SINGLE: Rule[] = [...QUOTED, [/''/y, 'se'], [/[^\s']{1,9999}/y, 's']];
const IN_DOUBLE: Rule[] = [
  ...QUOTED,
  [/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/y, 'se'],
  [/\\[0abt\tn\nvfre "\\N_LP]/y, 's'],
  [/[^\s"\\]{1,9999}/y, 's'],
];

class YamlLexer {
  private at = 0;
  /** The columns of the collections around what is read, the innermost last; -1 is the document. */
  private columns = [-1];
  private column = 0;
  /** No key begins before this index: lines are searched for one once. */
  private keyless = 0;

  constructor(
    private readonly code: string,
    private readonly writer: Writer,
  ) {}

  run(): void {
    while (this.at < this.code.length) {
      this.spaces();
      if (!this.atLineEnd()) this.line();
      if (this.code[this.at] === '#') this.write(this.lineEnd(), 'c1');
      if (this.code[this.at] === '\n') this.write(this.at + 1, '');
    }
  }

  /** Reads the rest of a line that is not blank, from its first character. */
  private line(): void {
    const start = this.code.lastIndexOf('\n', this.at - 1) + 1;
    this.column = this.at - start;
    while (this.indent > this.column) this.columns.pop();
    if (this.column === 0 && (this.by([DOCUMENT]) || this.by(DIRECTIVE))) this.columns = [-1];
    else this.indicators();
    while (!this.atLineEnd()) this.node();
  }

  private get indent(): number {
    return this.columns.at(-1) as number;
  }

  private openColumn(): void {
    if (this.indent < this.column) this.columns.push(this.column);
  }

  /** The dashes that begin elements of lists, one in another; a question mark before a key. */
  private indicators(): void {
    const { code } = this;
    while (/[?:-]/.test(code[this.at] ?? '') && /[ \n]/.test(code[this.at + 1] ?? '\n')) {
      this.openColumn();
      const from = this.at;
      this.write(this.at + 1, INDICATOR);
      this.spaces();
      this.column += this.at - from;
    }
  }

  private node(): void {
    const { code } = this;
    const character = code[this.at] as string;
    if (character === ' ') this.spaces();
    else if (this.key() || this.by(PROPERTIES)) return;
    else if (character === ':' && /[ \n]/.test(code[this.at + 1] ?? '\n')) {
      this.openColumn();
      this.write(this.at + 1, INDICATOR);
    } else if ('|>'.includes(character)) this.blockScalar();
    else if (!this.flowNode()) {
      if (this.isNext(STARTS_PLAIN)) this.plain();
      else this.write(this.at + 1, 'err');
    }
  }

  /** Up to the last colon with a space after it; quotes, brackets and commas are in no key. */
  private key(): boolean {
    const { code, at } = this;
    if (at < this.keyless) return false;
    let end = at;
    let colon = -1;
    for (; end < code.length && !'#,?[]{}"\'\n'.includes(code[end] as string); end++)
      if (code[end] === ':' && end > at && /[ \n]/.test(code[end + 1] ?? '\n')) colon = end;
    this.keyless = end;
    if (colon < 0) return false;
    this.openColumn();
    this.write(colon, 'nt');
    this.write(colon + 1, 'p');
    return true;
  }

  /** The lines after `|` or `>` that are indented by more than what the scalar belongs to. */
  private blockScalar(): void {
    const { code } = this;
    const digit = /^[+-]?([1-9])/.exec(code.slice(this.at + 1, this.at + 3))?.[1];
    if (!this.by([HEADER])) {
      this.write(this.at + 1, INDICATOR);
      return;
    }
    if (code[this.at] !== '\n') return;
    const least = Math.max(this.indent, 0) + 1;
    let indent = digit ? least - 1 + Number(digit) : 0;
    while (this.at < code.length) {
      let text = this.at + 1;
      while (code[text] === ' ') text++;
      const spaces = text - this.at - 1;
      const isEmpty = text >= code.length || code[text] === '\n';
      if (!isEmpty && spaces < (indent || least)) return;
      if (!isEmpty && indent === 0) indent = spaces;
      this.write(this.at + 1, '');
      this.write(isEmpty ? Math.min(text, this.at + (indent || spaces)) : text, 'w');
      this.write(this.lineEnd(), 'no');
    }
  }

  private plain(): void {
    const { code } = this;
    while (this.at < code.length) {
      if (this.by([PLAIN])) continue;
      if (code[this.at] !== '\n' && !this.isNext(SPACES_AT_END)) return;
      this.spaces();
      const next = this.nextLine();
      if (next - code.lastIndexOf('\n', next - 1) - 1 <= this.indent || this.isDocumentAt(next)) return;
      this.write(next, 'w');
    }
  }

  /** The first character that is neither a space nor a line end. */
  private nextLine(): number {
    let next = this.at;
    while (this.code[next] === ' ' || this.code[next] === '\n') next++;
    return next;
  }

  private isDocumentAt(at: number): boolean {
    return this.code[at - 1] === '\n' && /^(?:---|\.\.\.)/.test(this.code.slice(at, at + 3));
  }

  private flowNode(): boolean {
    const character = this.code[this.at] as string;
    if (character === "'") this.quoted("'", IN_SINGLE);
    else if (character === '"') this.quoted('"', IN_DOUBLE);
    else if (character === '[' || character === '{') this.flow();
    else return false;
    return true;
  }

  private quoted(quote: string, rules: readonly Rule[]): void {
    this.write(this.at + 1, 's');
    while (this.at < this.code.length) {
      if (this.code[this.at] === '\n') {
        this.write(this.at + 1, '');
        this.spaces();
      } else if (this.by(rules)) continue;
      else if (this.code[this.at] === quote) {
        this.write(this.at + 1, 's');
        return;
      } else this.write(this.at + 1, 'err');
    }
  }

  /** Brackets and what is between them, whatever its indentation. */
  private flow(): void {
    const { code } = this;
    const open: string[] = [];
    do {
      const character = code[this.at] as string;
      if (open.at(-1) === '}' && this.by([FLOW_KEY])) continue;
      if (character === '[' || character === '{') {
        open.push(character === '[' ? ']' : '}');
        this.write(this.at + 1, INDICATOR);
      } else if (character === open.at(-1)) {
        open.pop();
        this.write(this.at + 1, INDICATOR);
      } else if (character === '\n' || character === ' ') this.write(this.at + 1, 'w');
      else if (character === '#') this.write(this.lineEnd(), 'c1');
      else if ('?:,'.includes(character)) this.write(this.at + 1, INDICATOR);
      else if (this.by(PROPERTIES) || this.flowNode()) continue;
      else if (this.isNext(STARTS_FLOW_PLAIN)) this.flowPlain();
      else this.write(this.at + 1, 'err');
    } while (open.length > 0 && this.at < code.length);
  }

  private flowPlain(): void {
    while (this.by([FLOW_PLAIN]));
  }

  private isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.code);
  }

  private spaces(): void {
    let end = this.at;
    while (this.code[end] === ' ') end++;
    this.write(end, 'w');
  }

  /** At a line's end, or at the comment before it. */
  private atLineEnd(): boolean {
    const character = this.code[this.at] ?? '\n';
    return character === '\n' || (character === '#' && /[ \n]/.test(this.code[this.at - 1] ?? '\n'));
  }

  private lineEnd(): number {
    const end = this.code.indexOf('\n', this.at);
    return end < 0 ? this.code.length : end;
  }

  private by(rules: readonly Rule[]): boolean {
    for (const [pattern, ...classNames] of rules) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.code);
      if (!match || match[0] === '') continue;
      if (match.length === 1) this.write(this.at + match[0].length, classNames[0] as string);
      else
        for (let group = 1; group < match.length; group++)
          this.write(this.at + (match[group]?.length ?? 0), classNames[group - 1] as string);
      return true;
    }
    return false;
  }

  private write(end: number, className: string): void {
    this.writer.add(this.code.slice(this.at, end), className);
    this.at = end;
  }
}

export const lexYaml = (code: string, writer: Writer): void => new YamlLexer(code, writer).run();
