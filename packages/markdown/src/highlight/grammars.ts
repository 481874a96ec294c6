// The grammars by name, for languages that people paste into chats; others stay plain.
import { braces } from './braces.ts';
import { config } from './config.ts';
import { functional } from './functional.ts';
import type { Grammar } from './grammar.ts';
import { modern } from './modern.ts';
import { scripts } from './scripts.ts';
import { shells } from './shells.ts';
import { simpleAToG } from './simple-a-to-g.ts';
import { simpleGToZ } from './simple-g-to-z.ts';
import { systems } from './systems.ts';

export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ...braces,
  ...config,
  ...scripts,
  ...shells,
  ...functional,
  ...modern,
  ...simpleAToG,
  ...simpleGToZ,
  ...systems,
]);
