// The encoding of parameters on the wire, shared by server and clients. Spec section 1.
import { z } from 'zod';

/** `text`: verbatim. `json`: JSON; the server also accepts bare text that is not valid JSON. */
export type Wire = 'text' | 'json';

/** Parameters that accept any text are sent verbatim, all others as JSON. [HT3] */
export function wireOf(schema: z.ZodType): Wire {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const any_text = described.type === 'string' && described.enum === undefined && described.const === undefined;
  return any_text ? 'text' : 'json';
}
