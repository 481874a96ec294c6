// Scripting and web languages.
import {
  DOUBLE,
  type Grammar,
  grammar,
  plainQuoted,
  quoted,
  type Rule,
  SINGLE,
  type StringRule,
  wordsOf,
} from './grammar.ts';
import { AT, DOLLAR, HASH, SLASHES, TRIPLES } from './shared.ts';

const PYTHON_BUILTINS =
  '__import__ abs aiter all any bin bool bytearray breakpoint bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval filter float format frozenset getattr globals hasattr hash hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip';
const PYTHON_ERRORS =
  'ArithmeticError AssertionError AttributeError BaseException BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EnvironmentError Exception FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError';
const MAGIC_METHODS =
  'abs add aenter aexit aiter and anext await bool bytes call complex contains del delattr delete delitem dir divmod enter eq exit float floordiv format ge get getattr getattribute getitem gt hash iadd iand ifloordiv ilshift imatmul imod imul index init instancecheck int invert ior ipow irshift isub iter itruediv ixor le len length_hint lshift lt matmul missing mod mul ne neg new next or pos pow prepare radd rand rdivmod repr reversed rfloordiv rlshift rmatmul rmod rmul ror round rpow rrshift rshift rsub rtruediv rxor set setattr setitem str sub subclasscheck subclasses truediv xor';
const MAGIC_VARIABLES =
  'annotations bases class closure code defaults dict doc file func globals kwdefaults module mro name objclass qualname self slots weakref';
const magic = (names: string) => names.replace(/\w+/g, '__$&__');

/** Names in Python, in any alphabet. */
const PYTHON_FORMAT: Rule[] = [
  [/%(?:\(\w{1,100}\))?[-#0 +]{0,5}(?:\d{1,9}|\*)?(?:\.(?:\d{1,9}|\*))?[hlL]?[EGXc-giorsaux%]/y, 'si'],
  [/\{(?:\w{0,100}(?:\.\w{1,100}|\[[^\]\n]{1,100}\]){0,5})?(?:![sra])?(?::[\w<>=^+ #,.-]{0,30})?\}/y, 'si'],
];
const formatted = (quote: string, className: string, multiline: boolean): StringRule => ({
  ...quoted(quote, className, multiline),
  escape: PYTHON_ESCAPE,
  inner: PYTHON_FORMAT,
});
const PYTHON_ESCAPE: Rule[] = [
  [/\\(?:[\\abfnrtv"'\n]|N\{[^}\n]{0,100}\}|u[a-fA-F\d]{4}|U[a-fA-F\d]{8}|x[a-fA-F\d]{2}|[0-7]{1,3})/y, 'se'],
];
/** One of the further modules of an import, with its other name. */
const PYTHON_MODULE =
  '(?:(,)([ \\t]{0,20})([\\p{L}_][\\p{L}\\p{N}_.]{0,99})(?:([ \\t]{1,20})(as)([ \\t]{1,20})([\\p{L}_][\\p{L}\\p{N}_]{0,99}))?)?';

const python = grammar({
  ...HASH,
  rules: [
    [/(^[ \t]{0,200})([rRuUbB]{0,2})("""[\s\S]*?(?:"""|$(?![\s\S])))/my, 'w', 'sd', 'sd'],
    [/(^[ \t]{0,200})([rRuUbB]{0,2})('''[\s\S]*?(?:'''|$(?![\s\S])))/my, 'w', 'sd', 'sd'],
    [/(from)([ \t]{1,20})([\w.]{1,200})([ \t]{1,20})(import)\b/y, 'kn', 'w', 'nn', 'w', 'kn'],
    [
      new RegExp(
        `(import)([ \\t]{1,20})([\\p{L}_][\\p{L}\\p{N}_.]{0,200})(?:([ \\t]{1,20})(as)([ \\t]{1,20})([\\p{L}_][\\p{L}\\p{N}_]{0,99}))?${PYTHON_MODULE.repeat(5)}`,
        'uy',
      ),
      ...['kn', 'w', 'nn', 'w', 'k', 'w', 'nn'],
      ...Array.from({ length: 5 }, () => ['o', 'w', 'nn', 'w', 'k', 'w', 'nn']).flat(),
    ],
    [/(from)([ \t]{1,20})(None)\b/y, 'kn', 'w', 'kc'],
    [new RegExp(`(\\.)((?:${`${PYTHON_BUILTINS} ${PYTHON_ERRORS}`.replaceAll(' ', '|')})\\b)`, 'y'), 'o', 'n'],
    [/yield from\b/y, 'k'],
    [/(case)([ \t]{1,20})(_)(?=[ \t]{0,20}:)/y, 'k', 'w', 'k'],
    [/(?:\d[\d_]{0,50}\.(?:\d[\d_]{0,50})?|\.\d[\d_]{0,50})(?:[eE][+-]?\d[\d_]{0,20})?/y, 'mf'],
    [/\d[\d_]{0,50}[eE][+-]?\d[\d_]{0,20}j?/y, 'mf'],
    [/0[oO][0-7_]{1,50}/y, 'mo'],
    [/\d[\d_]{0,50}(?=[jJ](?!\w))/y, 'mi'],
    [/!=|==|<<|>>|:=|[-~+/*%=<>&^|.]/y, 'o'],
  ],
  strings: [
    formatted('"""', 's2', true),
    formatted("'''", 's1', true),
    formatted("'", 's1', false),
    formatted('"', 's2', false),
  ],
  words: wordsOf({
    k: 'as assert async await break case class continue def del elif else except finally for global if lambda match nonlocal pass raise return try while with yield',
    kn: 'import from',
    kc: 'True False None',
    ow: 'and in is not or',
    bp: 'self cls Ellipsis NotImplemented',
    nb: PYTHON_BUILTINS,
    ne: PYTHON_ERRORS,
    fm: magic(MAGIC_METHODS),
    vm: magic(MAGIC_VARIABLES),
  }),
  definitions: new Map([
    ['def', 'nf'],
    ['class', 'nc'],
    ['from', 'nn'],
  ]),
  spaced: new Set(['def', 'class', 'import', 'from']),
  sigils: AT,
  operators: '+-*/%=<>!&|^~.@',
  punctuation: '()[]{},;:',
});

const ES_BUILTINS =
  'Array Boolean Date BigInt Function Math ArrayBuffer Number Object RegExp String Promise Proxy decodeURI decodeURIComponent encodeURI encodeURIComponent eval isFinite isNaN parseFloat parseInt DataView document window globalThis global Symbol Intl WeakSet WeakMap Set Map Reflect JSON Atomics Int8Array Int16Array Int32Array BigInt64Array Float32Array Float64Array Uint8ClampedArray Uint8Array Uint16Array Uint32Array BigUint64Array';
/** A slash begins a regular expression after one of these, and divides after anything else. */
const REGEXP = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/[\\\n]){1,300}\/[a-z]{0,8}/y;

const ecma = (more: Record<string, string>, rules: Rule[] = []) =>
  grammar({
    ...SLASHES,
    space: 'w',
    integer: 'mf',
    regexp: REGEXP,
    rules: [
      ...rules,
      [/\.\.\.|=>/y, 'p'],
      [/(?:0[xX][\da-fA-F_]{1,50}n?)/y, 'mh'],
      [/\d[\d_]{0,50}n\b/y, 'mi'],
      [/\.\d[\d_]{0,50}(?:[eE][+-]?\d{1,9})?/y, 'mf'],
      [/0[oO][0-7_]{1,50}/y, 'mo'],
      [/#[a-zA-Z_]\w{0,100}/y, 'n'],
      [/\$[\w$]{0,100}/y, 'nx'],
    ],
    strings: [
      plainQuoted("'", 's1'),
      plainQuoted('"', 's2'),
      { ...plainQuoted('`', 'sb', true), codeOpen: '${', marksEscapes: false },
    ],
    words: wordsOf({
      k: 'async await break case catch continue debugger default do else export extends finally for if import of return static super switch this throw try while yield',
      ow: 'delete in instanceof new typeof void',
      kd: 'class const function let var with',
      kr: 'abstract as boolean byte char constructor double enum final float from goto implements int interface long native package private protected public short synchronized throws transient volatile',
      kc: 'true false null undefined NaN Infinity',
      ne: 'Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError',
      nb: ES_BUILTINS,
      ...more,
    }),
    name: 'nx',
    nameExtra: '$',
    sigils: new Map(),
    operators: '+-*/%=<>!&|^~?:',
    punctuation: '()[]{},;.',
  });

const typescript = (rules: Rule[] = []) =>
  ecma(
    {
      kr: TS_RESERVED,
      kt: 'string boolean number',
      k: TS_KEYWORDS,
      kd: 'class const enum function interface let override var with',
    },
    [
      // A type after a colon, unless the name before it is a keyword.
      [/(module)([ \t]{1,9})([\w?.$]{1,100})/y, 'kr', 'w', 'nx'],
      [
        new RegExp(`(?!(?:${TS_BEFORE_NAMES})\\b)([\\w?.$]{1,100})([ \\t]{0,9})(:)([ \\t]{0,9})([\\w?.$]{1,100})`, 'y'),
        ...['nx', 'w', 'o', 'w', 'kt'],
      ],
      [/@[\w$]{1,100}/y, 'kd'],
      ...rules,
    ],
  );
const TS_KEYWORDS =
  'abstract async await break case catch continue debugger default do else export extends finally for if implements import of private protected public readonly return static super switch this throw try while yield';
const TS_RESERVED =
  'as byte char constructor declare double final float from goto int long native package short synchronized throws transient type volatile';
/** Words read as keywords even where a name and its type are expected. */
const TS_BEFORE_NAMES =
  'abstract|implements|private|protected|public|readonly|enum|interface|override|declare|type|string|boolean|number|module';
/** JSX tags, as far as they can be told from comparisons. */
const JSX: Rule[] = [
  [/(<)([a-zA-Z][\w.:-]{0,100})(?=[\s/>])/y, 'p', 'nt'],
  [/(<\/)([a-zA-Z][\w.:-]{0,100})?(>)/y, 'p', 'nt', 'p'],
  [/([a-zA-Z][\w-]{0,100})(=)("[^"\n]{0,500}")/y, 'na', 'o', 's'],
  [/([a-zA-Z][\w-]{0,100})(=)(?=\{)/y, 'na', 'o'],
  [/(\})(>)/y, 'p', 'p'],
  [/\/>/y, 'p'],
];

export const scripts: [string, Grammar][] = [
  ['python', python],
  ['javascript', ecma({})],
  ['jsx', ecma({}, JSX)],
  ['typescript', typescript()],
  ['tsx', typescript(JSX)],
  [
    'lua',
    grammar({
      lineComments: ['--'],
      space: 'w',
      rules: [
        [/--\[(={0,9})\[[\s\S]*?(?:\]\1\]|$(?![\s\S]))/my, 'cm'],
        [/\[(={0,9})\[[\s\S]*?(?:\]\1\]|$(?![\s\S]))/my, 's'],
        [/(\bfunction)([ \t]{1,9})(?:(\w{1,99})([.:]))?(\w{1,99})/y, 'kr', 'w', 'nc', 'p', 'nf'],
        [/(?!--)(?:\.{2,3}|[:+\-*/%^<>~=#]=?)/y, 'o'],
      ],
      words: wordsOf({
        kr: 'and break do else elseif end for function goto if in repeat return then until while',
        kd: 'local',
        ow: 'and not or',
        kc: 'true false nil',
        nb: 'assert collectgarbage dofile error getmetatable ipairs load loadstring next pairs pcall print rawequal rawget rawset require select setmetatable tonumber tostring type unpack xpcall',
      }),
      name: 'nv',
    }),
  ],
  [
    'elixir',
    grammar({
      ...HASH,
      strings: [...TRIPLES, SINGLE, DOUBLE],
      words: wordsOf({
        k: 'case cond def defmacro defmodule defp defstruct do else end fn for if import quote receive rescue try unless use when with',
        ow: 'and in not or',
        kc: 'true false nil',
      }),
      definitions: new Map([
        ['def', 'nf'],
        ['defp', 'nf'],
        ['defmodule', 'nc'],
      ]),
      nameExtra: '?!',
      sigils: new Map([
        ['@', 'na'],
        [':', 'ss'],
      ]),
    }),
  ],
  [
    'r',
    grammar({
      ...HASH,
      space: 'w',
      rules: [
        [/(?!(?:if|for|while|function|return|switch)\b)[a-zA-Z.][\w.]{0,99}(?=\()/y, 'nf'],
        [/%[^%\n ]{0,20}%|<<?-|->>?|[[\]]|::|\$/y, 'o'],
      ],
      integer: 'm',
      float: 'm',
      strings: [plainQuoted('"', 's', true), plainQuoted("'", 's', true)],
      words: wordsOf({
        kr: 'break else for function if in next repeat return switch while',
        kc: 'FALSE Inf NA NULL NaN TRUE T F',
      }),
      nameExtra: '.',
    }),
  ],
  [
    'julia',
    grammar({
      ...HASH,
      blockComments: [['#=', '=#']],
      strings: [...TRIPLES, DOUBLE],
      words: wordsOf({
        k: 'abstract begin break catch const continue do else elseif end export finally for function global if import in let local macro module mutable quote return struct try using where while',
        kc: 'true false nothing',
      }),
      nameExtra: '!',
      sigils: AT,
    }),
  ],
  [
    'matlab',
    grammar({
      lineComments: ['%'],
      words: wordsOf({
        k: 'break case catch classdef continue else elseif end for function global if otherwise parfor persistent return switch try while',
      }),
    }),
  ],
  [
    'tcl',
    grammar({
      ...HASH,
      name: '',
      sigils: DOLLAR,
      words: wordsOf({
        k: 'break catch continue else elseif eval expr for foreach global if namespace package proc puts return set switch uplevel upvar variable while',
      }),
    }),
  ],
];
