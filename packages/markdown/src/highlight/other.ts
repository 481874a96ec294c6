// Functional languages, queries, style sheets, and files of settings.
import { DOUBLE, type Grammar, grammar, quoted, wordsOf } from './grammar.ts';
import { DOLLAR, HASH } from './shared.ts';

const sqlWords =
  'add all alter and any as asc begin between by cascade case check column commit constraint create cross database default delete desc distinct drop else end exists explain foreign from full grant group having if in index inner insert intersect into is join key left like limit natural not null offset on or order outer primary references returning revoke right rollback select set table then transaction union unique update using values view when where with';

const sheet = (lineComments: string[]) =>
  grammar({
    lineComments,
    blockComments: [['/*', '*/']],
    name: '',
    nameExtra: '-',
    keyBefore: ':',
    sigils: new Map([
      ['@', 'k'],
      ['$', 'nv'],
      ['.', 'nc'],
      ['#', 'nn'],
    ]),
    operators: '>~+*=',
    punctuation: '{}();:,[]',
  });

const lisp = grammar({
  lineComments: [';'],
  blockComments: [['#|', '|#']],
  strings: [quoted('"', 's', true)],
  words: wordsOf({
    k: 'def defn defun define defmacro fn lambda let let* letrec if cond case do loop recur quote set! ns when unless begin',
  }),
  nameExtra: '-?!*<>=/+.',
  sigils: new Map([[':', 'ss']]),
  operators: '',
  punctuation: '()[]{}',
});

const settings = (lineComments: string[], keyBefore: string) =>
  grammar({
    lineComments,
    words: wordsOf({ kc: 'true false null yes no on off' }),
    name: '',
    nameExtra: '-.',
    keyBefore,
    operators: '=|>&*!',
    punctuation: '[]{},:-',
  });

export const other: [string, Grammar][] = [
  [
    'erlang',
    grammar({
      lineComments: ['%'],
      words: wordsOf({
        k: 'after begin case catch end fun if of receive try when',
        ow: 'and andalso band bor div not or orelse rem xor',
      }),
    }),
  ],
  [
    'haskell',
    grammar({
      lineComments: ['--'],
      blockComments: [['{-', '-}']],
      strings: [DOUBLE],
      words: wordsOf({
        k: 'case class data default deriving do else forall if import in infix infixl infixr instance let module newtype of qualified then type where',
      }),
      nameExtra: "'",
    }),
  ],
  [
    'ocaml',
    grammar({
      blockComments: [['(*', '*)']],
      strings: [DOUBLE],
      words: wordsOf({
        k: 'and as assert begin class do done else end exception external for fun function if in include let match module mutable new object of open rec sig struct then to try type val when while with',
        kc: 'true false',
      }),
      nameExtra: "'",
    }),
  ],
  ['clojure', lisp],
  ['lisp', lisp],
  ['scheme', lisp],
  [
    'sql',
    grammar({
      lineComments: ['--'],
      blockComments: [['/*', '*/']],
      strings: [quoted("'", 's1', true, false), quoted('"', 'ss')],
      words: wordsOf({
        k: sqlWords,
        kt: 'bigint boolean bytea char date decimal integer int json jsonb numeric real serial smallint text timestamp timestamptz uuid varchar',
      }),
      ignoresCase: true,
    }),
  ],
  ['css', sheet([])],
  ['scss', sheet(['//'])],
  ['sass', sheet(['//'])],
  ['less', sheet(['//'])],
  [
    'json',
    grammar({
      lineComments: ['//'],
      strings: [DOUBLE],
      words: wordsOf({ kc: 'true false null' }),
      name: '',
      keyBefore: ':',
      operators: '-',
      punctuation: '{}[],:',
    }),
  ],
  ['yaml', settings(['#'], ':')],
  ['toml', settings(['#'], '=')],
  ['ini', settings(['#', ';'], '=')],
  [
    'nginx',
    grammar({
      ...HASH,
      name: '',
      nameExtra: '-._/',
      sigils: DOLLAR,
      words: wordsOf({
        k: 'events http if listen location proxy_pass proxy_set_header return rewrite root server server_name upstream',
      }),
      operators: '=~*',
      punctuation: '{};',
    }),
  ],
  [
    'docker',
    grammar({
      ...HASH,
      name: '',
      nameExtra: '-.',
      words: wordsOf({
        k: 'ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR',
      }),
      sigils: DOLLAR,
      operators: '=&|',
      punctuation: '[],',
    }),
  ],
  [
    'makefile',
    grammar({
      ...HASH,
      name: '',
      nameExtra: '-.',
      sigils: DOLLAR,
      keyBefore: ':',
      words: wordsOf({ k: 'define else endef endif export ifdef ifeq ifndef ifneq include' }),
      operators: '=+?@|&',
      punctuation: '():',
    }),
  ],
  [
    'graphql',
    grammar({
      ...HASH,
      strings: [quoted('"""', 's', true), DOUBLE],
      words: wordsOf({
        k: 'directive enum extend fragment implements input interface mutation on query scalar schema subscription type union',
        kt: 'Boolean Float ID Int String',
        kc: 'true false null',
      }),
      sigils: new Map([
        ['$', 'nv'],
        ['@', 'nd'],
      ]),
    }),
  ],
  [
    'nix',
    grammar({
      ...HASH,
      blockComments: [['/*', '*/']],
      strings: [quoted("''", 's', true, false), DOUBLE],
      words: wordsOf({ k: 'assert else if import in inherit let or rec then with', kc: 'true false null' }),
      nameExtra: "-'",
    }),
  ],
];
