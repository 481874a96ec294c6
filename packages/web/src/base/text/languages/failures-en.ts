import type messages from '../../../../locales/en/failures.json';
import type { Compiled } from '../catalogue.ts';
import { failureTexts } from '../compile.ts' with { type: 'macro' };

export type FailureTexts = Compiled<typeof messages>;

export const failures = failureTexts('en') as FailureTexts;
