// Languages without a grammar in the library, described by comments, strings and keywords: A to G.
import { DOUBLE, type Grammar, plainQuoted, SINGLE, simple } from './grammar.ts';
import { DOLLAR, HASH, SLASHES, TRIPLES } from './shared.ts';

const PERCENT: Partial<Grammar> = { lineComments: ['%'] };
const DASHES: Partial<Grammar> = { lineComments: ['--'] };

export const simpleAToG: [string, Grammar][] = [
  simple(
    'abap',
    { lineComments: ['*', '"'], strings: [SINGLE], ignoresCase: true, nameExtra: '-' },
    {
      k: 'append assign at break call case catch check class clear collect commit continue create data define delete describe do else elseif endcase endclass enddo endform endif endloop endmethod endselect endtry endwhile exit field-symbols form from if implementation import in insert into is like loop method modify move not of on or parameter perform private protected public raise read report return select sort table tables then to try type types update value when where while with write',
    },
  ),
  simple(
    'ada',
    { ...DASHES, strings: [DOUBLE], ignoresCase: true },
    {
      k: 'abort abs accept access all array at begin body case constant declare delay delta digits do else elsif end entry exception exit for function generic goto if in is limited loop new null of others out package pragma private procedure protected raise range record renames return reverse select separate subtype tagged task terminate then type until use when while with',
      ow: 'and mod not or rem xor',
      kt: 'Boolean Character Float Integer Natural Positive String boolean character float integer natural positive string',
    },
  ),
  simple(
    'antlr',
    { ...SLASHES },
    { k: 'catch channels fragment grammar import lexer mode options parser returns throws tokens' },
  ),
  simple(
    'applescript',
    { lineComments: ['--', '#'], blockComments: [['(*', '*)']], strings: [DOUBLE] },
    {
      k: 'as at back before behind beneath but by considering contain contains continue copy else end error every exit first for from get global given if ignoring in into is it its last me my of on repeat return returning second set some tell the then third timeout times to transaction try until where while whose with without',
      kc: 'true false',
      ow: 'and div mod not or',
    },
  ),
  simple(
    'assembly',
    {
      lineComments: [';', '#'],
      nameExtra: '.',
      ignoresCase: true,
      sigils: new Map([
        ['%', 'nv'],
        ['$', 'mh'],
        ['@', 'nv'],
      ]),
    },
    {
      k: 'add adc and call cmp dec div idiv imul inc int jmp je jne jz jnz jg jge jl jle ja jb lea loop mov movzx movsx mul neg nop not or pop push ret rep sar sbb shl shr sub test xor syscall leave enter b bl bx ldr str beq bne li la lw sw addi addiu move jal jr define declare br icmp load store alloca getelementptr phi',
      kd: 'section segment global extern bits org db dw dd dq resb resw resd equ macro endmacro proc endp',
      nb: 'eax ebx ecx edx esi edi esp ebp rax rbx rcx rdx rsi rdi rsp rbp al ah bl bh cl ch dl dh ax bx cx dx r8 r9 r10 r11 r12 r13 r14 r15',
    },
  ),
  simple(
    'autohotkey',
    { lineComments: [';'], blockComments: [['/*', '*/']], ignoresCase: true, sigils: DOLLAR },
    {
      k: 'break byref case catch class continue do else elseif endfunc endif endselect endswitch endwith exit exitloop extends finally for func global gosub goto if in local loop next return select send sleep static step switch then throw to try until wend while with',
      kc: 'true false',
      nb: 'msgbox run winactivate winwait controlclick consolewrite',
    },
  ),
  simple(
    'awk',
    { ...HASH, strings: [DOUBLE], sigils: DOLLAR },
    {
      k: 'break continue delete do else exit for function getline if in next nextfile print printf return while define length scale auto',
      nb: 'BEGIN END NR NF FS OFS RS ORS FILENAME ARGC ARGV ENVIRON gsub index length match split sprintf sub substr tolower toupper',
    },
  ),
  simple(
    'basic',
    { lineComments: ["'"], strings: [DOUBLE], ignoresCase: true, nameExtra: '$' },
    {
      k: 'call case const data declare dim do else elseif end exit for function global gosub goto if input let local loop next on print procedure read rem repeat restore return select shared step stop sub then to type until using wend while',
      kt: 'as integer string double single long boolean',
      ow: 'and mod not or xor',
    },
  ),
  simple(
    'batch',
    {
      strings: [plainQuoted('"', 's2')],
      ignoresCase: true,
      nameExtra: '-',
      rules: [
        [/(^[ \t]{0,99})(@?(?:rem\b|::)[^\n]{0,2000})/imy, '', 'c1'],
        [/%%?~?\w{1,99}%?|![\w]{1,99}!/y, 'nv'],
        [/(^[ \t]{0,99})(:\w{1,99})/my, '', 'nl'],
      ],
    },
    {
      k: 'call cd chdir cls copy defined del dir do echo else endlocal errorlevel exist exit for goto if in md mkdir move not off on path pause popd pushd rd ren rename rmdir set setlocal shift start time title type ver xcopy',
      ow: 'equ geq gtr leq lss neq',
    },
  ),
  simple('bibtex', { ...PERCENT, strings: [DOUBLE], keyBefore: '=', sigils: new Map([['@', 'nc']]) }, { k: 'and' }),
  simple(
    'debian',
    {
      ...HASH,
      name: '',
      nameExtra: '-.',
      rules: [
        [/(^[A-Z][\w-]{1,50})(:)/my, 'k', 'p'],
        [/https?:\/\/[^\s]{1,300}/y, 's'],
      ],
    },
    { k: 'deb deb-src' },
  ),
  simple(
    'gdscript',
    {
      ...HASH,
      strings: [...TRIPLES, DOUBLE, SINGLE],
      sigils: new Map([
        ['@', 'nd'],
        ['$', 'nv'],
      ]),
      definitions: new Map([
        ['func', 'nf'],
        ['class', 'nc'],
      ]),
    },
    {
      k: 'and as assert await break breakpoint class class_name const continue elif else enum extends export for func if in is match not onready or pass preload return self setget signal static super tool var while yield',
      kc: 'true false null PI TAU INF NAN',
      kt: 'bool int float String Array Dictionary Vector2 Vector3 Color Node void',
      nb: 'print range len load abs clamp',
    },
  ),
  simple(
    'gettext',
    { ...HASH, strings: [plainQuoted('"', 's')], name: '' },
    { nv: 'msgctxt msgid msgid_plural msgstr' },
  ),
  simple(
    'gleam',
    { ...SLASHES, strings: [DOUBLE] },
    {
      k: 'as assert case const external fn if import let opaque panic pub todo type use',
      kc: 'True False Nil Ok Error',
    },
  ),
];
