// Kotlin, Rust and Swift: types after names, and words that are keywords in some places only.
import { type Grammar, grammar, plainQuoted, quoted, type Rule, wordsOf } from './grammar.ts';
import { SLASHES } from './shared.ts';

const anyOf = (words: string) => words.replaceAll(' ', '|');

const KOTLIN_MODIFIERS = anyOf(
  'actual abstract annotation companion const crossinline data enum expect external final fun infix inline inner internal lateinit noinline open operator override private protected public sealed suspend tailrec value',
);
const KOTLIN_TYPES = 'Boolean Byte Char Double Float Int Long Short String Any Unit';
/** `$name` in a string; `${code}` is the lexer's. */
const KOTLIN_INNER: Rule[] = [[/(\$)(\w{1,99})/y, 'si', 'n']];

const kotlin: Grammar = grammar({
  ...SLASHES,
  space: 'w',
  rules: [
    [/(package|import)([ \t]{1,9})([^\s]{1,200})/y, 'k', 'w', 'nn'],
    [/as\?|!(?:in|is)\b/y, 'k'],
    [new RegExp(`(?:${anyOf(KOTLIN_TYPES)})\\?`, 'y'), 'kt'],
    [/(\?\.)((?:[^\W\d]|\$)[\w$]{0,99})/y, 'o', 'na'],
    [/(\.)((?:[^\W\d]|\$)[\w$]{0,99})/y, 'p', 'na'],
    [/@[^\W\d][\w.]{0,99}|(?!(?:break|continue|return|super|this)@)[^\W\d][\w.]{1,99}@/y, 'nd'],
    [
      new RegExp(
        `(?:${KOTLIN_MODIFIERS})\\b(?=[ \\t]{1,9}(?:(?:${KOTLIN_MODIFIERS})[ \\t]{1,9}){0,6}(?:class|interface|object|var|val|fun)\\b)`,
        'y',
      ),
      'kd',
    ],
    [/(object)([ \t]{1,9})(:)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'k', 'w', 'p', 'w', 'nc'],
    [/(class|interface|object)([ \t]{1,9})([A-Za-z_]\w{0,99})?/y, 'kd', 'w', 'nc'],
    [
      /(va[lr])([ \t]{1,9})(\()([A-Za-z_]\w{0,99})(?:(,)([ \t]{0,9})([A-Za-z_]\w{0,99}))?(?:(,)([ \t]{0,9})([A-Za-z_]\w{0,99}))?(\))/y,
      ...['kd', 'w', 'p', 'nv', 'p', 'w', 'nv', 'p', 'w', 'nv', 'p'],
    ],
    [/(va[lr])([ \t]{1,9})([A-Za-z_]\w{0,99})?/y, 'kd', 'w', 'nv'],
    [
      /(fun)([ \t]{1,9})(?:(<)(?:(reified|in|out)([ \t]{1,9}))?(\w{1,99})(>)([ \t]{0,9}))?(?:([A-Za-z_]\w{0,99})(\.))?(\w{1,99}|`[^`\n]{1,99}`)/y,
      ...['kd', 'w', 'o', 'k', 'w', 'n', 'o', 'w', 'n', 'p', 'nf'],
    ],
    [/::|!!|\?[:.]/y, 'o'],
    [/'(?:\\.|[^\\\n])'/y, 'sc'],
    [/\d(?:\.\d{0,50})?(?:[eE][+-]\d{1,9})?[flFL]?/y, 'm'],
    [
      /(?!(?:break|by|catch|constructor|continue|do|dynamic|else|finally|get|init|return|set|super|this|true|false|null|it)\?)[A-Za-z_]\w{0,99}\?(?![.:])/y,
      'n',
    ],
    [/(?!\/[/*])[~^*!%&[\]<>|+=/?-]/y, 'o'],
  ],
  strings: [
    { ...plainQuoted('"""', 's', true), escapes: false, codeOpen: '${', inner: KOTLIN_INNER },
    { ...plainQuoted('"', 's'), codeOpen: '${', inner: KOTLIN_INNER },
  ],
  words: wordsOf({
    k: 'as break by catch constructor continue do dynamic else finally for get if in init is out reified return set super this throw try typealias typeof vararg when where while',
    kc: 'true false null',
    kt: KOTLIN_TYPES,
    nb: 'it',
  }),
});

const RUST_TYPES = 'u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 usize isize f32 f64 char str bool';
const RUST_BUILTINS =
  'Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce drop Box ToOwned Clone PartialEq PartialOrd Eq Ord AsRef AsMut Into From Default Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator Option Some None Result Ok Err String ToString Vec';
const RUST_MACROS =
  'asm assert assert_eq assert_ne cfg column compile_error concat concat_idents dbg debug_assert debug_assert_eq debug_assert_ne env eprint eprintln file format format_args global_asm include include_bytes include_str line macro_rules matches module_path option_env panic print println stringify thread_local todo unimplemented unreachable vec write writeln';
/** A name that is a type because of what stands before it. */
const RUST_TYPE = `(?!(?:${anyOf(`${RUST_TYPES} ${RUST_BUILTINS}`)})\\b)[a-zA-Z_]\\w{0,99}`;
const RUST_ESCAPE = `\\\\(?:['"\\\\nrt0]|x[\\da-fA-F]{2}|u\\{[\\da-fA-F]{1,6}\\})`;
const RUST_ATTRIBUTE: Rule[] = [
  [/\[[^"[\]]{0,300}\]/y, 'cp'],
  [/[^"[\]]{1,999}/y, 'cp'],
];

const rust: Grammar = grammar({
  ...SLASHES,
  nestsComments: true,
  space: 'w',
  brackets: ['#[', '#!['].map((open) => ({ open, close: ']', className: 'cp', inner: RUST_ATTRIBUTE })),
  rules: [
    [/\/\/!.{0,5000}|\/\/\/(?:(?!\/).{1,5000}|$)/my, 'sd'],
    [/\/\*(?:!|\*(?![*/]))[\s\S]*?(?:\*\/|$(?![\s\S]))/my, 'sd'],
    [/\$(?:[a-zA-Z_]\w{0,99}|[(),]{0,2})/y, 'cp'],
    [/(mod)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nn'],
    [/(fn)([ \t]{1,9})([a-zA-Z_]\w{0,99})/y, 'k', 'w', 'nf'],
    [new RegExp(`(struct|enum|type|union)([ \\t]{1,9})(${RUST_TYPE})`, 'y'), 'k', 'w', 'nc'],
    [new RegExp(`(?:${anyOf(RUST_MACROS)})!`, 'y'), 'fm'],
    [/::(?=\w)/y, 'p'],
    [
      new RegExp(
        `(:|->)(?:([ \\t\\n]{0,99})(&{1,2}))?(?:([ \\t]{0,9})(')(?:(static\\b|_)|([a-zA-Z]\\w{0,99})))?(?:([ \\t\\n]{0,99})(${RUST_TYPE}))?`,
        'y',
      ),
      ...['p', 'w', 'kp', 'w', 'o', 'nb', 'na', 'w', 'nc'],
    ],
    [/(break|continue)(?:([ \t]{1,9})('[A-Za-z_]\w{0,99}))?\b/y, 'k', 'w', 'nl'],
    [new RegExp(`b?'(?:${RUST_ESCAPE}|[^\\n])'`, 'uy'), 'sc'],
    [/(?:b?r(#{0,9})"[\s\S]*?(?:"\1|$(?![\s\S])))/my, 's'],
    [/r#[a-zA-Z_]\w{0,99}/y, 'n'],
    [/(')(?:(static\b|_)|([a-zA-Z]\w{0,99}))/y, 'o', 'nb', 'na'],
    [/(0b[01_]{1,99})([ui](?:8|16|32|64|size))?/y, 'mb', 'k'],
    [/(0o[0-7_]{1,99})([ui](?:8|16|32|64|size))?/y, 'mo', 'k'],
    [/(0[xX][\da-fA-F_]{1,99})([ui](?:8|16|32|64|size))?/y, 'mh', 'k'],
    [
      /(\d[\d_]{0,50}(?:\.[\d_]{1,50}[eE][+-]?[\d_]{1,50}|\.[\d_]{0,50}(?!\.)|[eE][+-]?[\d_]{1,50}))(f(?:32|64))?/y,
      'mf',
      'k',
    ],
    [/(\d[\d_]{0,50})([ui](?:8|16|32|64|size)|f(?:32|64))?/y, 'mi', 'k'],
    [/\.\.=?|(?!\/[/*])[+\-*/%&|<>^!~@=?]/y, 'o'],
    [/#/y, 'p'],
  ],
  strings: [
    { ...quoted('b"', 's', true), close: '"', escape: [[new RegExp(RUST_ESCAPE, 'y'), 'se']] },
    { ...quoted('"', 's', true), escape: [[new RegExp(RUST_ESCAPE, 'y'), 'se']] },
  ],
  words: wordsOf({
    k: 'as async await box const crate dyn else extern fn for if impl in loop match mod move mut pub ref return static super trait unsafe use where while struct enum type union',
    kr: 'abstract become do final macro override priv typeof try unsized virtual yield',
    bp: 'self Self',
    kd: 'let',
    kt: RUST_TYPES,
    kc: 'true false',
    nb: RUST_BUILTINS,
  }),
});

const SWIFT_ESCAPE: Rule = [/\\(?:['"\\nrt]|x[\da-fA-F]{2}|[0-7]{1,3}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/y, 'se'];
const swiftString = (quote: string, multiline: boolean) => ({
  ...quoted(quote, 's', multiline),
  escape: [SWIFT_ESCAPE],
  codeOpen: '\\(',
  codeClose: ')',
});

const swift: Grammar = grammar({
  ...SLASHES,
  nestsComments: true,
  space: 'w',
  rules: [
    [/(import)([ \t]{1,9})(\w{1,99})(?:(\.)(\w{1,99}))?/y, 'kd', 'w', 'nc', 'p', 'nc'],
    [/(#(?:if|elseif|else|endif|available))\b(?:([ \t]{1,9})(?!true|false)([A-Za-z]\w{0,99}))?/y, 'cp', 'w', 'cp'],
    [/#selector\b/y, 'k'],
    [/#(?:file|line|column|function)\b/y, 'kc'],
    [
      /@(?:autoclosure|noreturn|NSApplicationMain|NSCopying|NSManaged|objc|UIApplicationMain|IBAction|IBDesignable|IBInspectable|IBOutlet)\b/y,
      'kr',
    ],
    [/(class)([ \t]{1,9})(func)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'kd', 'w', 'nf'],
    [/(class)([ \t]{1,9})(var)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'kd', 'w', 'nv'],
    [/(class|enum|extension|struct|protocol)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'nc'],
    [/(func)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'nf'],
    [/(var|let)([ \t]{1,9})([A-Za-z_]\w{0,99})/y, 'kd', 'w', 'nv'],
    [/(?:NS|UI|CG|CA|CL|AV|SK|WK|MK)[A-Z]\w{0,99}/y, 'bp'],
    [/\$\d{1,9}/y, 'nv'],
    [/0o[0-7_]{1,50}/y, 'mo'],
    [/\d[\d_]{0,50}(?:\.[\d_]{1,50}[eE][+-]?[\d_]{1,50}|\.[\d_]{0,50}|[eE][+-]?[\d_]{1,50})/y, 'mf'],
    [/->|[<&?](?=\w)|[>!?](?<=\w.)|[.,:;=@#`?]/y, 'p'],
    [/(?!\/[/*])(?:[=\-+!*%<>&|^?~]|\/(?![/*])){1,20}/y, 'o'],
  ],
  strings: [swiftString('"""', true), swiftString('"', true)],
  words: wordsOf({
    kr: 'associativity convenience dynamic didSet final get indirect infix inout lazy left mutating none nonmutating optional override postfix precedence prefix Protocol required rethrows right set throws Type unowned weak willSet',
    kc: 'dynamicType false nil self Self super true __COLUMN__ __FILE__ __FUNCTION__ __LINE__ _',
    kd: 'actor associatedtype class deinit enum extension func import init internal let operator private protocol public static struct subscript typealias var',
    nb: 'Array Bool Character ClosedInterval ContiguousArray Dictionary Double Float Float80 Int Int16 Int32 Int64 Int8 LazySequence ObjectIdentifier Optional Range Repeat Slice StaticString String UInt UInt16 UInt32 UInt64 UInt8 UTF16 UTF32 UTF8 UnicodeScalar Unmanaged UnsafeBufferPointer UnsafeMutablePointer UnsafePointer AnyObject Comparable Equatable Hashable RawRepresentable Strideable Any AnyClass CBool CChar CDouble CFloat CInt CLong CShort Float32 Float64 Void Selector',
    bp: 'abs advance alignof assert assertionFailure contains count debugPrint distance dropFirst dropLast dump enumerate equal extend fatalError filter find first indices insert isEmpty join last lexicographicalCompare map max maxElement min minElement numericCast partition precondition preconditionFailure print println reduce reflect removeAll removeLast reverse sizeof sort sorted splice split startsWith stride suffix swap toString transcode unsafeBitCast unsafeDowncast withUnsafeMutablePointer withUnsafePointer',
    k: 'as async await break case catch continue default defer do else fallthrough for guard if in is repeat return switch throw try where while',
  }),
});

export const modern: [string, Grammar][] = [
  ['kotlin', kotlin],
  ['rust', rust],
  ['swift', swift],
];
