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
