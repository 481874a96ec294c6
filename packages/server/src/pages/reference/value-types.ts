// Describes the values of a parameter or field in words, from its schema: type, limits and, for objects, members.
import type { z } from 'zod';
import { Schemas } from '../openapi/openapi-schemas.ts';

type Json = Record<string, unknown>;

export interface ValueType {
  /** Such as `integer, 1 to 1,000`. */
  readonly text: string;
  readonly default?: unknown;
  readonly members: readonly Member[];
}

export interface Member extends ValueType {
  readonly name: string;
  readonly required: boolean;
}

const schemas = new Schemas();
const DEEPEST = 3;
const MOST_MEMBERS = 40;

export function valueType(schema: z.ZodType, io: 'input' | 'output'): ValueType {
  return describe(schemas.describe(schema, io), 0);
}

const number = (value: unknown): string => Number(value).toLocaleString('en');

function describe(schema: Json, depth: number): ValueType {
  const resolved = resolve(schema);
  return {
    text: textOf(resolved),
    ...('default' in schema ? { default: schema.default } : {}),
    members: depth < DEEPEST ? membersOf(resolved, depth) : [],
  };
}

function resolve(schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  return (schemas.components()[schema.$ref.replace('#/components/schemas/', '')] as Json | undefined) ?? {};
}

function textOf(type: Json): string {
  const schema = resolve(type);
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return [...new Set(choices.map(textOf))].join(' or ');
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(', ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.type === 'array') return arrayText(schema);
  if (schema.type === 'object') return mapText(schema);
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return [schema.type ?? 'any JSON', ...limitsOf(schema)].join(', ');
}

function arrayText(schema: Json): string {
  const items = schema.items as Json | undefined;
  const limit = schema.maxItems === undefined ? '' : `at most ${number(schema.maxItems)} `;
  return `list of ${limit}${items ? plural(textOf(items)) : 'values'}`;
}

const plural = (text: string): string =>
  text.replace(/^(integer|string|object|number|boolean|list)(?![a-z])/, (word) => `${word}s`);

function mapText(schema: Json): string {
  const values = schema.additionalProperties;
  if (schema.properties || typeof values !== 'object' || values === null) return 'object';
  return `object from keys to ${plural(textOf(values as Json))}`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, pattern, format }: Json): string[] {
  const limits: string[] = [];
  if (minimum !== undefined && maximum !== undefined) limits.push(`${number(minimum)} to ${number(maximum)}`);
  else if (minimum !== undefined) limits.push(`at least ${number(minimum)}`);
  else if (maximum !== undefined) limits.push(`at most ${number(maximum)}`);
  if (minLength !== undefined && maxLength !== undefined)
    limits.push(`${number(minLength)} to ${number(maxLength)} characters`);
  else if (maxLength !== undefined) limits.push(`at most ${number(maxLength)} characters`);
  else if (minLength !== undefined) limits.push(`at least ${number(minLength)} characters`);
  if (format !== undefined) limits.push(String(format));
  else if (pattern !== undefined) limits.push(`matching ${pattern}`);
  return limits;
}

/** The members of an object, or of the objects in a list. */
function membersOf(type: Json, depth: number): Member[] {
  const schema = resolve(type);
  if (schema.type === 'array') return schema.items ? membersOf(schema.items as Json, depth) : [];
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return choices.map((choice) => membersOf(choice, depth)).find((members) => members.length > 0) ?? [];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  if (properties.length > MOST_MEMBERS && depth > 0) return [];
  return properties.map(([name, member]) => ({
    name,
    required: required.includes(name),
    ...describe(member, depth + 1),
  }));
}
