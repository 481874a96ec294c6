// Pieces that several grammars share.
import { type Grammar, quoted } from './grammar.ts';

export const SLASHES: Partial<Grammar> = { lineComments: ['//'], blockComments: [['/*', '*/']] };
export const HASH: Partial<Grammar> = { lineComments: ['#'] };
export const TRIPLES = [quoted('"""', 's2', true), quoted("'''", 's1', true)];
export const AT = new Map([['@', 'nd']]);

export const DOLLAR = new Map([['$', 'nv']]);
export const CONTROL = 'if else for while do switch case default break continue return';
export const OBJECTS =
  'try catch finally throw new this super extends implements interface abstract static public private protected final import package';

/** Commands of the shell itself. */
export const SHELL_BUILTINS =
  /(?:alias|bg|bind|builtin|caller|cd|command|compgen|complete|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|popd|printf|pushd|pwd|read|readonly|set|shift|shopt|source|suspend|test|time|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait)(?=[\s)`]|$)/my;
