// From texts to the values an endpoint declares. Knows how each schema is written on the wire; never knows an endpoint.
import {
  type Endpoint,
  InvalidParameter,
  MissingParameter,
  type ParamsOf,
  pathParameters,
  type Wire,
  wireOf,
} from '@stoa/contract';
import type { z } from 'zod';
import type { RawParameters } from './raw-parameters.ts';

interface ParameterPlan {
  readonly name: string;
  /** What it may be called as well. */
  readonly former: string | undefined;
  readonly schema: z.ZodType;
  /** `text`: taken as it is. `json`: parsed, and taken as it is where parsing or the parsed value fails. [HT3] */
  readonly wire: Wire;
  /** What the parameter is when it is left out; null when it can't be. */
  readonly absent: { readonly value: unknown } | null;
}

export interface DecodedRequest<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  /** Names the endpoint does not have, in the order sent. */
  readonly ignored: readonly string[];
}

function absentValue(schema: z.ZodType): ParameterPlan['absent'] {
  const checked = schema.safeParse(undefined);
  return checked.success ? { value: freeze(checked.data) } : null;
}

/** All requests share a default, so nobody may change it. */
function freeze(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.freeze(value) : value;
}

/** Makes the decoder of an endpoint, once. */
export function parameterDecoder<E extends Endpoint>(
  endpoint: E,
): (raw: RawParameters, path: Readonly<Record<string, string>>) => DecodedRequest<E> {
  const in_path = new Set(pathParameters(endpoint.path));
  const former_names = new Map(Object.entries(endpoint.former_names ?? {}).map(([former, name]) => [name, former]));
  const plans: ParameterPlan[] = Object.entries(endpoint.params.shape as Record<string, z.ZodType>).map(
    ([name, schema]) => ({
      name,
      former: former_names.get(name),
      schema,
      wire: wireOf(schema),
      absent: absentValue(schema),
    }),
  );
  const names = new Set([...plans.map((plan) => plan.name), ...former_names.values()]);
  return (raw, path) => {
    const params: Record<string, unknown> = {};
    for (const plan of plans) {
      const sent = in_path.has(plan.name) ? path[plan.name] : raw.get(plan.name);
      const text = sent === undefined && plan.former !== undefined ? raw.get(plan.former) : sent;
      params[plan.name] = decode(plan, text);
    }
    const ignored: string[] = [];
    for (const name of raw.keys()) if (!names.has(name) || in_path.has(name)) ignored.push(name);
    return { params: params as ParamsOf<E>, ignored };
  };
}

function decode({ name, schema, wire, absent }: ParameterPlan, text: string | undefined): unknown {
  if (text === undefined) {
    if (absent) return absent.value;
    throw MissingParameter(`Missing '${name}' argument`, { var_name: name });
  }
  if (wire === 'text') return accept(name, schema, text);
  const parsed = parse(text);
  if (parsed !== undefined) {
    const checked = schema.safeParse(parsed);
    if (checked.success) return wellFormed(name, checked.data);
    // `null` for a parameter that can be left out is what some clients send for "not given".
    if (parsed === null && absent) return absent.value;
    const bare = schema.safeParse(text);
    if (bare.success) return bare.data;
    throw InvalidParameter(describe(name, checked.error), { var_name: name });
  }
  const bare = schema.safeParse(text);
  if (bare.success) return bare.data;
  if (bare.error.issues[0]?.code === 'invalid_value' || bare.error.issues[0]?.code === 'invalid_union')
    throw InvalidParameter(`Invalid ${name}`, { var_name: name });
  throw InvalidParameter(`Argument "${name}" is not valid JSON.`, { var_name: name });
}

/** What every JSON text begins with; looking costs less than an exception for each bare word. */
const MAY_BE_JSON = /^[\s[{"\-\dtfn]/;

/** The parsed value, or undefined if the text is no JSON. */
function parse(text: string): unknown {
  if (!MAY_BE_JSON.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function accept(name: string, schema: z.ZodType, text: string): unknown {
  const checked = schema.safeParse(text);
  if (checked.success) return wellFormed(name, checked.data);
  throw InvalidParameter(describe(name, checked.error), { var_name: name });
}

/** No list of any parameter is longer; many have lower limits of their own. [HT26] */
const LIST_MAX = 20_000;

/** JSON can carry null bytes and halves of surrogate pairs, which no store keeps: they are refused, not lost. [HT5] */
function wellFormed(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw InvalidParameter(`${name} contains a null byte`, { var_name: name });
    if (!value.isWellFormed()) throw InvalidParameter(`${name} is not valid Unicode`, { var_name: name });
  } else if (Array.isArray(value)) {
    if (value.length > LIST_MAX)
      throw InvalidParameter(`${name} has more than ${LIST_MAX} elements`, { var_name: name });
    for (const item of value) wellFormed(name, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      wellFormed(name, key);
      wellFormed(name, item);
    }
  }
  return value;
}

function describe(name: string, error: z.ZodError): string {
  const issue = error.issues[0]!;
  const where = issue.path.reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : `["${String(key)}"]`),
    name,
  );
  return `${where}: ${issue.message}`;
}
