// The grammars by name. A language is here because people paste it into chats; others stay plain.
import { braces } from './braces.ts';
import type { Grammar } from './grammar.ts';
import { other } from './other.ts';
import { scripts } from './scripts.ts';

export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([...braces, ...scripts, ...other]);
