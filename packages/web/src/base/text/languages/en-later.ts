import { laterTexts } from '../compile.ts' with { type: 'macro' };
import type { Catalogue } from './en.ts';

export const later = laterTexts('en') as Partial<Catalogue>;
