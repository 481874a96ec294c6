// The grammars by name, for languages that people paste into chats; others stay plain.
import { braces } from './braces.ts';
import { config } from './config.ts';
import type { Grammar } from './grammar.ts';
import { more } from './more.ts';
import { other } from './other.ts';
import { scripts } from './scripts.ts';
import { shells } from './shells.ts';
import { stillMore } from './still-more.ts';

export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ...braces,
  ...config,
  ...scripts,
  ...shells,
  ...other,
  ...more,
  ...stillMore,
]);
