// How a parameter is written on the wire: what server and clients must agree on. Spec section 1.
import { z } from 'zod';

/** `text`: as it is. `json`: as JSON; the server also takes bare text where no JSON fits. */
export type Wire = 'text' | 'json';

/** A parameter that takes any text is text; everything else is JSON. [HT3] */
export function wireOf(schema: z.ZodType): Wire {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const any_text = described.type === 'string' && described.enum === undefined && described.const === undefined;
  return any_text ? 'text' : 'json';
}
