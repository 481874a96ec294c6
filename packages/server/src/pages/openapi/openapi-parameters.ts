// Where the parameters of an endpoint go: path, query of a GET, otherwise form.
import { type Endpoint, pathParameters } from '@stoa/contract';
import type { z } from 'zod';
import type { Json, Schemas } from './openapi-schemas.ts';

const FORM = 'application/x-www-form-urlencoded';
const PLAIN: readonly string[] = ['string', 'integer', 'number', 'boolean', 'null'];

interface Parameter {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
}

/** Whether a value is the same as plain text and as JSON: numbers, booleans, texts, or unions of them. */
function isPlain(schema: Json): boolean {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (alternatives) return alternatives.every(isPlain);
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length > 0 && types.every((type) => PLAIN.includes(type as string));
}

function parametersOf(schemas: Schemas, endpoint: Endpoint): Parameter[] {
  return Object.entries(endpoint.params.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    schema: schemas.describe(schema, 'input'),
    required: !schema.safeParse(undefined).success,
  }));
}

function inQuery({ name, schema, required }: Parameter): Json {
  const form = isPlain(schema) ? { schema } : { content: { 'application/json': { schema } } };
  return { name, in: 'query', ...(required ? { required } : {}), ...form };
}

function formBody(parameters: readonly Parameter[]): Json {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const json = parameters.filter(({ schema }) => !isPlain(schema));
  const encoding = Object.fromEntries(json.map(({ name }) => [name, { contentType: 'application/json' }]));
  return {
    ...(required.length > 0 ? { required: true } : {}),
    content: {
      [FORM]: {
        schema: {
          type: 'object',
          properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
          ...(required.length > 0 ? { required } : {}),
        },
        ...(json.length > 0 ? { encoding } : {}),
      },
    },
  };
}

/** A form with one file; the name of its part is the client's choice. */
function fileBody(parameters: readonly Parameter[], limit_mib: number): Json {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const filename = { type: 'string', format: 'binary', description: `The file, of ${limit_mib} MiB at most.` };
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const schema = { type: 'object', properties: { ...properties, filename }, required: [...required, 'filename'] };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

/** The `parameters` and `requestBody` of an operation. */
export function describeParameters(schemas: Schemas, endpoint: Endpoint): Json {
  const in_path = pathParameters(endpoint.path);
  const all = parametersOf(schemas, endpoint);
  const path = in_path.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: all.find((parameter) => parameter.name === name)!.schema,
  }));
  const rest = all.filter(({ name }) => !in_path.includes(name));
  if (endpoint.method === 'GET') return { parameters: [...path, ...rest.map(inQuery)] };
  if (endpoint.files_limit_mib !== undefined)
    return { parameters: path, requestBody: fileBody(rest, endpoint.files_limit_mib) };
  return { parameters: path, ...(rest.length > 0 ? { requestBody: formBody(rest) } : {}) };
}
