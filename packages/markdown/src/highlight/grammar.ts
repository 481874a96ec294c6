// What the lexer needs to know of a language. Data shapes and their defaults only.

/** A pattern (sticky, bounded to its line or by a count) and the classes of its groups, which cover all of what it matches. */
export type Rule = readonly [pattern: RegExp, ...classNames: string[]];

export interface StringRule {
  open: string;
  close: string;
  className: string;
  /** A backslash takes the next character with it. */
  escapes: boolean;
  multiline: boolean;
  /** Escapes have a class of their own. */
  marksEscapes: boolean;
  /** Opens code inside the string, which the same character as after a brace closes. */
  codeOpen?: string;
  /** What has classes of its own inside the string. */
  inner?: readonly Rule[];
}

export interface Grammar {
  /** What is tried before everything else, in order. Without looking behind: such patterns run ten times slower. */
  rules: readonly Rule[];
  /** What is tried at the beginning of a line, its spaces included, before the others. */
  lineRules: readonly Rule[];
  /** A pattern between slashes, tried where no number, name or bracket stands before it. */
  regexp: RegExp | null;
  /** The beginning of a line that defines a function; its second group is the name. */
  functionLine: RegExp | null;
  /** Class of spaces; '' leaves them plain. */
  space: string;
  /** Class of whole numbers and of numbers with a fraction. */
  integer: string;
  float: string;
  lineComments: string[];
  blockComments: [open: string, close: string][];
  strings: StringRule[];
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
  /** A `#` at the beginning of a line makes it a directive. */
  hasDirectives: boolean;
  /** A name or string before one of these characters is a key. */
  keyBefore: string;
  /** Spaces after these words are marked. */
  spaced: ReadonlySet<string>;
}

export function wordsOf(table: Record<string, string>): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [className, list] of Object.entries(table)) for (const word of list.split(' ')) words.set(word, className);
  return words;
}

export const quoted = (quote: string, className: string, multiline = false, escapes = true): StringRule => ({
  open: quote,
  close: quote,
  className,
  escapes,
  multiline,
  marksEscapes: escapes,
});

/** A string whose escapes look like the rest of it. */
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
  strings: [SINGLE, DOUBLE],
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

/** Rules whose patterns begin with `^` are tried at the beginnings of lines only. */
export function grammar({ rules = [], ...own }: Partial<Omit<Grammar, 'lineRules'>>): Grammar {
  return {
    ...DEFAULTS,
    ...own,
    rules: rules.filter((rule) => !isLineRule(rule)),
    lineRules: rules.filter(isLineRule),
  };
}

/** A language by its keywords and what is different about it. */
export const simple = (
  name: string,
  own: Partial<Omit<Grammar, 'lineRules'>>,
  words: Record<string, string>,
): [string, Grammar] => [name, grammar({ ...own, words: wordsOf(words) })];
