// Compiled languages with C-like syntax.
import { DOUBLE, type Grammar, grammar, plainQuoted, quoted, type Rule, SINGLE, wordsOf } from './grammar.ts';
import { AT, CONTROL, OBJECTS, SLASHES, TRIPLES } from './shared.ts';

/** The file in an include directive has its own class. */
const INCLUDES: Rule[] = [
  [
    /(^[ \t]{0,99})(#[ \t]{0,9}(?:include|import))([ \t]{0,99})(<[^>\n]{1,300}>|"[^"\n]{1,300}")/my,
    'w',
    'cp',
    'w',
    'cpf',
  ],
];
/** Character literals in single quotes. */
const CHARACTER: Rule = [/'(?:\\.[\da-fA-F]{0,8}|[^'\\\n])'/y, 'sc'];
const C_STRINGS = [quoted('"', 's')];
const LABEL: Rule = [
  /(^[ \t]{0,99})(?!public|private|protected|default)([a-zA-Z_]\w{0,99})(:)(?!:)(?=[ \t]{0,9}$)/my,
  'w',
  'nl',
  'p',
];
/** A function definition: a name, parameters and a brace, after a type at the start of a line. */
const FUNCTION = /([\w*&:<>, \t]{1,80}?[ \t*&])([a-zA-Z_]\w{0,60})(?=\([^;"'{}()]{0,200}\)[^;"'{}()=]{0,50}\{)/y;
const DEFINED: Rule = [/(\b(?:struct|union|enum|class))([ \t]{1,20})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nc'];

const cWords = {
  k: `${CONTROL} goto sizeof struct union enum typedef extern static const volatile register inline restrict auto`,
  kt: 'int long short char float double void unsigned signed bool size_t ssize_t off_t wchar_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t _Bool',
  nb: 'true false NULL',
};

/** A sign right before a number belongs to it. */
const NEGATIVE: Rule[] = [
  [/-0[xX][\da-fA-F']{1,50}[uUlL]{0,3}/y, 'mh'],
  [/-\d[\d']{0,50}(?:\.[\d']{0,50}(?:[eE][+-]?\d{1,9})?|[eE][+-]?\d{1,9})[fFlL]?/y, 'mf'],
  [/-\d[\d']{0,50}[uUlL]{0,3}/y, 'mi'],
];

const c: Partial<Grammar> = {
  ...SLASHES,
  hasDirectives: true,
  operators: '+-*/%=<>!&|^~?:',
  punctuation: '()[]{},;.',
  rules: [...INCLUDES, CHARACTER, LABEL, DEFINED, ...NEGATIVE],
  functionLine: FUNCTION,
  space: 'w',
  strings: C_STRINGS,
};

export const braces: [string, Grammar][] = [
  ['c', grammar({ ...c, words: wordsOf(cWords) })],
  [
    'cpp',
    grammar({
      ...c,
      rules: [
        [/(using)([ \t]{1,9})(namespace)([ \t]{1,9})([\w:]{1,100})/y, 'k', 'w', 'k', 'w', 'n'],
        [/(namespace)([ \t]{1,9})(\w{1,100})/y, 'k', 'w', 'nn'],
        [/(typename|class|struct)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nc'],
        ...(c.rules as Rule[]),
      ],
      words: wordsOf({
        ...cWords,
        nb: 'true false NULL nullptr',
        k: `${cWords.k} catch class const_cast constexpr delete explicit export friend mutable namespace new noexcept operator override private protected public static_cast template this throw try typename using virtual concept consteval constinit co_await co_return co_yield decltype final reinterpret_cast dynamic_cast requires static_assert thread_local typeid`,
      }),
    }),
  ],
  [
    'objectivec',
    grammar({
      ...c,
      strings: [{ ...quoted('"', 's'), open: '@"' }, quoted('"', 's')],
      words: wordsOf({ ...cWords, nb: 'id self super nil YES NO BOOL' }),
      sigils: new Map([['@', 'k']]),
    }),
  ],
  [
    'csharp',
    grammar({
      ...SLASHES,
      functionLine:
        /([\w<>[\]?,. \t]{1,80}?[\w>\]?][ \t]{1,9})([a-zA-Z_]\w{0,60})(?=\([^;"'{}()]{0,200}\)[ \t\n]{0,30}(?:\{|=>))/y,
      space: 'w',
      rules: [
        CHARACTER,
        [/(^[ \t]{0,99})(#[ \t]{0,9}\w{1,20})/my, 'w', 'cp'],
        [/(\bnamespace|\busing)([ \t]{1,9})(?!static\b|var\b)([A-Za-z_][\w.]{0,200})(?=[;\s]{1,9})/y, 'k', 'w', 'nn'],
        [/(\b(?:class|struct|record|interface|enum))([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'k', 'w', 'nc'],
        [/(^[ \t]{0,99})(\[)([^\]\n]{1,200})(\])(?=[ \t]{0,9}$)/my, 'w', 'na', 'na', 'na'],
        [/\$?@?"(?:\\.|[^"\\\n]){0,2000}"?/y, 's'],
        [/\d[\d_]{0,50}(?:\.\d[\d_]{0,50})?[fFdDmMlLuU]{0,2}(?!\w)/y, 'm'],
      ],
      strings: [plainQuoted('"', 's')],
      words: wordsOf({
        k: `${CONTROL} abstract as async await base catch checked class const delegate enum event explicit extern false finally fixed foreach get goto implicit in init interface internal into is join let lock nameof namespace new null operator out override params partial private protected public readonly record ref remove required sealed set select set sizeof stackalloc static struct this throw true try typeof unchecked unsafe using value var virtual volatile when where yield add ascending descending from group orderby`,
        kt: 'bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort void',
      }),
    }),
  ],
  [
    'java',
    grammar({
      ...SLASHES,
      functionLine:
        /([\w<>[\]?,. \t]{1,80}?[\w>\]][ \t]{1,9})([a-zA-Z_]\w{0,60})(?=\([^;"'{}()]{0,200}\)[^;"'{}()=]{0,99}[{;])/y,
      space: 'w',
      rules: [
        [/(package|import)([ \t]{1,9})(static)([ \t]{1,9})([\w.*]{1,200})/y, 'kn', 'w', 'kn', 'w', 'nn'],
        [/(package|import)([ \t]{1,9})([\w.*]{1,200})/y, 'kn', 'w', 'nn'],
        [/(\b(?:class|interface|enum|record))([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'kd', '', 'nc'],
        [/(\.)([ \t]{0,9})([a-zA-Z_]\w{0,99})/y, 'p', 'w', 'na'],
        [/(::)([ \t]{0,9})([a-zA-Z_]\w{0,99})/y, 'o', 'w', 'na'],
        [/\[\]|->/y, 'o'],
        [/\d[\d_]{0,50}[lL]?(?![\w.])/y, 'mi'],
        CHARACTER,
      ],
      strings: [quoted('"""', 's', true), plainQuoted('"', 's')],
      words: wordsOf({
        k: 'assert break case catch continue default do else finally for if goto instanceof new return switch this throw try while super yield record',
        kd: 'abstract class const enum exports extends final implements interface native non-sealed permits private protected public sealed static strictfp super synchronized throws transient volatile',
        kn: 'import package',
        kt: 'boolean byte char double float int long short void',
        kc: 'true false null',
      }),
      sigils: AT,
      operators: '+-*/%=<>!&|^~?:',
      punctuation: '()[]{},;.',
    }),
  ],
  [
    'kotlin',
    grammar({
      ...SLASHES,
      space: 'w',
      rules: [
        [/(\b(?:package|import))([ \t]{1,9})([\w.*]{1,200})/y, 'k', 'w', 'nn'],
        [/(\b(?:class|interface|object))([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'nc'],
        [
          /(\b(?:val|var))([ \t]{1,9})([A-Za-z_]\w{0,99})(?:(:)([ \t]{0,9})(\w{1,99}))?/y,
          'kd',
          'w',
          'nv',
          'p',
          'w',
          'kt',
        ],
        [/(\bfun)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'nf'],
        [/(:)([ \t]{1,9})([A-Z]\w{0,99})/y, 'p', 'w', 'kt'],
        [/'(?:\\.|[^'\\\n])'/y, 'sc'],
      ],
      strings: [
        { ...quoted('"""', 's', true), codeOpen: '${' },
        { ...quoted('"', 's'), codeOpen: '${', inner: [[/(\$)(\w{1,99})/y, 'si', 'n']] },
      ],
      words: wordsOf({
        k: 'as break by catch const continue constructor do dynamic else file finally for get if import in init is out package receiver return set setparam super this throw try typealias typeof vararg when where while field it',
        kd: 'abstract actual annotation class companion crossinline data enum expect external final fun infix inline inner interface internal lateinit noinline object open operator override private protected public reified sealed suspend tailrec val value var',
        kc: 'true false null',
      }),
      integer: 'm',
      float: 'm',
      sigils: AT,
    }),
  ],
  [
    'scala',
    grammar({
      ...SLASHES,
      space: 'w',
      rules: [
        [/(\b(?:package|import))([ \t]{1,9})([\w.{}, ]{1,200})/y, 'k', 'w', 'nn'],
        [/(\bdef)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'k', 'w', 'nf'],
        [/'(?:\\.|[^'\\\n])'/y, 'sc'],
        [/[A-Z]\w{0,99}/y, 'nc'],
        [/=>|<-|[:=]/y, 'o'],
      ],
      strings: [quoted('"""', 's', true), quoted('"', 's')],
      words: wordsOf({
        k: 'case catch class def derives do else enum extends export finally for forSome given if implicit import lazy match new object open override package private protected return sealed super then this throw trait try type using val var while with yield',
        kd: 'abstract final',
        kc: 'true false null',
      }),
      sigils: AT,
    }),
  ],
  [
    'swift',
    grammar({
      ...SLASHES,
      rules: [
        [/(\bimport)( {1,9})([\w.]{1,99})/y, 'k', '', 'nn'],
        [/(\b(?:class|struct|enum|protocol|actor|extension))( {1,9})([A-Za-z_]\w{0,99})/y, 'kd', '', 'nc'],
        [/(\b(?:let|var))( {1,9})([A-Za-z_]\w{0,99})/y, 'kd', '', 'nv'],
        [/(\bfunc)( {1,9})([A-Za-z_]\w{0,99})/y, 'kd', '', 'nf'],
        [/\$\d{1,9}/y, 'nv'],
        [/[A-Z]\w{0,99}/y, 'nc'],
        [/->|[=:]/y, 'p'],
      ],
      strings: [
        quoted('"""', 's', true),
        { ...quoted('"', 's'), inner: [[/(\\\()([^()\n"]{0,200})(\))/y, 'si', 'n', 'si']] },
      ],
      words: wordsOf({
        k: 'as async await break case catch continue default defer do else fallthrough for guard if import in is repeat return self Self super switch throw try where while',
        kd: 'associatedtype class convenience deinit dynamic enum extension fileprivate final func indirect infix init inout internal lazy let mutating nonmutating open operator optional override postfix prefix private protocol public required rethrows static struct subscript throws typealias unowned var weak actor',
        kc: 'true false nil',
        nb: 'print assert fatalError precondition min max abs zip stride debugPrint',
      }),
      sigils: AT,
    }),
  ],
  [
    'dart',
    grammar({
      ...SLASHES,
      strings: [...TRIPLES, SINGLE, DOUBLE],
      words: wordsOf({
        k: `${CONTROL} ${OBJECTS} as async await class const enum factory get in is late library mixin on part required set show typedef var void with yield`,
        kc: 'true false null',
      }),
      sigils: AT,
    }),
  ],
  [
    'go',
    grammar({
      ...SLASHES,
      space: 'w',
      rules: [
        CHARACTER,
        [/(?!\/[/*])(?:\|\||&&|<-|\+\+|--|:=|\.\.\.|[-+/*%&|^<>=!~]=?)/y, 'o'],
        [/:/y, 'p'],
        [
          /\b(?:uint|int|float|complex|string|bool|byte|rune|error|print|println|panic|recover|new|make|len|cap|copy|append|close|delete|complex|real|imag|clear|max|min)\b(?=\()/y,
          'nb',
        ],
      ],
      strings: [plainQuoted('"', 's'), quoted('`', 's', true, false)],
      words: wordsOf({
        k: 'break case continue default defer else fallthrough for go goto if range return select switch',
        kd: 'const func interface struct type var',
        kn: 'import package',
        kc: 'true false nil iota',
        kt: 'chan map any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
      }),
      definitions: new Map(),
      name: 'nx',
    }),
  ],
  [
    'rust',
    grammar({
      ...SLASHES,
      space: 'w',
      rules: [
        [/\/\/[/!][^\n]{0,5000}/y, 'sd'],
        [/\/\*[*!][\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'sd'],
        [/#!?\[[^\]\n]{0,300}\]/y, 'cp'],
        [/b?'(?:\\(?:x[\da-fA-F]{2}|u\{[\da-fA-F_]{1,8}\}|.)|[^'\\\n])'/y, 'sc'],
        [/(&|')(static)\b/y, 'o', 'nb'],
        [/(&)(')([a-zA-Z_]\w{0,99})/y, 'kp', 'o', 'na'],
        [/(')([a-zA-Z_]\w{0,99})/y, 'o', 'na'],
        [/(\blet)([ \t]{1,9})(mut)\b/y, 'kd', 'w', 'k'],
        [
          /\b(?:println|print|eprintln|eprint|format|panic|vec|assert|assert_eq|assert_ne|write|writeln|matches|todo|unimplemented|unreachable|dbg|debug_assert|debug_assert_eq|env|include|include_str|include_bytes|concat|line|file|stringify|cfg|compile_error|thread_local|module_path|option_env|column)!/y,
          'fm',
        ],
        [/(fn)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nf'],
        [/(struct|enum|type|union|trait)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nc'],
        [/(mod)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'kn', 'w', 'nn'],
        [/&(?=[ \t]{0,9}[\w']|\[)(?!&)/y, 'kp'],
        [/(\d[\d_]{0,50}(?:\.\d[\d_]{0,50})?(?:[eE][+-]?\d{1,9})?)(f32|f64)/y, 'mf', 'k'],
        [/(\d[\d_]{0,50})([iu](?:8|16|32|64|128|size))/y, 'mi', 'k'],
        [/->|=>|::|\.\.=?/y, 'p'],
      ],
      strings: [quoted('"', 's', true)],
      words: wordsOf({
        k: 'as async await box break const continue crate dyn else extern for if impl in loop match move mut pub ref return static super try unsafe use where while yield',
        bp: 'self',
        nc: 'Self',
        kn: 'use',
        kd: 'let',
        kt: 'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize',
        kc: 'true false',
        nb: 'Box Err None Ok Option Result Some String Vec Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce drop ToOwned Clone PartialEq PartialOrd Eq Ord AsRef AsMut Into From Default Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator ToString TryFrom TryInto FromIterator',
      }),
    }),
  ],
  [
    'zig',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: `${CONTROL} and catch comptime const defer enum errdefer error export fn inline or orelse pub struct test try union unreachable usingnamespace var`,
        kc: 'true false null undefined',
      }),
      sigils: new Map([['@', 'nb']]),
    }),
  ],
  [
    'protobuf',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: 'enum extend import map message oneof option optional package repeated required reserved returns rpc service syntax',
        kt: 'bool bytes double fixed32 fixed64 float int32 int64 string uint32 uint64',
        kc: 'true false',
      }),
    }),
  ],
];
