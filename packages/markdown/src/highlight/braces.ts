// Compiled languages in the manner of C.
import { DOUBLE, type Grammar, grammar, quoted, SINGLE, wordsOf } from './grammar.ts';
import { AT, CONTROL, OBJECTS, SLASHES, TRIPLES } from './shared.ts';

const cWords = {
  k: `${CONTROL} goto sizeof struct union enum typedef extern static const volatile register inline restrict auto`,
  kt: 'int long short char float double void unsigned signed bool size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t',
  kc: 'true false NULL',
};

export const braces: [string, Grammar][] = [
  ['c', grammar({ ...SLASHES, words: wordsOf(cWords), hasDirectives: true })],
  [
    'cpp',
    grammar({
      ...SLASHES,
      words: wordsOf({
        ...cWords,
        k: `${cWords.k} catch class const_cast constexpr delete explicit export friend mutable namespace new noexcept nullptr operator override private protected public static_cast template this throw try typename using virtual`,
      }),
      hasDirectives: true,
    }),
  ],
  [
    'objectivec',
    grammar({
      ...SLASHES,
      words: wordsOf({ ...cWords, nb: 'id self super nil YES NO BOOL' }),
      sigils: new Map([['@', 'k']]),
      hasDirectives: true,
    }),
  ],
  [
    'csharp',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: `${CONTROL} async await as base catch class const delegate enum event explicit finally foreach get goto in interface internal is lock nameof namespace new operator out override params private protected public readonly record ref sealed set static struct this throw try typeof using var virtual where yield`,
        kt: 'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void',
        kc: 'true false null',
      }),
      hasDirectives: true,
    }),
  ],
  [
    'java',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: `${CONTROL} ${OBJECTS} assert class enum instanceof native record sealed synchronized throws transient var volatile yield`,
        kt: 'boolean byte char double float int long short void',
        kc: 'true false null',
      }),
      sigils: AT,
    }),
  ],
  [
    'kotlin',
    grammar({
      ...SLASHES,
      strings: [...TRIPLES, SINGLE, DOUBLE],
      words: wordsOf({
        k: `${CONTROL} ${OBJECTS} as by class companion constructor data enum fun in init inner internal is lateinit object open operator out override sealed suspend typealias val var when where`,
        kc: 'true false null',
      }),
      definitions: new Map([['fun', 'nf']]),
      sigils: AT,
    }),
  ],
  [
    'scala',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: `${CONTROL} ${OBJECTS} case class def given implicit lazy match object override sealed trait type using val var with yield`,
        kc: 'true false null',
      }),
      definitions: new Map([['def', 'nf']]),
      sigils: AT,
    }),
  ],
  [
    'swift',
    grammar({
      ...SLASHES,
      words: wordsOf({
        k: `${CONTROL} actor as associatedtype async await catch class defer deinit enum extension fallthrough fileprivate func guard import in init inout internal is let mutating open private protocol public repeat rethrows self static struct subscript super throw throws try typealias var where`,
        kc: 'true false nil',
      }),
      definitions: new Map([['func', 'nf']]),
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
      strings: [SINGLE, quoted('"', 's'), quoted('`', 's', true, false)],
      words: wordsOf({
        k: `${CONTROL} chan defer fallthrough go goto interface map range select struct`,
        kd: 'const func type var',
        kn: 'import package',
        kc: 'true false nil iota',
        kt: 'any bool byte complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
        nb: 'append cap close copy delete len make new panic print println recover',
      }),
      name: 'nx',
    }),
  ],
  [
    'rust',
    grammar({
      ...SLASHES,
      strings: [quoted('"', 's', true)],
      words: wordsOf({
        k: `as async await break const continue crate dyn else enum extern fn for if impl in loop match mod move mut pub ref return self Self static struct super trait type unsafe use where while`,
        kd: 'let',
        kt: 'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize',
        kc: 'true false',
        nb: 'Box Err None Ok Option Result Some String Vec',
      }),
      definitions: new Map([['fn', 'nf']]),
      sigils: new Map([["'", 'nl']]),
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
