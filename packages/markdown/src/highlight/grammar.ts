// What the lexer needs to know of a language. Data shapes and their defaults only.

export interface StringRule {
  open: string;
  close: string;
  className: string;
  /** A backslash takes the next character with it. */
  escapes: boolean;
  multiline: boolean;
}

export interface Grammar {
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
});

export const SINGLE = quoted("'", 's1');
export const DOUBLE = quoted('"', 's2');

const DEFAULTS: Grammar = {
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

export function grammar(own: Partial<Grammar>): Grammar {
  return { ...DEFAULTS, ...own };
}
