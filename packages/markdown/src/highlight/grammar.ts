// Describes a language to the lexer. Data shapes and their defaults only.

/** A pattern (sticky, bounded to its line or by a count) and the classes of its groups, which cover the whole match. */
export type Rule = readonly [pattern: RegExp, ...classNames: string[]];

export interface StringRule {
  open: string;
  close: string;
  className: string;
  /** A backslash escapes the next character. */
  escapes: boolean;
  multiline: boolean;
  /** Escapes have their own class. */
  marksEscapes: boolean;
  /** Which those are: the others are as the rest of the string. */
  escape: readonly Rule[];
  /** Opens code inside the string, up to the matching brace, or to another bracket that is of the string too. */
  codeOpen?: string;
  codeClose?: string;
  /** Rules for parts of the string with their own classes. */
  inner?: readonly Rule[];
  /** Brackets of the grammar open code in it too. */
  hasBrackets?: boolean;
  /** Values in braces, each with how it is shown after a colon. */
  isFormat?: boolean;
}

/** A pair of brackets of one class, and rules that hold between them. */
export interface Bracket {
  readonly open: string;
  readonly close: string;
  readonly className: string;
  readonly inner: readonly Rule[];
  readonly isInStrings?: boolean;
}

export interface Grammar {
  /** Tried before everything else, in order. No lookbehind: such patterns run ten times slower. */
  rules: readonly Rule[];
  /** Tried before the others at the start of a line, including its leading spaces. */
  lineRules: readonly Rule[];
  /** A regular expression between slashes, tried if no number, name or bracket precedes it. */
  regexp: RegExp | null;
  /** The start of a line that defines a function; its second group is the name. */
  functionLine: RegExp | null;
  /** Class of spaces; '' leaves them plain. */
  space: string;
  /** Class of integers and of numbers with a fraction. */
  integer: string;
  float: string;
  lineComments: string[];
  blockComments: [open: string, close: string][];
  /** Such comments may stand in each other. */
  nestsComments: boolean;
  strings: StringRule[];
  /** Those that open with more characters stand before those that open with some of them. */
  brackets: readonly Bracket[];
  /** Class by word. */
  words: ReadonlyMap<string, string>;
  /** Class of the name after a word (`def` -> `nf`). */
  definitions: ReadonlyMap<string, string>;
  /** Class of other names; '' leaves them plain. */
  name: string;
  /** Characters that names may have besides letters, digits and underscores. */
  nameExtra: string;
  ignoresCase: boolean;
  /** Class of a name by the character before it (`$` -> `nv`). */
  sigils: ReadonlyMap<string, string>;
  operators: string;
  punctuation: string;
  /** A `#` at the start of a line makes it a directive. */
  hasDirectives: boolean;
  /** A name or string before one of these characters is a key. */
  keyBefore: string;
  /** Spaces after these words get the space class. */
  spaced: ReadonlySet<string>;
}

export function wordsOf(table: Record<string, string>): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [className, list] of Object.entries(table)) for (const word of list.split(' ')) words.set(word, className);
  return words;
}

const ANY_ESCAPE: readonly Rule[] = [[/\\[\s\S]/y, 'se']];

export const quoted = (quote: string, className: string, multiline = false, escapes = true): StringRule => ({
  open: quote,
  close: quote,
  className,
  escapes,
  multiline,
  marksEscapes: escapes,
  escape: ANY_ESCAPE,
});

/** A string whose escapes have no class of their own. */
export const plainQuoted = (quote: string, className: string, multiline = false): StringRule => ({
  ...quoted(quote, className, multiline),
  marksEscapes: false,
});

export const SINGLE = quoted("'", 's1');
export const DOUBLE = quoted('"', 's2');

const DEFAULTS: Grammar = {
  rules: [],
  lineRules: [],
  regexp: null,
  functionLine: null,
  space: '',
  integer: 'mi',
  float: 'mf',
  lineComments: [],
  blockComments: [],
  nestsComments: false,
  strings: [SINGLE, DOUBLE],
  brackets: [],
  words: new Map(),
  definitions: new Map(),
  name: 'n',
  nameExtra: '',
  ignoresCase: false,
  sigils: new Map(),
  operators: '+-*/%=<>!&|^~?',
  punctuation: '()[]{},;:.',
  hasDirectives: false,
  keyBefore: '',
  spaced: new Set(),
};

const isLineRule = ([pattern]: Rule) => /^\(?\^/.test(pattern.source);

/** Rules whose patterns begin with `^` are tried only at line starts. */
export function grammar({ rules = [], ...own }: Partial<Omit<Grammar, 'lineRules'>>): Grammar {
  return {
    ...DEFAULTS,
    ...own,
    rules: rules.filter((rule) => !isLineRule(rule)),
    lineRules: rules.filter(isLineRule),
  };
}

/** A language described by its keywords and differences from the default. */
export const simple = (
  name: string,
  own: Partial<Omit<Grammar, 'lineRules'>>,
  words: Record<string, string>,
): [string, Grammar] => [name, grammar({ ...own, words: wordsOf(words) })];
