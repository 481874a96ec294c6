import { texts } from '../compile.ts' with { type: 'macro' };
import type { Catalogue } from './en.ts';

export const de = texts('de') as Catalogue;
