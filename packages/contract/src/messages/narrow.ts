// A narrow: a list of conditions that a message must all satisfy. Spec 4.6.
import { z } from 'zod';
import { apiError } from '../kit/errors.ts';

const Operand = z.union([z.string(), z.int(), z.boolean(), z.array(z.int()), z.array(z.string())]);

const AsObject = z.object({ operator: z.string(), operand: Operand, negated: z.boolean().default(false) });
/** The legacy form: operator and operand, with a minus before a negated operator. */
const AsPair = z.tuple([z.string(), z.string()]).transform(([operator, operand]) => ({
  operator: operator.replace(/^-/, ''),
  operand,
  negated: operator.startsWith('-'),
}));

export const NarrowTerm = z.union([AsObject, AsPair]);
export type NarrowTerm = z.output<typeof NarrowTerm>;

export const MAX_NARROW_TERMS = 100;
/** Total length of all operators and operands of a narrow, in characters; lists count as their JSON. */
export const MAX_NARROW_LENGTH = 10_000;
/** Total number of operand values; each id or address in a list counts. */
export const MAX_NARROW_OPERANDS = 200;
/** Length of one `search` operand, in Unicode code points. */
export const MAX_SEARCH_LENGTH = 1000;
/** Total words of all `search` operands. In scripts without spaces each character counts as a word. */
export const MAX_SEARCH_WORDS = 200;

const LISTED = new Set(['dm', 'pm-with', 'pm_with', 'group-pm-with', 'group_pm_with']);

function valuesOf(operator: string, operand: z.output<typeof Operand>): number {
  if (Array.isArray(operand)) return operand.length;
  return typeof operand === 'string' && LISTED.has(operator) ? operand.split(',').length : 1;
}

/** The limit that a narrow exceeds; null if it exceeds none. */
export function narrowExcess(terms: readonly { operator: string; operand: z.output<typeof Operand> }[]): string | null {
  if (terms.length > MAX_NARROW_TERMS) return `A narrow has at most ${MAX_NARROW_TERMS} terms`;
  let length = 0;
  let operands = 0;
  for (const { operator, operand } of terms) {
    length += operator.length + (typeof operand === 'string' ? operand.length : JSON.stringify(operand).length);
    operands += valuesOf(operator, operand);
  }
  if (length > MAX_NARROW_LENGTH) return `The terms of a narrow have at most ${MAX_NARROW_LENGTH} characters in all`;
  if (operands > MAX_NARROW_OPERANDS) return `A narrow names at most ${MAX_NARROW_OPERANDS} values in all`;
  return null;
}

export const Narrow = z
  .array(NarrowTerm)
  .max(MAX_NARROW_TERMS, `A narrow has at most ${MAX_NARROW_TERMS} terms`)
  .superRefine((terms, context) => {
    const excess = narrowExcess(terms);
    if (excess !== null) context.addIssue({ code: 'custom', message: excess });
  });
export type Narrow = z.output<typeof Narrow>;

/** Narrows of event queues: pairs only. */
export const QueueNarrow = z
  .array(z.tuple([z.string(), z.string()]))
  .max(MAX_NARROW_TERMS, `A narrow has at most ${MAX_NARROW_TERMS} terms`)
  .superRefine((terms, context) => {
    const excess = narrowExcess(
      terms.map(([operator, operand]) => ({ operator: operator.replace(/^-/, ''), operand })),
    );
    if (excess !== null) context.addIssue({ code: 'custom', message: excess });
  });

/** Why a narrow is refused, for clients that say it in their reader's language. */
export const NARROW_REASONS = [
  'unknown_operator',
  'unknown_operand',
  'unknown_channel',
  'unknown_user',
  'channel_and_direct',
  'search_empty',
  'search_too_long',
  'too_many_words',
  'invalid_id',
  'invalid_with',
] as const;
export type NarrowReason = (typeof NARROW_REASONS)[number];

export const BadNarrow = apiError({
  code: 'BAD_NARROW',
  status: 400,
  summary: 'The narrow is not valid; `desc` says which part.',
  fields: {
    desc: z.string(),
    reason: z.enum(NARROW_REASONS),
    /** The operator and operand that are refused, where it is one term. */
    operator: z.string().optional(),
    operand: z.string().optional(),
    /** The limit that is exceeded, where it is one. */
    limit: z.int().optional(),
  },
});
