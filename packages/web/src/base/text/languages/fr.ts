import { texts } from '../compile.ts' with { type: 'macro' };
import type { Catalogue } from './en.ts';

export const fr = texts('fr') as Catalogue;
