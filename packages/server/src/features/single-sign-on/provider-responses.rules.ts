// Which responses of an identity provider are read at all: its libraries parse, copy and search whatever it sends. Pure.
import { isCostly } from '../../kit/json/json-values.ts';
import { isCostlyToken } from '../../kit/json/json-web-tokens.ts';

/** Somebody in ten thousand groups, or fifty keys with their certificates, have fewer. */
const VALUES_MAX = 20_000;

/** The token within a response, or the response itself: some providers sign what they say of a person. */
function tokenIn(text: string): string {
  try {
    const { id_token } = Object(JSON.parse(text)) as { id_token?: unknown };
    return typeof id_token === 'string' ? id_token : '';
  } catch {
    return text;
  }
}

/** Throws for a response that would keep others waiting while it is read. [SO801] */
export function checkProviderResponse(body: Uint8Array): void {
  const text = new TextDecoder().decode(body);
  if (isCostly(text, VALUES_MAX) || isCostlyToken(tokenIn(text), VALUES_MAX))
    throw new Error('the answer of the provider has too many values or levels');
}
