// The languages that code blocks may name: how each is shown, its grammar, and its other names.

export interface Language {
  /** The name that clients show and offer playgrounds for. */
  name: string;
  /** The grammar that colours it; absent: the name is known, the code stays plain. */
  grammar?: string;
}

/** `Name|grammar|alias alias ...`; a dash for no grammar. */
const TABLE = `
ABAP|-|abap
ActionScript|-|actionscript as
Ada|-|ada ada95
Apache Configuration|-|apacheconf aconf apache
APL|-|apl
AppleScript|-|applescript
Arduino|cpp|arduino
Awk|-|awk gawk mawk nawk
Bash|bash|bash sh ksh zsh shell shell-script
Bash Session|-|console shell-session
Batchfile|-|bat batch dosbatch winbatch
BibTeX|-|bib bibtex
Brainfuck|-|brainfuck bf
C|c|c
C#|csharp|csharp c# cs
C++|cpp|cpp c++ cxx
Clojure|clojure|clojure clj
CMake|-|cmake
COBOL|-|cobol
CoffeeScript|-|coffeescript coffee coffee-script
Common Lisp|lisp|common-lisp cl lisp
Coq|-|coq
Crystal|-|cr crystal
CSS|css|css
CSS+PHP|php|css+php
Cython|python|cython pyx pyrex
D|-|d
Dart|dart|dart
Debian Control file|-|debcontrol control
Delphi|-|delphi pas pascal objectpascal
Diff|diff|diff udiff
Docker|docker|docker dockerfile
Elixir|elixir|elixir ex exs
Elm|-|elm
Erlang|erlang|erlang
F#|-|fsharp f#
Fish|-|fish fishshell
Fortran|-|fortran f90
GAS|-|gas asm
Gherkin|-|gherkin cucumber
GLSL|-|glsl
Gnuplot|-|gnuplot
Go|go|go golang
GraphQL|graphql|graphql
Groovy|-|groovy
Haskell|haskell|haskell hs
Haxe|-|haxe hxsl hx
HTML|markup|html
HTML+Django/Jinja|-|html+django html+jinja htmldjango
HTML+PHP|php|html+php
HTTP|-|http
INI|ini|ini cfg dosini
Irc logs|-|irc
J|-|j
Java|java|java
JavaScript|javascript|javascript js
JavaScript+PHP|php|javascript+php js+php
JSON|json|json json-object
JSX|jsx|jsx react
Julia|julia|julia jl
Kotlin|kotlin|kotlin
Lean|-|lean lean3
LessCss|less|less
Literate Haskell|-|literate-haskell lhaskell lhs
LLVM|-|llvm
Lua|lua|lua
Makefile|makefile|make makefile mf bsdmake
Markdown|markdown|markdown md
Mathematica|-|mathematica mma nb
Matlab|matlab|matlab
Mermaid|-|mermaid
MySQL|sql|mysql
NASM|-|nasm
Nginx configuration file|nginx|nginx
Nim|-|nimrod nim
Nix|nix|nix nixos
Objective-C|objectivec|objective-c objectivec obj-c objc
OCaml|ocaml|ocaml
Octave|matlab|octave
Perl|perl|perl pl
Perl6|-|perl6 pl6 raku
PHP|php|php php3 php4 php5
PL/pgSQL|sql|plpgsql
PostgreSQL SQL dialect|sql|postgresql postgres
PowerShell|powershell|powershell pwsh posh ps1 psm1
Prolog|-|prolog
Protocol Buffer|protobuf|protobuf proto
Puppet|-|puppet
Python|python|python py sage python3 py3 bazel starlark pyi
Python 2.x|python|python2 py2
Python console session|-|pycon python-console
Python Traceback|-|pytb py3tb
QML|-|qml qbs
R|r|r splus s
Racket|-|racket rkt
reStructuredText|-|restructuredtext rst rest
Ruby|ruby|ruby rb duby
Rust|rust|rust rs
Sass|sass|sass
Scala|scala|scala
Scheme|scheme|scheme scm
SCSS|scss|scss
Smalltalk|-|smalltalk squeak st
Solidity|-|solidity
SQL|sql|sql
Standard ML|-|sml
Swift|swift|swift
Tcl|-|tcl
TeX|latex|tex latex
Text only|-|text
TOML|toml|toml
TypeScript|typescript|typescript ts
TSX|tsx|tsx
VB.net|-|vb.net vbnet lobas oobas sobas visual-basic visualbasic
verilog|-|verilog v
vhdl|-|vhdl
VimL|-|vim
WebAssembly|-|wast wat
XML|markup|xml svg
XML+PHP|php|xml+php
XSLT|markup|xslt
YAML|yaml|yaml
Zig|zig|zig
`;

interface Named extends Language {
  /** The first is the one to write. */
  aliases: string[];
}

/** All of them, by their names. */
export const LANGUAGES: readonly Named[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [name, grammar, aliases] = line.split('|') as [string, string, string];
    return { name, ...(grammar === '-' ? {} : { grammar }), aliases: aliases.split(' ') };
  });

const byAlias = new Map<string, Language>(
  LANGUAGES.flatMap((language) => language.aliases.map((alias) => [alias, language] as const)),
);

/** By the name a code block gives, in any case. */
export function findLanguage(written: string): Language | null {
  return byAlias.get(written.toLowerCase()) ?? null;
}

/** [MD34] The canonical name of a language, or null for one that is not known. */
export function languageName(written: string): string | null {
  return findLanguage(written)?.name ?? null;
}
