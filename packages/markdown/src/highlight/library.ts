// The library's grammars, by the names in languages.ts.
import { apl } from '@codemirror/legacy-modes/mode/apl';
import { asciiArmor } from '@codemirror/legacy-modes/mode/asciiarmor';
import { asn1 } from '@codemirror/legacy-modes/mode/asn1';
import { brainfuck } from '@codemirror/legacy-modes/mode/brainfuck';
import { ceylon, shader } from '@codemirror/legacy-modes/mode/clike';
import { cobol } from '@codemirror/legacy-modes/mode/cobol';
import { commonLisp } from '@codemirror/legacy-modes/mode/commonlisp';
import { crystal } from '@codemirror/legacy-modes/mode/crystal';
import { cypher } from '@codemirror/legacy-modes/mode/cypher';
import { d } from '@codemirror/legacy-modes/mode/d';
import { dtd } from '@codemirror/legacy-modes/mode/dtd';
import { ebnf } from '@codemirror/legacy-modes/mode/ebnf';
import { ecl } from '@codemirror/legacy-modes/mode/ecl';
import { eiffel } from '@codemirror/legacy-modes/mode/eiffel';
import { elm } from '@codemirror/legacy-modes/mode/elm';
import { factor } from '@codemirror/legacy-modes/mode/factor';
import { forth } from '@codemirror/legacy-modes/mode/forth';
import { fortran } from '@codemirror/legacy-modes/mode/fortran';
import { gas } from '@codemirror/legacy-modes/mode/gas';
import { gherkin } from '@codemirror/legacy-modes/mode/gherkin';
import { groovy } from '@codemirror/legacy-modes/mode/groovy';
import { haxe, hxml } from '@codemirror/legacy-modes/mode/haxe';
import { idl } from '@codemirror/legacy-modes/mode/idl';
import { liveScript } from '@codemirror/legacy-modes/mode/livescript';
import { mathematica } from '@codemirror/legacy-modes/mode/mathematica';
import { mbox } from '@codemirror/legacy-modes/mode/mbox';
import { fSharp, sml } from '@codemirror/legacy-modes/mode/mllike';
import { modelica } from '@codemirror/legacy-modes/mode/modelica';
import { mscgen } from '@codemirror/legacy-modes/mode/mscgen';
import { nsis } from '@codemirror/legacy-modes/mode/nsis';
import { pascal } from '@codemirror/legacy-modes/mode/pascal';
import { pegjs } from '@codemirror/legacy-modes/mode/pegjs';
import { pig } from '@codemirror/legacy-modes/mode/pig';
import { pug } from '@codemirror/legacy-modes/mode/pug';
import { puppet } from '@codemirror/legacy-modes/mode/puppet';
import { cython } from '@codemirror/legacy-modes/mode/python';
import { q } from '@codemirror/legacy-modes/mode/q';
import { rpmSpec } from '@codemirror/legacy-modes/mode/rpm';
import { sas } from '@codemirror/legacy-modes/mode/sas';
import { sieve } from '@codemirror/legacy-modes/mode/sieve';
import { smalltalk } from '@codemirror/legacy-modes/mode/smalltalk';
import { sparql } from '@codemirror/legacy-modes/mode/sparql';
import { troff } from '@codemirror/legacy-modes/mode/troff';
import { turtle } from '@codemirror/legacy-modes/mode/turtle';
import { vb } from '@codemirror/legacy-modes/mode/vb';
import { vbScript } from '@codemirror/legacy-modes/mode/vbscript';
import { velocity } from '@codemirror/legacy-modes/mode/velocity';
import { verilog } from '@codemirror/legacy-modes/mode/verilog';
import { vhdl } from '@codemirror/legacy-modes/mode/vhdl';
import { wast } from '@codemirror/legacy-modes/mode/wast';
import { webIDL } from '@codemirror/legacy-modes/mode/webidl';
import { xQuery } from '@codemirror/legacy-modes/mode/xquery';
import type { StreamParser } from '@codemirror/streamparser';

const grammars = {
  apl,
  asciiArmor,
  asn1: asn1({}),
  brainfuck,
  ceylon,
  cobol,
  commonLisp,
  crystal,
  cypher,
  cython,
  d,
  dtd,
  ebnf,
  ecl,
  eiffel,
  elm,
  factor,
  forth,
  fortran,
  fSharp,
  gas,
  gherkin,
  groovy,
  haxe,
  hxml,
  idl,
  liveScript,
  mathematica,
  mbox,
  modelica,
  mscgen,
  nsis,
  pascal,
  pegjs,
  pig,
  pug,
  puppet,
  q,
  rpmSpec,
  sas,
  shader,
  sieve,
  smalltalk,
  sml,
  sparql,
  troff,
  turtle,
  vb,
  vbScript,
  velocity,
  verilog,
  vhdl,
  wast,
  webIDL,
  xQuery,
};

export const LIBRARY: ReadonlyMap<string, StreamParser<unknown>> = new Map(
  Object.entries(grammars as Record<string, StreamParser<unknown>>),
);
