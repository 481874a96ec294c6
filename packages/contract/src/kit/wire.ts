// The encoding of parameters on the wire, shared by server and clients. Spec section 1.
import { z } from 'zod';

/** `text`: verbatim. `json`: JSON; the server also accepts bare text that is not valid JSON. */
export type Wire = 'text' | 'json';

/** Parameters that accept any text are sent verbatim, all others as JSON. Null, where allowed, is `null`. [HT3] [HT500] */
export function wireOf(schema: z.ZodType): Wire {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = [described.type].flat().filter((type) => (type as string | undefined) !== 'null');
  const any_text = types.length === 1 && types[0] === 'string' && !described.enum && described.const === undefined;
  return any_text ? 'text' : 'json';
}
