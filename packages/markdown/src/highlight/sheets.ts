// Style sheets: selectors outside braces, declarations inside. One pass; each character is read a bounded number of
// times.
import type { Rule } from './grammar.ts';
import type { Writer } from './writer.ts';

interface Dialect {
  /** SCSS and Less: nested rules, line comments, variables. */
  nests: boolean;
}

const ANYWHERE: Rule[] = [
  [/\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'c'],
  [/\s+/y, 'w'],
];
const SELECTOR: Rule[] = [
  [/(@)([\w-]{1,99})/y, 'p', 'k'],
  [/(::?)([\w-]{1,99})/y, 'p', 'nd'],
  [/(\.)([\w-]{1,99})/y, 'p', 'nc'],
  [/(#)([\w-]{1,99})/y, 'p', 'nn'],
  [/"(?:\\.|[^"\\\n]){0,500}"?/y, 's2'],
  [/'(?:\\.|[^'\\\n]){0,500}'?/y, 's1'],
  [/[\w-]{1,99}/y, 'nt'],
  [/;/y, 'p'],
  [/[~^*!%&$[\]()<>|+=@:,./?-]/y, 'o'],
];
const PROPERTY: Rule[] = [
  [/(--[\w-]{1,99})([ \t]{0,9})(:)/y, 'nv', 'w', 'p'],
  [/([$@][\w-]{1,99})([ \t]{0,9})(:)/y, 'nv', 'w', 'p'],
  [/(-(?:webkit|moz|ms|o)-)([a-zA-Z][\w-]{0,99})([ \t]{0,9})(:)/y, 'kp', 'k', 'w', 'p'],
  [/([a-zA-Z-][\w-]{0,99})([ \t]{0,9})(:)/y, 'k', 'w', 'p'],
  [/(@)([\w-]{1,99})/y, 'p', 'k'],
];
const VALUE: Rule[] = [
  [/(url)(\()([^"')\s]{0,999})(\))/y, 'nb', 'p', 'sx', 'p'],
  [
    /(attr|blur|brightness|calc|circle|contrast|counter|cubic-bezier|drop-shadow|ellipse|grayscale|hsla?|hue-rotate|hwb|image|inset|invert|linear-gradient|matrix(?:3d)?|opacity|perspective|polygon|radial-gradient|rect|repeating-(?:linear|radial)-gradient|rgba?|rotate(?:3d|[XYZ])?|saturate|scale(?:3d|[XYZ])?|sepia|skew[XY]|steps|toggle|translate(?:3d|[XYZ])?)(\()/y,
    'nb',
    'p',
  ],
  [/([a-zA-Z-][\w-]{0,99})(\()/y, 'nf', 'p'],
  [/--[\w-]{1,99}/y, 'nv'],
  [/[$@][\w-]{1,99}/y, 'nv'],
  [/!(?:important|default|global)/y, 'cp'],
  [/#[\da-fA-F]{1,8}/y, 'mh'],
  [/([+-]?\d{0,20}\.\d{1,20}(?:[eE][+-]?\d{1,9})?)(%|[a-zA-Z]{0,9})/y, 'mf', 'kt'],
  [/([+-]?\d{1,20})(fr)\b/y, 'mi', 'n'],
  [/([+-]?\d{1,20}(?:[eE][+-]?\d{1,9})?)(%|[a-zA-Z]{0,9})/y, 'mi', 'kt'],
  [/"(?:\\.|[^"\\\n]){0,500}"?/y, 's2'],
  [/'(?:\\.|[^'\\\n]){0,500}'?/y, 's1'],
  [
    /(?:grid|width|height|opacity|transform|background|margin|padding|border|font|filter|visibility|(?:max|min)-(?:height|width)|box-shadow|(?:background|border)-color)(?![\w-])/y,
    'k',
  ],
  [/(?!currentColor|geometricPrecision|optimize)[A-Z][\w-]{0,99}/y, 'n'],
  [/-?[a-zA-Z_][\w-]{0,99}/y, 'kc'],
  [/[,():;]/y, 'p'],
  [/[~^*!%&<>|+=@/?.-]/y, 'o'],
];
const DECLARATION = [...PROPERTY, ...VALUE];
const LINE_COMMENT: Rule = [/\/\/[^\n]{0,5000}/y, 'c1'];

class SheetLexer {
  private at = 0;
  private depth = 0;
  /** True after a property and its colon. */
  private isValue = false;

  constructor(
    private readonly code: string,
    private readonly writer: Writer,
    private readonly dialect: Dialect,
  ) {}

  run(): void {
    while (this.at < this.code.length) {
      if (this.dialect.nests && this.by([LINE_COMMENT])) continue;
      if (this.by(ANYWHERE) || this.brace()) continue;
      if (this.by(this.rules())) continue;
      this.write(1, '');
    }
  }

  /** In dialects with nesting, text before a brace is a selector at any depth. */
  private rules(): readonly Rule[] {
    if (this.isValue) return VALUE;
    const { code, at } = this;
    const isVariable = this.dialect.nests && this.depth === 0 && /[$@]/.test(code[at] as string);
    if (this.depth === 0 && !isVariable) return SELECTOR;
    const stop = code.slice(at, at + 200).search(/[{;}]/);
    return stop >= 0 && code[at + stop] === '{' ? SELECTOR : DECLARATION;
  }

  private brace(): boolean {
    const character = this.code[this.at];
    if (character === '{') this.depth++;
    else if (character === '}') this.depth = Math.max(0, this.depth - 1);
    else if (character !== ';') return false;
    this.isValue = false;
    this.write(1, 'p');
    return true;
  }

  private by(rules: readonly Rule[]): boolean {
    for (const rule of rules) {
      const [pattern, ...classNames] = rule;
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.code);
      if (!match || match[0] === '') continue;
      if (match.length === 1) this.write(match[0].length, classNames[0] as string);
      else
        for (let group = 1; group < match.length; group++)
          this.write(match[group]?.length ?? 0, classNames[group - 1]!);
      if (rule.length >= 4 && match[0].endsWith(':')) this.isValue = true;
      return true;
    }
    return false;
  }

  private write(length: number, className: string): void {
    this.writer.add(this.code.slice(this.at, this.at + length), className);
    this.at += length;
  }
}

export const lexSheet = (code: string, writer: Writer): void => new SheetLexer(code, writer, { nests: false }).run();
export const lexNestedSheet = (code: string, writer: Writer): void =>
  new SheetLexer(code, writer, { nests: true }).run();
