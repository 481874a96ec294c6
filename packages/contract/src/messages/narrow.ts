// A narrow: a list of conditions that a message must all meet. Spec 4.6.
import { z } from 'zod';
import { apiError } from '../kit/errors.ts';

const Operand = z.union([z.string(), z.int(), z.boolean(), z.array(z.int()), z.array(z.string())]);

const AsObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().default(false) });
/** The older form: operator and operand, a minus before the operator of a negated one. */
const AsPair = z.tuple([z.string(), z.string()]).transform(([operator, operand]) => ({
  operator: operator.replace(/^-/, ''),
  operand,
  negated: operator.startsWith('-'),
}));

export const NarrowTerm = z.union([AsObject, AsPair]);
export type NarrowTerm = z.output<typeof NarrowTerm>;
export const Narrow = z.array(NarrowTerm).max(100);
export type Narrow = z.output<typeof Narrow>;

/** Of the operand of `search`, in Unicode code points. */
export const MAX_SEARCH_LENGTH = 1000;

export const BadNarrow = apiError({
  code: 'BAD_NARROW',
  status: 400,
  summary: 'The narrow can not be understood; `desc` says which part.',
  fields: { desc: z.string() },
});
