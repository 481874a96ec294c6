// Languages of scripts and of the web.
import { DOUBLE, type Grammar, grammar, quoted, SINGLE, wordsOf } from './grammar.ts';
import { AT, CONTROL, DOLLAR, HASH, OBJECTS, SLASHES, TRIPLES } from './shared.ts';

const BACKTICK = quoted('`', 'sb', true);
const python = grammar({
  ...HASH,
  strings: [...TRIPLES, SINGLE, DOUBLE],
  words: wordsOf({
    k: 'as assert async await break case class continue def del elif else except finally for global if lambda match nonlocal pass raise return try while with yield',
    kn: 'import from',
    kc: 'True False None',
    ow: 'and in is not or',
    bp: 'self cls',
    nb: 'abs all any bool bytes chr dict dir enumerate eval exec filter float format getattr hasattr hash hex id input int isinstance iter len list map max min next object open ord pow print property range repr reversed round set setattr sorted staticmethod str sum super tuple type vars zip',
  }),
  definitions: new Map([
    ['def', 'nf'],
    ['class', 'nc'],
    ['from', 'nn'],
  ]),
  spaced: new Set(['def', 'class', 'import', 'from']),
  sigils: AT,
  operators: '+-*/%=<>!&|^~.',
  punctuation: '()[]{},;:',
});

const ecma = (extra: string) =>
  grammar({
    ...SLASHES,
    strings: [SINGLE, DOUBLE, BACKTICK],
    words: wordsOf({
      k: `${CONTROL} async await catch delete export extends finally from import in instanceof new of super this throw try typeof void with yield ${extra}`.trim(),
      kd: 'class const function let var',
      kc: 'true false null undefined NaN Infinity',
      nb: 'Array Boolean Date Error JSON Map Math Number Object Promise RegExp Set String Symbol console document window',
    }),
    name: 'nx',
    nameExtra: '$',
    sigils: AT,
  });

export const scripts: [string, Grammar][] = [
  ['python', python],
  ['javascript', ecma('')],
  ['jsx', ecma('')],
  [
    'typescript',
    ecma(
      'abstract as declare enum implements interface is keyof namespace private protected public readonly satisfies type',
    ),
  ],
  [
    'tsx',
    ecma(
      'abstract as declare enum implements interface is keyof namespace private protected public readonly satisfies type',
    ),
  ],
  [
    'php',
    grammar({
      lineComments: ['//', '#'],
      blockComments: [['/*', '*/']],
      words: wordsOf({
        k: `${CONTROL} ${OBJECTS} array as class const echo elseif endforeach endif fn foreach function global include isset list match namespace print require trait unset use var yield`,
        kc: 'true false null',
      }),
      name: 'nx',
      sigils: DOLLAR,
      operators: '+-*/%=<>!&|^~?.@',
      punctuation: '()[]{},;:',
    }),
  ],
  [
    'ruby',
    grammar({
      ...HASH,
      blockComments: [['=begin', '=end']],
      words: wordsOf({
        k: 'alias begin break case class def defined? do else elsif end ensure for if in module next redo rescue retry return super then undef unless until when while yield',
        ow: 'and not or',
        kc: 'true false nil self',
        nb: 'puts print require require_relative attr_accessor attr_reader attr_writer raise lambda proc',
      }),
      definitions: new Map([
        ['def', 'nf'],
        ['class', 'nc'],
        ['module', 'nn'],
      ]),
      nameExtra: '?!',
      sigils: new Map([
        ['@', 'vi'],
        ['$', 'vg'],
        [':', 'ss'],
      ]),
    }),
  ],
  [
    'bash',
    grammar({
      ...HASH,
      strings: [quoted("'", 's1', true, false), quoted('"', 's2', true), quoted('`', 'sb', true)],
      words: wordsOf({
        k: 'if fi else elif then for in while until do done case esac function return select time',
        nb: 'alias bg cd command declare echo env eval exec exit export false getopts hash jobs kill let local printf pwd read readonly set shift source test trap true type ulimit umask unset wait',
      }),
      name: '',
      nameExtra: '-',
      sigils: DOLLAR,
      operators: '=|&<>!*+-',
      punctuation: '()[]{};',
    }),
  ],
  [
    'powershell',
    grammar({
      ...HASH,
      blockComments: [['<#', '#>']],
      words: wordsOf({
        k: `${CONTROL} begin catch class elseif end filter finally foreach function in param process throw trap try until using`,
      }),
      ignoresCase: true,
      nameExtra: '-',
      sigils: DOLLAR,
    }),
  ],
  [
    'perl',
    grammar({
      ...HASH,
      words: wordsOf({
        k: 'bless do else elsif eval for foreach goto if last local my next no our package print redo require return sub unless until use while',
        ow: 'and cmp eq ge gt le lt ne not or x',
      }),
      sigils: new Map([
        ['$', 'nv'],
        ['@', 'nv'],
        ['%', 'nv'],
      ]),
    }),
  ],
  [
    'lua',
    grammar({
      lineComments: ['--'],
      words: wordsOf({
        k: 'break do else elseif end for function goto if in local repeat return then until while',
        ow: 'and not or',
        kc: 'true false nil',
        nb: 'error ipairs pairs pcall print require setmetatable tonumber tostring type',
      }),
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
      words: wordsOf({
        k: 'break else for function if in next repeat return while',
        kc: 'FALSE Inf NA NULL NaN TRUE',
        nb: 'c data.frame length library list print',
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
