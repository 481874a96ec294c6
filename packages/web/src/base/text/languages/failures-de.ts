import { failureTexts } from '../compile.ts' with { type: 'macro' };
import type { FailureTexts } from './failures-en.ts';

export const failures = failureTexts('de') as FailureTexts;
