// The languages for code blocks: display names, aliases, and grammars.
import { languagesData } from './languages-data.ts';

export interface Language {
  /** The name that clients show and use for playgrounds. */
  name: string;
  /** The highlighting grammar; if absent, the name is known but the code stays plain. */
  grammar?: string;
  /** The usual one first. */
  aliases: string[];
}

/** Languages by grammar. One with a grammar of its own name is listed too: no highlighting by accident. */
const COLOURED = `
python:Python;Python 2.x;Mojo;NumPy;Meson;BitBake;Vyper
cython:Cython
javascript:JavaScript;QML;Objective-J;UrbiScript;ucode
jsx:JSX
typescript:TypeScript
tsx:TSX
java:Java;AspectJ;Vala;Gosu;Golo;Xtend;SARL
c:C;nesC;SWIG;Arrow;LSL;Pawn;SourcePawn;Pike;eC
cpp:C++;Arduino;CUDA;Charmci;X10;Clay
objectivec:Objective-C;Objective-C++;Logos
csharp:C#;Nemerle
kotlin:Kotlin
scala:Scala
swift:Swift
dart:Dart
go:Go
rust:Rust;WebGPU Shading Language;Carbon
zig:Zig
protobuf:Protocol Buffer;Thrift;Cap'n Proto;Smithy
php:PHP;HTML+PHP;CSS+PHP;JavaScript+PHP;XML+PHP
ruby:Ruby
bash:Bash;Fish;Tcsh;execline;Slurm;Srcinfo
console:Bash Session;Tcsh Session
msdos-session:MSDOS Session;PowerShell Session
pycon:Python console session
pytb:Python Traceback;Python 2.x Traceback
irb:Ruby irb session;Julia console;Elixir iex session;Erlang erl session;sqlite3con;PostgreSQL console (psql);Node.js REPL console session;RConsole;Matlab session;GAP session;Dylan session;PsySH console session for PHP
powershell:PowerShell
perl:Perl
perl6:Perl6
lua:Lua;Luau
elixir:Elixir
r:S;BUGS;JAGS;Stan
julia:Julia
matlab:Matlab;Octave;Scilab
tcl:Tcl
erlang:Erlang
haskell:Haskell;PureScript;Idris;Agda;Literate Haskell;Cryptol;Koka;Futhark
ocaml:OCaml
fSharp:F#
sml:Standard ML
reason:ReasonML
clojure:Clojure;ClojureScript
commonLisp:Common Lisp;EmacsLisp;NewLisp;Hy;Shen;CPSA;PDDL
scheme:Scheme;Racket;Fennel;Janet
sql:SQL;PostgreSQL SQL dialect;PL/pgSQL;GoogleSQL;PRQL;MySQL;Transact-SQL;SQL+Jinja
css:CSS
scss:SCSS
sass:Sass
less:LessCss
json:JSON;JSON-LD;JSON5
yaml:YAML
toml:TOML
ini:INI;Desktop file;Systemd;Properties;PkgConfig;NestedText
nginx:Nginx configuration file
apache:ApacheConf;Lighttpd configuration file;Caddyfile;SquidConf;Unix/Linux config files;VCL
docker:Docker
makefile:Makefile;Base Makefile
graphql:GraphQL
nix:Nix
xml:XML;XSLT;MXML;Relax-NG Compact;XML+Django/Jinja
markup:HTML;Vue;Django/Jinja;HTML+Django/Jinja;HTML+Twig;Twig;HTML+Handlebars;Handlebars;liquid;ERB;RHTML;HTML+Smarty;Smarty;HTML+Velocity;HTML+Mako;Mako;Java Server Page;aspx-cs;aspx-vb;Angular2;HTML + Angular2;Coldfusion HTML;Genshi;HTML+Genshi
diff:Diff;WDiff;Darcs Patch
latex:TeX
bibtex:BibTeX
markdown:Markdown
restructuredtext:reStructuredText;Org Mode;Wikitext;MoinMoin/Trac Wiki markup
apl:APL
asn1:ASN.1
asciiArmor:ASCII armored
brainfuck:Brainfuck
ceylon:Ceylon
cmake:CMake
cobol:COBOL;COBOLFree
coffeescript:CoffeeScript
crystal:Crystal
cypher:Cypher
d:D
dtd:DTD
ebnf:EBNF;BNF;ABNF
ecl:ECL
eiffel:Eiffel
elm:Elm
factor:Factor
forth:Forth
fortran:Fortran;FortranFixed
gas:GAS;ca65 assembler
gherkin:Gherkin
groovy:Groovy
haxe:Haxe;ActionScript;ActionScript 3
http:HTTP
hxml:Hxml
idl:IDL
liveScript:LiveScript
mathematica:Mathematica
mbox:E-mail
modelica:Modelica
mscgen:Mscgen
nsis:NSIS
pascal:Delphi;Component Pascal;Modula-2
pegjs:PEG
pig:Pig
pug:Pug
puppet:Puppet
q:Q
rpmSpec:RPMSpec
sas:SAS
shader:GLSL;HLSL
sieve:Sieve
smalltalk:Smalltalk;Newspeak
sparql:SPARQL
troff:Groff
turtle:Turtle
vb:VB.net
vbScript:VBScript
velocity:Velocity
verilog:verilog;systemverilog
vhdl:vhdl
wast:WebAssembly
webIDL:Web IDL
xQuery:XQuery
abap:ABAP
ada:Ada
antlr:ANTLR
applescript:AppleScript
assembly:NASM;TASM;MIPS;LLVM;PTX;Smali;Jasmin;LLVM-MIR
autohotkey:autohotkey;AutoIt
awk:Awk;BC
basic:QBasic;BlitzBasic;BlitzMax;FoxPro;CBM BASIC V2;BBC Basic
batch:Batchfile
debian:Debian Control file;Debian Sourcelist;Debian Sources file
gdscript:GDScript
gettext:Gettext Catalog
gleam:Gleam
gnuplot:Gnuplot
graphviz:Graphviz
hcl:Terraform
irc:IRC logs
jsonnet:Jsonnet
kusto:Kusto;PromQL
lean:Lean;Lean4;Rocq Prover;Isabelle;FStar
llvmtable:TableGen
moonscript:MoonScript
nim:Nimrod
odin:ODIN;Hare;Wren;Zephir;ChaiScript
openscad:OpenSCAD
postscript:PostScript
prolog:Prolog;Logtalk
rego:Rego
rexx:Rexx
robotframework:RobotFramework
sed:Sed
solidity:Solidity
stata:Stata
tap:TAP
typst:Typst
vim:VimL
wolfram:Maple;Maxima;MuPAD;GAP
yang:YANG
`;

const grammarOf = new Map<string, string>();
for (const line of COLOURED.trim().split('\n')) {
  const colon = line.indexOf(':');
  for (const name of line.slice(colon + 1).split(';')) grammarOf.set(name, line.slice(0, colon));
}

/** All languages by name, those with highlighting first. */
export const LANGUAGES: readonly Language[] = languagesData
  .split('\n')
  .map((line) => {
    const bar = line.indexOf('|');
    const name = line.slice(0, bar);
    const grammar = grammarOf.get(name);
    return { name, ...(grammar ? { grammar } : {}), aliases: line.slice(bar + 1).split(' ') };
  })
  .sort((a, b) => Number(Boolean(b.grammar)) - Number(Boolean(a.grammar)));

/** The names in the table above; a test compares them with the existing grammars. */
export const COLOURED_NAMES: readonly string[] = [...grammarOf.keys()];

const byAlias = new Map<string, Language>(
  LANGUAGES.flatMap((language) => language.aliases.map((alias) => [alias, language] as const)),
);

/** Finds a language by the name in a code block, ignoring case. */
export function findLanguage(written: string): Language | null {
  return byAlias.get(written.toLowerCase()) ?? null;
}

/** [MD34] The canonical name of a language, or null if unknown. */
export function languageName(written: string): string | null {
  return findLanguage(written)?.name ?? null;
}
