// Compiled languages with C-like syntax.
import { DOUBLE, type Grammar, grammar, plainQuoted, quoted, type Rule, SINGLE, wordsOf } from './grammar.ts';
import { AT, CONTROL, OBJECTS, SLASHES, TRIPLES } from './shared.ts';

/** The file in an include directive has its own class. */
const INCLUDES: Rule[] = [
  [
    /(^[ \t]{0,99})(#)([ \t]{0,9})(include|import)([ \t]{0,99})(<[^>\n]{1,300}>|"[^"\n]{1,300}")/my,
    ...['w', 'cp', 'w', 'cp', 'w', 'cpf'],
  ],
];
/** Character literals in single quotes. */
const CHARACTER: Rule = [/'(?:\\.[\da-fA-F]{0,8}|[^'\\\n])'/y, 'sc'];
const C_ESCAPE: Rule = [/\\(?:[\\abfnrtv"']|x[a-fA-F\d]{2,4}|u[a-fA-F\d]{4}|U[a-fA-F\d]{8}|[0-7]{1,3})/y, 'se'];
const C_STRINGS = [{ ...quoted('"', 's'), escape: [C_ESCAPE] }];
const LABEL: Rule = [
  /(^[ \t]{0,99})(?!public|private|protected|default)([a-zA-Z_]\w{0,99})(:)(?!:)(?=[ \t]{0,9}$)/my,
  'w',
  'nl',
  'p',
];
/** A function: a name, parameters and a brace, after a type at the start of a line; a semicolon if the line is not indented. */
const FUNCTION =
  /((?![ \t])[\w*&:<>, \t]{1,80}?[ \t*&](?=[a-zA-Z_]\w{0,60}\([^;"'()]{0,200}\)[^;"'{}()=/]{0,50}[;{])|[\w*&:<>, \t]{1,80}?[ \t*&](?=[a-zA-Z_]\w{0,60}\([^;"'{}()]{0,200}\)[^;"'{}()=]{0,50}\{))([a-zA-Z_]\w{0,60})/y;
const DEFINED: Rule = [/(struct|union)([ \t]{1,20})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nc'];
/** The colon of a case is none of a condition. */
const CASES: Rule[] = [
  [/(case)([ \t]{1,20})('(?:\\.[\da-fA-F]{0,8}|[^'\\\n])')([ \t]{0,9})(:)(?!:)/y, 'k', 'w', 'sc', 'w', 'p'],
  [/(case)([ \t]{1,20})(-?[1-9]\d{0,30}|0)([ \t]{0,9})(:)(?!:)/y, 'k', 'w', 'mi', 'w', 'p'],
  [/(case)([ \t]{1,20})([a-zA-Z_]\w{0,99})([ \t]{0,9})(:)(?!:)/y, 'k', 'w', 'n', 'w', 'p'],
];

const cWords = {
  k: `${CONTROL} goto sizeof struct union enum typedef typeof extern static const constexpr volatile register auto asm thread_local alignas alignof static_assert`,
  kr: 'inline restrict',
  kt: 'int long short char float double void unsigned signed bool size_t ssize_t off_t wchar_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t FILE DIR char8_t char16_t char32_t time_t clock_t va_list jmp_buf sig_atomic_t wint_t byte pid_t uid_t gid_t dev_t ino_t mode_t socklen_t sigset_t timer_t atomic_bool atomic_int atomic_uint atomic_long atomic_size_t',
  nb: 'true false NULL',
};

/** A sign right before a number belongs to it; quotes may group digits. */
const NUMBERS: Rule[] = [
  [/-?0[xX][\da-fA-F](?:'?[\da-fA-F]){0,50}[uUlLzZ]{0,3}/y, 'mh'],
  [/-?0[bB][01](?:'?[01]){0,99}[uUlLzZ]{0,3}/y, 'mb'],
  [/-?(?:\d(?:'?\d){0,50}\.(?:\d(?:'?\d){0,50})?|\.\d{1,50})(?:[eE][+-]?\d{1,9})?[fFlL]?/y, 'mf'],
  [/-?\d(?:'?\d){0,50}[eE][+-]?\d{1,9}[fFlL]?/y, 'mf'],
  [/\d(?:'?\d){0,50}[fFlL](?!\w)/y, 'mf'],
  [/-?0(?:'?[0-7]){1,50}[uUlLzZ]{0,3}/y, 'mo'],
  [/-?\d(?:'?\d){0,50}[uUlLzZ]{0,3}/y, 'mi'],
];

const c: Partial<Grammar> = {
  ...SLASHES,
  hasDirectives: true,
  operators: '+-*/%=<>!&|^~?:',
  punctuation: '()[]{},;.',
  rules: [...INCLUDES, CHARACTER, LABEL, DEFINED, ...CASES, ...NUMBERS],
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
        [
          /(using)([ \t]{1,9})(namespace)([ \t]{1,9})(\w{1,100})(?:(::)(\w{1,100}))?/y,
          'k',
          'w',
          'k',
          'w',
          'nn',
          'o',
          'nn',
        ],
        [/(namespace)([ \t]{1,9})(\w{1,100})(?:(::)(\w{1,100}))?/y, 'k', 'w', 'nn', 'o', 'nn'],
        [/(enum)([ \t]{1,9})(class|struct)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'k', 'w', 'nc'],
        [/(typename|class|struct|concept|enum)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nc'],
        [/(\[\[)([a-zA-Z_]\w{0,99})(\]\])/y, 'p', 'na', 'p'],
        [/((?:[LuU]|u8)?R)(")(\()([\s\S]{0,1000}?)(\))(")/y, 'sa', 's', 'dl', 's', 'dl', 's'],
        [/([LuU]|u8)('(?:\\.[\da-fA-F]{0,8}|[^'\\\n])')/y, 'sa', 'sc'],
        [/(?:[LuU]|u8)(?=")/y, 'sa'],
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
      functionLine: /([ \t]{0,99}(?:[a-zA-Z_]\w{0,60}(?:\[\])?[ \t]{1,9}){1,6})([a-zA-Z_]\w{0,60})(?=[ \t]{0,9}\()/y,
      space: 'w',
      rules: [
        CHARACTER,
        [
          /(^[ \t]{0,99})(#[ \t]{0,9}(?:if|endif|else|elif|define|undef|line|error|warning|region|endregion|pragma)\b[^\n]{0,500})/my,
          'w',
          'cp',
        ],
        [/(namespace|using)([ \t]{1,9})([A-Za-z_][\w.]{0,200})/y, 'k', 'w', 'nn'],
        [/(class|struct|union)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'k', 'w', 'nc'],
        [/(^[ \t]{0,99})(\[[^\]\n]{1,200}\])/my, 'w', 'na'],
        [
          /(?:bool|byte|char|decimal|double|dynamic|float|int|long|object|sbyte|short|string|uint|ulong|ushort|var)\?/y,
          'kt',
        ],
        [/\?\./y, 'o'],
        [/(\$?@|@\$)"(?:""|[^"]){0,2000}"?/y, 's'],
        [/\$?@?"(?:\\.|[^"\\\n]){0,2000}"?/y, 's'],
        [/(?:\d[\d_]{0,50}\.\d[\d_]{0,50}(?:[eE][+-]?\d{1,9})?|\d[\d_]{0,50}[eE][+-]?\d{1,9})[fFdDmM]?(?!\w)/y, 'mf'],
        [/\d[\d_]{0,50}[fFdDmM](?!\w)/y, 'mf'],
        [/\d[\d_]{0,50}[lLuU]{0,2}(?!\w)/y, 'mi'],
      ],
      strings: [plainQuoted('"', 's')],
      words: wordsOf({
        k: `${CONTROL} abstract add alias allows and as ascending async await base by catch checked const delegate descending enum equals event explicit extern false finally fixed foreach from get goto group implicit in init interface internal into is join let lock managed nameof new nint not notnull nuint null on operator or orderby out override params partial private protected public readonly record ref remove scoped sealed select set sizeof stackalloc static this thenby throw true try typeof unchecked unmanaged unsafe using value virtual void when where with yield`,
        kt: 'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort var',
      }),
    }),
  ],
  [
    'java',
    grammar({
      ...SLASHES,
      functionLine:
        /([ \t]{0,99}(?!(?:assert|break|case|catch|continue|default|do|else|finally|for|if|goto|instanceof|new|return|switch|this|throw|try|while)\b)(?:[\w$][\w.[\]$<>?,]{0,60}[ \t]{1,9}){1,6})([a-zA-Z_$][\w$]{0,60})(?=[ \t]{0,9}\()/y,
      space: 'w',
      rules: [
        [/(package|import)([ \t]{1,9})(static)([ \t]{1,9})([\w.*]{1,200})/y, 'kn', 'w', 'kn', 'w', 'nn'],
        [/(package|import)([ \t]{1,9})([\w.*]{1,200})/y, 'kn', 'w', 'nn'],
        [/(class|interface|record)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'kd', '', 'nc'],
        [/(\.)([ \t]{0,9})([a-zA-Z_]\w{0,99})/y, 'p', 'w', 'na'],
        [/(var)([ \t]{1,9})/y, 'kd', 'w'],
        [/->/y, 'o'],
        [/\.\d[\d_]{0,50}(?:[eE][+-]?\d{1,9})?[fFdD]?/y, 'mf'],
        [/\d[\d_]{0,50}[lL]?(?![\w.])/y, 'mi'],
        CHARACTER,
      ],
      strings: [quoted('"""', 's', true), plainQuoted('"', 's')],
      words: wordsOf({
        k: 'assert break case catch continue default do else finally for if goto instanceof new return switch this throw try while',
        kd: 'abstract class const enum exports extends final implements interface native non-sealed permits private protected public sealed static strictfp super synchronized throws transient volatile yield',
        kn: 'import package',
        kt: 'boolean byte char double float int long short void',
        kc: 'true false null',
      }),
      sigils: AT,
      operators: '+-*/%=<>!&|^~?[]',
      punctuation: '(){},;.:',
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
        [/0_?[0-7]{1,50}(?![.\w])/y, 'mo'],
        [/\d{1,50}(?:\.\d{0,50})?(?:[eE][-+]\d{1,9})?i/y, 'm'],
        [
          /(?:print|println|panic|recover|new|make|len|cap|copy|append|close|delete|complex|real|imag|clear|max|min)(?=\()/y,
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
