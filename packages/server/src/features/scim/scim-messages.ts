// Bodies of requests and responses of SCIM.
import { expectedBytes, readBody } from '../../kit/http/parameters/raw-parameters.ts';
import type { RawContext } from '../../kit/http/raw-route.ts';
import { JsonText, textOf as textOfPieces } from '../../kit/json/json-text.ts';
import { hasMoreValues, hasWideObject, isDeeper } from '../../kit/json/json-values.ts';
import { SCIM_TYPE, scimError } from './scim-error.rules.ts';
import { isObject } from './user-changes.rules.ts';

const BODY_MAX = 1024 * 1024;
/** In a body: four for each member of the largest change. */
const VALUES_MAX = 100_000;
/** No resource has a tenth of them. [SI20] */
const LEVELS_MAX = 100;
/** The limit for the members of one object: each name is read like a path. No resource has a tenth of them. [SI801] */
const MEMBERS_MAX = 1000;

/** The same as `JSON.stringify` for plain values; parts may be JSON already. */
function textOf(value: unknown): string {
  if (value instanceof JsonText) return textOfPieces(value.pieces);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`).join()}}`;
}

export function respond(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body === null ? null : textOf(body), {
    status,
    headers: {
      ...(body !== null && { 'content-type': SCIM_TYPE }),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

export function listOf(resources: readonly unknown[], total = resources.length, offset = 0) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export async function bodyOf({ request, realm, arriving }: RawContext): Promise<Readonly<Record<string, unknown>>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== SCIM_TYPE && type !== 'application/json')
    throw scimError(415, `The content type must be ${SCIM_TYPE}`, 'invalidSyntax');
  const size = expectedBytes(request, BODY_MAX);
  const bytes = await arriving.during(`scim ${realm.realm_id}`, size, () => readBody(request, BODY_MAX));
  const invalid = () => scimError(400, 'The body is no JSON object', 'invalidSyntax');
  let body: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (hasMoreValues(text, VALUES_MAX)) throw scimError(413, `The body has more than ${VALUES_MAX} values`, 'tooMany');
    if (isDeeper(text, LEVELS_MAX))
      throw scimError(400, `The body nests over ${LEVELS_MAX} levels deep`, 'invalidSyntax');
    body = JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError ? invalid() : error;
  }
  if (!isObject(body)) throw invalid();
  if (hasWideObject(body, MEMBERS_MAX))
    throw scimError(413, `An object of the body has over ${MEMBERS_MAX} members`, 'tooMany');
  return body;
}
