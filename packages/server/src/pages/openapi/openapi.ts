// The API as an OpenAPI 3.1 document, derived from the contract alone. Pure.
import { type Endpoint, endpoints, events, FEATURE_LEVEL } from '@stoa/contract';
import { VERSION } from '../../kit/version.ts';
import { accessNotes } from './access.ts';
import { levelNotes } from './feature-levels.ts';
import { groups, groupTitleOf } from './groups.ts';
import { errorResponses } from './openapi-errors.ts';
import { describeParameters } from './openapi-parameters.ts';
import { type Json, Schemas } from './openapi-schemas.ts';

const DESCRIPTION = `The API of a Stoa server, compatible with clients of the Zulip API at feature level ${FEATURE_LEVEL}.

Every answer is a JSON object with \`result\` ("success" or "error") and \`msg\`; an error also has a \`code\`. Parameters may be sent in
the query, as a form or as multipart, whichever the method; those that are not plain texts are JSON. Parameters that an endpoint does
not know are ignored and named in \`ignored_parameters_unsupported\`. Texts are UTF-8 without null bytes.`;

function security(access: Endpoint['access']): Json[] {
  if (access === 'public') return [];
  return access === 'spectator' ? [{}, { basic: [] }] : [{ basic: [] }];
}

function successSchema(schemas: Schemas, endpoint: Endpoint): Json {
  const result = schemas.describe(endpoint.result, 'output');
  const required = (result.required as string[] | undefined) ?? [];
  return {
    type: 'object',
    properties: {
      result: { const: 'success' },
      msg: { type: 'string' },
      ...(result.properties as Json),
      ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
    },
    required: ['result', 'msg', ...required],
  };
}

function describeText(endpoint: Endpoint): string {
  const lines = [...accessNotes(endpoint), ...levelNotes(endpoint)];
  const emitted = endpoint.emits.map(({ type, op }) => (op === null ? type : `${type}/${op}`));
  if (emitted.length > 0) lines.push(`Events: ${emitted.join(', ')}.`);
  return lines.join('\n\n');
}

function operation(schemas: Schemas, endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [groupTitleOf(endpoint)],
    summary: endpoint.summary,
    description: describeText(endpoint),
    security: security(endpoint.access),
    ...describeParameters(schemas, endpoint),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: successSchema(schemas, endpoint) } } },
      ...errorResponses(schemas, endpoint),
    },
  };
}

/** The path without parameter names: OpenAPI treats two paths of one shape as one. */
function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

type Operation = Json & { operationId: string; summary: string; parameters: (Json & { in: string; schema: Json })[] };

/** One operation for two endpoints that differ in the form of a path parameter, such as `/users/{user_id}` and `/users/{email}`. */
function either(first: Operation, second: Operation): Operation {
  const path_schemas = second.parameters.filter((parameter) => parameter.in === 'path').map(({ schema }) => schema);
  let at = 0;
  return {
    ...first,
    summary: `${first.summary}; or: ${second.summary.charAt(0).toLowerCase()}${second.summary.slice(1)}`,
    description: `${first.description}\n\nAlso \`${second.operationId}\`.`,
    parameters: first.parameters.map((parameter) =>
      parameter.in === 'path'
        ? { ...parameter, schema: { anyOf: [parameter.schema, path_schemas[at++]!] } }
        : parameter,
    ),
  };
}

function paths(schemas: Schemas): Json {
  const items: Record<string, Record<string, Json>> = {};
  const spelled = new Map<string, string>();
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const shape = shapeOf(endpoint.path);
    const path = spelled.get(shape) ?? endpoint.path;
    const method = endpoint.method.toLowerCase();
    const item = items[path] ?? {};
    const taken = item[method];
    if (path !== endpoint.path && !taken)
      throw new Error(`${endpoint.path} and ${path} have one shape: name their parameters alike`);
    const described = operation(schemas, endpoint);
    item[method] = taken ? either(taken as Operation, described as Operation) : described;
    items[path] = item;
    spelled.set(shape, path);
  }
  return items;
}

export function openApi(): Json {
  const schemas = new Schemas();
  const described = paths(schemas);
  for (const event of events) schemas.addEvent(event);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stoa',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    tags: groups.map(({ title, summary }) => ({ name: title, description: summary })),
    paths: described,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Email address and API key of an account, or an access token in place of the key.',
        },
      },
      schemas: schemas.components(),
    },
  };
}
