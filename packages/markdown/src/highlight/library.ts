// The library's grammars, by the names in languages.ts. Each is loaded when code in its language is first highlighted: together
// they take 5 MB of memory and most servers see few of these languages.
import type { StreamParser } from '@codemirror/streamparser';

const loaders: Readonly<Record<string, () => unknown>> = {
  apl: () => require('@codemirror/legacy-modes/mode/apl').apl,
  asciiArmor: () => require('@codemirror/legacy-modes/mode/asciiarmor').asciiArmor,
  asn1: () => require('@codemirror/legacy-modes/mode/asn1').asn1({}),
  brainfuck: () => require('@codemirror/legacy-modes/mode/brainfuck').brainfuck,
  ceylon: () => require('@codemirror/legacy-modes/mode/clike').ceylon,
  cobol: () => require('@codemirror/legacy-modes/mode/cobol').cobol,
  commonLisp: () => require('@codemirror/legacy-modes/mode/commonlisp').commonLisp,
  crystal: () => require('@codemirror/legacy-modes/mode/crystal').crystal,
  cypher: () => require('@codemirror/legacy-modes/mode/cypher').cypher,
  cython: () => require('@codemirror/legacy-modes/mode/python').cython,
  d: () => require('@codemirror/legacy-modes/mode/d').d,
  dtd: () => require('@codemirror/legacy-modes/mode/dtd').dtd,
  ebnf: () => require('@codemirror/legacy-modes/mode/ebnf').ebnf,
  ecl: () => require('@codemirror/legacy-modes/mode/ecl').ecl,
  eiffel: () => require('@codemirror/legacy-modes/mode/eiffel').eiffel,
  elm: () => require('@codemirror/legacy-modes/mode/elm').elm,
  factor: () => require('@codemirror/legacy-modes/mode/factor').factor,
  forth: () => require('@codemirror/legacy-modes/mode/forth').forth,
  fortran: () => require('@codemirror/legacy-modes/mode/fortran').fortran,
  fSharp: () => require('@codemirror/legacy-modes/mode/mllike').fSharp,
  gas: () => require('@codemirror/legacy-modes/mode/gas').gas,
  gherkin: () => require('@codemirror/legacy-modes/mode/gherkin').gherkin,
  groovy: () => require('@codemirror/legacy-modes/mode/groovy').groovy,
  haxe: () => require('@codemirror/legacy-modes/mode/haxe').haxe,
  hxml: () => require('@codemirror/legacy-modes/mode/haxe').hxml,
  idl: () => require('@codemirror/legacy-modes/mode/idl').idl,
  liveScript: () => require('@codemirror/legacy-modes/mode/livescript').liveScript,
  mathematica: () => require('@codemirror/legacy-modes/mode/mathematica').mathematica,
  mbox: () => require('@codemirror/legacy-modes/mode/mbox').mbox,
  modelica: () => require('@codemirror/legacy-modes/mode/modelica').modelica,
  mscgen: () => require('@codemirror/legacy-modes/mode/mscgen').mscgen,
  nsis: () => require('@codemirror/legacy-modes/mode/nsis').nsis,
  pascal: () => require('@codemirror/legacy-modes/mode/pascal').pascal,
  pegjs: () => require('@codemirror/legacy-modes/mode/pegjs').pegjs,
  pig: () => require('@codemirror/legacy-modes/mode/pig').pig,
  pug: () => require('@codemirror/legacy-modes/mode/pug').pug,
  puppet: () => require('@codemirror/legacy-modes/mode/puppet').puppet,
  q: () => require('@codemirror/legacy-modes/mode/q').q,
  rpmSpec: () => require('@codemirror/legacy-modes/mode/rpm').rpmSpec,
  sas: () => require('@codemirror/legacy-modes/mode/sas').sas,
  shader: () => require('@codemirror/legacy-modes/mode/clike').shader,
  sieve: () => require('@codemirror/legacy-modes/mode/sieve').sieve,
  smalltalk: () => require('@codemirror/legacy-modes/mode/smalltalk').smalltalk,
  sml: () => require('@codemirror/legacy-modes/mode/mllike').sml,
  sparql: () => require('@codemirror/legacy-modes/mode/sparql').sparql,
  troff: () => require('@codemirror/legacy-modes/mode/troff').troff,
  turtle: () => require('@codemirror/legacy-modes/mode/turtle').turtle,
  vb: () => require('@codemirror/legacy-modes/mode/vb').vb,
  vbScript: () => require('@codemirror/legacy-modes/mode/vbscript').vbScript,
  velocity: () => require('@codemirror/legacy-modes/mode/velocity').velocity,
  verilog: () => require('@codemirror/legacy-modes/mode/verilog').verilog,
  vhdl: () => require('@codemirror/legacy-modes/mode/vhdl').vhdl,
  wast: () => require('@codemirror/legacy-modes/mode/wast').wast,
  webIDL: () => require('@codemirror/legacy-modes/mode/webidl').webIDL,
  xQuery: () => require('@codemirror/legacy-modes/mode/xquery').xQuery,
};

export const LIBRARY_NAMES: readonly string[] = Object.keys(loaders);

const loaded = new Map<string, StreamParser<unknown>>();

export function findParser(name: string): StreamParser<unknown> | null {
  const cached = loaded.get(name);
  if (cached) return cached;
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) return null;
  const parser = load() as StreamParser<unknown>;
  loaded.set(name, parser);
  return parser;
}
