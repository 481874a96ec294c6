// Languages without a grammar in the library, described by comments, strings and keywords: G to Z.
import { DOUBLE, type Grammar, grammar, plainQuoted, quoted, SINGLE, simple } from './grammar.ts';
import { AT, HASH, SLASHES } from './shared.ts';

const PERCENT: Partial<Grammar> = { lineComments: ['%'] };
const DASHES: Partial<Grammar> = { lineComments: ['--'] };
const FUNCTIONAL = { strings: [DOUBLE], nameExtra: "'" };

export const simpleGToZ: [string, Grammar][] = [
  simple(
    'gnuplot',
    { ...HASH },
    {
      k: 'bind call cd clear do else exit fit for if load pause plot print pwd quit replot reset save set show splot title unset using while with lines points',
    },
  ),
  simple(
    'graphviz',
    { ...SLASHES, lineComments: ['//', '#'] },
    { k: 'digraph edge graph node strict subgraph', na: 'label color shape style rank rankdir fontsize' },
  ),
  simple(
    'irc',
    {
      name: '',
      rules: [
        [/(^\[?[\d:]{4,8}\]?)(?=\s)/my, 'gp'],
        [/<[^>\s]{1,50}>/y, 'nt'],
        [/^\*{1,3}[^\n]{0,500}/my, 'k'],
      ],
      strings: [],
    },
    {},
  ),
  simple(
    'jsonnet',
    { ...SLASHES, lineComments: ['//', '#'], space: 'w' },
    {
      k: 'assert else error for function if import importstr in local self super tailstrict then',
      kc: 'true false null',
      nb: 'std',
    },
  ),
  simple(
    'kusto',
    { ...SLASHES, lineComments: ['//', '#'] },
    {
      k: 'ago as asc bin by count datatable desc distinct extend extract find has in join kind let limit mv-expand on or order parse print project render sort sum summarize take top union where and not rate avg max min without ignoring group_left',
      kc: 'true false null',
    },
  ),
  simple(
    'lean',
    {
      lineComments: ['--'],
      blockComments: [
        ['/-', '-/'],
        ['(*', '*)'],
      ],
      ...FUNCTIONAL,
    },
    {
      k: 'abbrev apply axiom by calc case class coinductive cofix constant cases def definition do else end example exact export extends fixpoint for forall from fun have if import in inductive infix instance intros lemma let match mutual namespace notation open proof qed rewrite section show simp structure theorem then universe using val variable variables where with',
      kt: 'Prop Type Set Nat Int Bool String',
    },
  ),
  simple(
    'llvmtable',
    { ...SLASHES },
    {
      k: 'bit bits class code dag def defm defset defvar else false field foreach if in include int let list multiclass string then true',
    },
  ),
  simple(
    'moonscript',
    { ...DASHES, sigils: AT },
    {
      k: 'break class continue do else elseif export extends for from if import in local return super switch then unless using when while with',
      kc: 'true false nil',
      ow: 'and not or',
    },
  ),
  simple(
    'nim',
    {
      ...HASH,
      strings: [quoted('"""', 's', true), DOUBLE],
      definitions: new Map([
        ['proc', 'nf'],
        ['func', 'nf'],
      ]),
    },
    {
      k: 'addr as asm bind block break case cast concept const continue converter defer discard distinct do elif else end enum except export finally for from func if import in include interface iterator let macro method mixin nil object of out proc ptr raise ref return static template try tuple type using var when while yield',
      ow: 'and div is isnot mod not notin or shl shr xor',
      kt: 'bool char float float32 float64 int int8 int16 int32 int64 seq string uint',
      kc: 'true false nil',
      nb: 'echo',
    },
  ),
  simple(
    'odin',
    { ...SLASHES, strings: [DOUBLE, SINGLE, quoted('`', 's', true, false)] },
    {
      k: 'abort assert attr break case cast class const construct continue def defer distinct do else enum export fallthrough fn for foreign if import in is let match null or_else or_return package proc return self static struct super switch this transmute type union use using var when where while yield',
      kt: 'bool f32 f64 i8 i16 i32 i64 int rune string u8 u16 u32 u64 uint void',
      kc: 'true false nil null',
    },
  ),
  simple(
    'openscad',
    { ...SLASHES },
    {
      k: 'else for function if include intersection_for let module use',
      nb: 'circle color cube cylinder difference echo hull intersection linear_extrude mirror minkowski polygon polyhedron rotate rotate_extrude scale sphere square text translate union',
      kc: 'true false undef',
    },
  ),
  simple(
    'perl6',
    {
      ...HASH,
      nameExtra: '-',
      sigils: new Map([
        ['$', 'nv'],
        ['@', 'nv'],
        ['%', 'nv'],
      ]),
    },
    {
      k: 'class constant default else elsif for gather given grammar has if is last loop method module multi my need next our package react redo regex repeat require return role rule self state sub submethod supply token unless until use when where while with',
      nb: 'say print put map grep sort join',
    },
  ),
  simple(
    'postscript',
    {
      ...PERCENT,
      strings: [{ ...quoted('(', 's', true), close: ')' }],
      nameExtra: '-',
      sigils: new Map([['/', 'nv']]),
    },
    {
      k: 'add begin bind copy curveto def div dup end exch fill findfont for forall grestore gsave if ifelse index lineto load mod moveto mul neg newpath pop put repeat rlineto rmoveto roll rotate scale scalefont setfont setgray setlinewidth setrgbcolor show showpage stroke sub translate',
    },
  ),
  simple(
    'prolog',
    {
      ...PERCENT,
      blockComments: [['/*', '*/']],
      strings: [SINGLE, DOUBLE],
      rules: [
        [/[A-Z_]\w{0,99}/y, 'nv'],
        [/:-|-->|\?-/y, 'o'],
      ],
    },
    {
      k: 'dynamic discontiguous module initialization object end_object protocol public private',
      nb: 'is fail true false not assert asserta assertz retract findall bagof setof write writeln nl atom var nonvar number member append length',
      ow: 'mod rem xor',
    },
  ),
  simple(
    'reason',
    { ...SLASHES, strings: [DOUBLE] },
    {
      k: 'as assert class constraint do done downto else end exception external false for fun function functor if in include inherit initializer lazy let module mutable new nonrec object of open pri pub rec ref sig struct switch then to true try type val virtual when while with',
      kt: 'int string bool float list option array unit',
    },
  ),
  simple(
    'rego',
    { ...HASH, strings: [DOUBLE, quoted('`', 's', true, false)] },
    {
      k: 'as contains default else every if import in not package some with',
      kc: 'true false null',
      nb: 'count input data sum max min sprintf startswith',
    },
  ),
  simple(
    'rexx',
    { blockComments: [['/*', '*/']], ignoresCase: true },
    {
      k: 'address arg by call do drop else end exit expose for forever forward guard if interpret iterate leave loop nop numeric on options otherwise parse procedure pull push queue raise reply return say select signal then to trace until upper use var when while with',
    },
  ),
  [
    'robotframework',
    grammar({
      name: '',
      strings: [],
      rules: [
        [/^\*{1,3} ?[A-Z][^\n*]{1,99}\*{0,3}/my, 'gh'],
        [/#[^\n]{0,2000}/y, 'c'],
        [/[$@&%]\{[^}\n]{1,99}\}/y, 'nv'],
        [/\[[A-Z][^\]\n]{1,50}\]/y, 'nn'],
        [/(^(?: {2,8}|\t))([A-Z]\w{0,50}(?: [A-Z]\w{0,50}){0,8})/my, '', 'nf'],
        [/^[A-Z][^\n]{0,200}/my, 'gu'],
      ],
    }),
  ],
  simple(
    'sed',
    {
      ...HASH,
      name: '',
      strings: [],
      rules: [
        [/s([/|,#])(?:\\.|(?!\1)[^\\\n]){0,300}\1(?:\\.|(?!\1)[^\\\n]){0,300}\1[gpiIeMmw\d]{0,9}/y, 'sr'],
        [/\/(?:\\.|[^/\\\n]){1,300}\//y, 'sr'],
      ],
    },
    { k: 'a b c d D g G h H i l n N p P q t w x y' },
  ),
  simple(
    'solidity',
    {
      ...SLASHES,
      definitions: new Map([
        ['function', 'nf'],
        ['contract', 'nc'],
        ['interface', 'nc'],
        ['library', 'nc'],
      ]),
    },
    {
      k: 'abstract anonymous as assembly break catch constant constructor continue contract delete do else emit enum error event external fallback for function if immutable import indexed interface internal is library mapping memory modifier new override payable pragma private public pure receive return returns revert storage struct throw try type unchecked using view virtual while calldata',
      kt: 'address bool byte bytes bytes32 fixed int int8 int128 int256 string uint uint8 uint128 uint256',
      kc: 'true false wei gwei ether seconds minutes hours days weeks',
      nb: 'msg block tx require assert keccak256 this',
    },
  ),
  simple(
    'stata',
    { lineComments: ['*', '//'], blockComments: [['/*', '*/']], strings: [DOUBLE] },
    {
      k: 'by bysort capture clear describe display do drop egen else end foreach forvalues generate gen global graph if in keep label list local merge quietly regress replace return save sort summarize tabulate use while program',
    },
  ),
  simple(
    'tap',
    {
      ...HASH,
      name: '',
      strings: [],
      rules: [
        [/^not ok\b/my, 'ge'],
        [/^ok\b/my, 'k'],
        [/^1\.\.\d{1,9}/my, 'nn'],
        [/^TAP version \d{1,9}/my, 'nn'],
        [/^Bail out!/my, 'ge'],
      ],
    },
    {},
  ),
  simple(
    'typst',
    {
      ...SLASHES,
      strings: [DOUBLE],
      sigils: new Map([
        ['#', 'k'],
        ['@', 'na'],
      ]),
      rules: [
        [/^={1,6} [^\n]{0,300}/my, 'gh'],
        [/\*[^*\n]{1,200}\*/y, 'gs'],
        [/\$[^$\n]{1,300}\$/y, 's'],
      ],
      name: '',
    },
    { k: 'let set show import include if else for while return' },
  ),
  simple(
    'vim',
    { lineComments: ['"'], strings: [SINGLE], nameExtra: ':#' },
    {
      k: 'augroup autocmd break call catch colorscheme command continue echo echom else elseif end endfor endfunction endif endtry endwhile execute filetype finally finish for function highlight if imap in inoremap let map nmap nnoremap noremap normal on off return set setlocal silent source syntax throw try unlet vmap vnoremap while',
      nb: 'exists has expand join split len',
    },
  ),
  simple(
    'wolfram',
    {
      ...HASH,
      blockComments: [
        ['(*', '*)'],
        ['/*', '*/'],
      ],
      strings: [DOUBLE],
    },
    {
      k: 'by do elif else end fi for from function if in local od option proc repeat return then to until while with block and or not',
      kc: 'true false',
    },
  ),
  simple(
    'yang',
    { ...SLASHES, nameExtra: '-' },
    {
      k: 'augment base belongs-to bit case choice config contact container default description deviation enum extension feature grouping identity if-feature import include input key leaf leaf-list length list mandatory max-elements min-elements module must namespace notification ordered-by organization output path pattern prefix range reference refine revision rpc status submodule type typedef units uses value when yang-version',
      kt: 'boolean string uint8 uint16 uint32 uint64 int8 int16 int32 int64 leafref enumeration identityref',
    },
  ),
  simple(
    'cmake',
    {
      ...HASH,
      space: 'w',
      strings: [plainQuoted('"', 's2', true)],
      rules: [
        [/([a-zA-Z_]\w{0,99})([ \t]{0,9})(\()/y, 'nb', 'w', 'p'],
        [/(\$\{)([\w.-]{1,99})(\})/y, '', 'nv', ''],
      ],
      nameExtra: '-.',
      name: 's',
    },
    {},
  ),
  simple(
    'coffeescript',
    {
      ...HASH,
      blockComments: [['###', '###']],
      strings: [{ ...quoted('"', 's', true), codeOpen: '#{' }, plainQuoted("'", 's', true)],
      nameExtra: '$',
      name: 'nx',
      sigils: new Map([['@', 'vi']]),
      rules: [[/->|=>|\.{2,3}/y, 'o']],
    },
    {
      k: 'break by catch class continue delete do else extends finally for if in instanceof loop new of own return super switch then this throw try typeof unless until when while yield await',
      ow: 'and is isnt not or',
      kc: 'true false null undefined yes no on off NaN Infinity',
      nb: 'Array Boolean Date Error Function Math Number Object RegExp String JSON parseInt parseFloat window document console',
    },
  ),
];
