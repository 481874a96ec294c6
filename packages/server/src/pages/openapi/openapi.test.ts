// The API's description against the declarations it is made from.
import { describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints, events, GENERIC_ERRORS, pathParameters } from '@stoa/contract';
import { openApi } from './openapi.ts';
import { OPENAPI_FILE, openApiText } from './write-openapi.ts';

interface Operation {
  operationId: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; required?: boolean; schema?: object; content?: object }[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: { properties: object; required?: string[] } }>;
  };
  responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
const document = openApi() as unknown as Document;
const all = Object.values(endpoints) as Endpoint[];
const FORM = 'application/x-www-form-urlencoded';

/** The operation that describes an endpoint, also where two share a path. */
function operationOf({ path, method }: Endpoint): Operation {
  const shape = (text: string) => text.replace(/\{\w+\}/g, '{}');
  const found = Object.keys(document.paths).find((known) => shape(known) === shape(path))!;
  return document.paths[found]![method.toLowerCase()]!;
}

function* walk(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const item of Object.values(value)) yield* walk(item);
}

describe('[PG3] the OpenAPI document', () => {
  it('equals the committed openapi.json: after a change of the contract run `npm run openapi`', () => {
    expect(readFileSync(OPENAPI_FILE, 'utf8') === openApiText()).toBe(true);
  });

  it('has references that all lead to a schema, and no schema without a reference but events', () => {
    const references = [...walk(document)].map((node) => node.$ref).filter((ref) => typeof ref === 'string');
    expect(references.length).toBeGreaterThan(100);
    const named = Object.keys(document.components.schemas);
    const known = new Set(named.map((name) => `#/components/schemas/${name}`));
    expect(references.filter((ref) => !known.has(ref))).toEqual([]);
    const used = new Set(references);
    const unused = [...known].filter((ref) => !used.has(ref) && !ref.includes('/Event.'));
    expect(unused).toEqual([]);
  });

  it('gives every operation a unique name and every path one shape', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const [path, item] of Object.entries(document.paths))
      for (const { parameters } of Object.values(item))
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
          pathParameters(path),
        );
  });

  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))('describes %s', (_, endpoint) => {
    const operation = operationOf(endpoint);
    expect(`${operation.operationId} ${operation.description}`).toContain(endpoint.id);
    const { public: open, spectator } = {
      public: endpoint.access === 'public',
      spectator: endpoint.access === 'spectator',
    };
    expect(operation.security).toEqual(open ? [] : spectator ? [{}, { basic: [] }] : [{ basic: [] }]);

    const in_path = pathParameters(endpoint.path);
    const declared = Object.entries(endpoint.params.shape).filter(([name]) => !in_path.includes(name));
    const required = declared.filter(
      ([, schema]) => !(schema as { safeParse(v: unknown): { success: boolean } }).safeParse(undefined).success,
    );
    if (endpoint.method === 'GET') {
      const query = operation.parameters.filter((parameter) => parameter.in === 'query');
      expect(query.map(({ name }) => name)).toEqual(declared.map(([name]) => name));
      expect(query.filter((parameter) => parameter.required).map(({ name }) => name)).toEqual(
        required.map(([name]) => name),
      );
      expect(operation.requestBody).toBeUndefined();
    } else {
      const takes_files = endpoint.files_limit_mib !== undefined;
      const form = operation.requestBody?.content[takes_files ? 'multipart/form-data' : FORM]?.schema;
      const file = takes_files ? ['filename'] : [];
      expect(Object.keys(form?.properties ?? {})).toEqual([...declared.map(([name]) => name), ...file]);
      expect(form?.required ?? []).toEqual([...required.map(([name]) => name), ...file]);
    }

    const success = operation.responses[200]!.content['application/json']!.schema as { properties: object };
    for (const field of Object.keys(endpoint.result.shape)) expect(success.properties).toHaveProperty(field);
    for (const error of endpoint.errors) {
      const text = JSON.stringify(operation.responses[error.status]);
      expect(text).toContain(`.${error.code}`);
    }
    expect(operation.responses).toHaveProperty('400');
    // An organization may be deactivated for everybody; credentials are refused only where they are asked for.
    expect(JSON.stringify(operation.responses[401]).includes('.UNAUTHORIZED')).toBe(!open);
  });

  it('writes parameters other than plain text as JSON', () => {
    const narrow = operationOf(endpoints.getMessages).parameters.find(({ name }) => name === 'narrow')!;
    expect(narrow.schema).toBeUndefined();
    expect(narrow.content).toHaveProperty('application/json');
    const anchor = operationOf(endpoints.getMessages).parameters.find(({ name }) => name === 'anchor')!;
    expect(anchor.content).toBeUndefined();
  });

  it('describes every event and every error', () => {
    const names = Object.keys(document.components.schemas);
    for (const { type, op } of events)
      expect(names).toContain(['Event', type, op].filter((part) => part !== null).join('.'));
    for (const { status, code } of GENERIC_ERRORS)
      expect(names.some((name) => name.startsWith(`Error.${status}.${code}`))).toBe(true);
  });

  it('keeps members named like keywords of a schema', () => {
    const { Message, UserGroup } = document.components.schemas as Record<
      string,
      { properties: object; required: string[] }
    >;
    expect(UserGroup!.properties).toHaveProperty('id');
    expect(Message!.properties).toHaveProperty('id');
  });
});
