// The errors of an endpoint as OpenAPI responses: one for each status, with the codes it can carry.
import {
  type Endpoint,
  type ErrorDeclaration,
  GENERIC_ERRORS,
  Unauthorized,
  UnauthorizedPrincipal,
} from '@stoa/contract';
import type { Json, Schemas } from './openapi-schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: each error has fields of its own
type AnyError = ErrorDeclaration<any>;

/** Errors of endpoints that ask for credentials only. */
const ABOUT_ACCOUNTS: readonly unknown[] = [Unauthorized, UnauthorizedPrincipal];

function errorsOf(endpoint: Endpoint): AnyError[] {
  const generic = (GENERIC_ERRORS as readonly AnyError[]).filter(
    (error) => endpoint.access !== 'public' || !ABOUT_ACCOUNTS.includes(error),
  );
  return [...new Set([...endpoint.errors, ...generic])];
}

/** `BAD_REQUEST` has several statuses and fields: the name tells them apart. */
function nameOf(error: AnyError): string {
  return ['Error', error.status, error.code, ...Object.keys(error.fields.shape)].join('.');
}

function errorSchema(schemas: Schemas, error: AnyError): Json {
  const fields = schemas.describe(error.fields, 'output');
  const required = (fields.required as string[] | undefined) ?? [];
  return {
    description: error.summary,
    type: 'object',
    properties: {
      result: { const: 'error' },
      msg: { type: 'string' },
      code: { const: error.code },
      ...(fields.properties as Json),
    },
    required: ['result', 'msg', 'code', ...required],
  };
}

export function errorResponses(schemas: Schemas, endpoint: Endpoint): Json {
  const by_status = Map.groupBy(errorsOf(endpoint), ({ status }) => status);
  const responses = [...by_status].map(([status, errors]) => {
    const references = errors.map((error) => {
      schemas.add(nameOf(error), errorSchema(schemas, error));
      return { $ref: `#/components/schemas/${nameOf(error)}` };
    });
    const schema = references.length === 1 ? references[0] : { anyOf: references };
    const codes = [...new Set(errors.map(({ code }) => code))].join(', ');
    return [status, { description: codes, content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(responses);
}
