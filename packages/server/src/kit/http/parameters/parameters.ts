// Decodes parameters from text to the values an endpoint declares. Knows how each schema is written on the wire; never knows an
// endpoint.
import {
  type Endpoint,
  InvalidParameter,
  MissingParameter,
  type ParamsOf,
  pathParameters,
  type Wire,
  wholeNumber,
  wireOf,
} from '@stoa/contract';
import type { z } from 'zod';
import { DEPTH_MAX, hasMoreValues, hasProtoKey, isDeeper, LONG_JSON, VALUES_MAX } from '../../json/json-values.ts';
import { withoutNullMembers } from './null-members.ts';
import type { RawParameters } from './raw-parameters.ts';

interface ParameterPlan {
  readonly name: string;
  /** Its former name, also accepted. */
  readonly former: string | undefined;
  readonly schema: z.ZodType;
  /** `text`: taken as it is. `json`: parsed, but taken as text if parsing or validation fails. [HT3] */
  readonly wire: Wire;
  /** Whether the text `null` is null. [HT500] */
  readonly nullable: boolean;
  /** The value if the parameter is left out; null if it is required. */
  readonly absent: { readonly value: unknown } | null;
}

export interface DecodedRequest<E extends Endpoint = Endpoint> {
  readonly params: ParamsOf<E>;
  /** Undeclared names, in the order sent. */
  readonly ignored: readonly string[];
}

function absentValue(schema: z.ZodType): ParameterPlan['absent'] {
  const checked = schema.safeParse(undefined);
  return checked.success ? { value: freeze(checked.data) } : null;
}

/** Requests share defaults, so they must be immutable. */
function freeze(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.freeze(value) : value;
}

interface EndpointPlan {
  readonly parameters: readonly ParameterPlan[];
  readonly in_path: ReadonlySet<string>;
  /** Former ones included. */
  readonly names: ReadonlySet<string>;
}

function planOf(endpoint: Endpoint): EndpointPlan {
  const former_names = new Map(Object.entries(endpoint.former_names ?? {}).map(([former, name]) => [name, former]));
  const parameters = Object.entries(endpoint.params.shape as Record<string, z.ZodType>).map(
    ([name, schema]): ParameterPlan => ({
      name,
      former: former_names.get(name),
      schema,
      wire: wireOf(schema),
      nullable: schema.safeParse(null).success,
      absent: absentValue(schema),
    }),
  );
  return {
    parameters,
    in_path: new Set(pathParameters(endpoint.path)),
    names: new Set([...parameters.map(({ name }) => name), ...former_names.values()]),
  };
}

/** The decoder of an endpoint. Planned at the first request: plans of all endpoints made a tenth of the start and took 7 MB. */
export function parameterDecoder<E extends Endpoint>(
  endpoint: E,
): (raw: RawParameters, path: Readonly<Record<string, string>>) => DecodedRequest<E> {
  let planned: EndpointPlan | null = null;
  return (raw, path) => {
    planned ??= planOf(endpoint);
    const { parameters, in_path, names } = planned;
    const params: Record<string, unknown> = {};
    for (const plan of parameters) {
      const sent = in_path.has(plan.name) ? path[plan.name] : raw.get(plan.name);
      const text = sent === undefined && plan.former !== undefined ? raw.get(plan.former) : sent;
      params[plan.name] = decode(plan, text);
    }
    const ignored: string[] = [];
    for (const name of raw.keys()) if (!names.has(name) || in_path.has(name)) ignored.push(name);
    return { params: params as ParamsOf<E>, ignored };
  };
}

function decode({ name, schema, wire, nullable, absent }: ParameterPlan, text: string | undefined): unknown {
  if (text === undefined) {
    if (absent) return absent.value;
    throw MissingParameter(`Missing '${name}' argument`, { var_name: name });
  }
  if (wire === 'text') return accept(name, schema, nullable && text === 'null' ? null : text);
  if (hasMoreValues(text, VALUES_MAX)) throw InvalidParameter(name, `${name} has more than ${VALUES_MAX} values`);
  // Before the key is looked for, which parses.
  if (text.length > LONG_JSON && isDeeper(text, DEPTH_MAX)) throw tooDeep(name);
  if (hasProtoKey(text)) throw InvalidParameter(name, `${name} has a key that is not allowed: __proto__`);
  const parsed = parse(text);
  if (parsed !== undefined) {
    checkLength(name, sizeOf(parsed));
    const checked = schema.safeParse(parsed);
    if (checked.success) return wellFormed(name, checked.data);
    // Some clients send `null` for "not given".
    if (parsed === null && absent) return absent.value;
    if (text.includes('null')) {
      const without_nulls = schema.safeParse(withoutNullMembers(schema, parsed));
      if (without_nulls.success) return wellFormed(name, without_nulls.data);
    }
    const bare = schema.safeParse(text);
    if (bare.success) return bare.data;
    throw InvalidParameter(name, describe(name, checked.error));
  }
  const bare = schema.safeParse(text);
  if (bare.success) return bare.data;
  if (bare.error.issues[0]?.code === 'invalid_value' || bare.error.issues[0]?.code === 'invalid_union')
    throw InvalidParameter(name, `Invalid ${name}`);
  if (JSON_NUMBER.test(text)) {
    const as_number = schema.safeParse(Math.trunc(Number(text)));
    throw InvalidParameter(
      name,
      as_number.success ? `${name} is not a whole number in decimal digits` : describe(name, as_number.error),
    );
  }
  throw InvalidParameter(name, `Argument "${name}" is not valid JSON.`);
}

/** First characters of JSON; this test is cheaper than an exception for each bare word. */
const MAY_BE_JSON = /^[\s[{"\-\dtfn]/;

/** Finds numbers in lists and objects in a notation we refuse: 1e3, -0. */
const MAY_HAVE_NOTATIONS = /[0-9][eE]|-0/;
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const PLAIN_NUMBER = /^(?!-0$)-?[0-9]+(?:\.[0-9]+)?$/;

/** The parsed value; undefined if the text is not JSON or has a number in a refused notation. [HT37] */
function parse(text: string): unknown {
  if (!MAY_BE_JSON.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number') return wholeNumber(text) ?? undefined;
    return MAY_HAVE_NOTATIONS.test(text) && typeof value === 'object' ? JSON.parse(text, refuseNotations) : value;
  } catch {
    return undefined;
  }
}

function refuseNotations(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && !PLAIN_NUMBER.test(context?.source ?? ''))
    throw new SyntaxError('not a plain number');
  return value;
}

function accept(name: string, schema: z.ZodType, value: string | null): unknown {
  const checked = schema.safeParse(value);
  if (checked.success) return wellFormed(name, checked.data);
  throw InvalidParameter(name, describe(name, checked.error));
}

/** The longest list or object of any parameter; many have lower limits. [HT26] */
const LIST_MAX = 20_000;

/** `Object.keys` takes 45 ms for a list of a hundred thousand. [HT910] */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function checkLength(name: string, length: number): void {
  if (length > LIST_MAX) throw InvalidParameter(name, `${name} has more than ${LIST_MAX} elements`);
}

const tooDeep = (name: string) => InvalidParameter(name, `${name} is nested more than ${DEPTH_MAX} levels deep`);

/** Refuses null bytes and unpaired surrogates, which JSON can contain but no store can hold. [HT5] */
export function wellFormed(name: string, value: unknown, depth = 0): unknown {
  if (depth === DEPTH_MAX && Object(value) === value) throw tooDeep(name);
  if (typeof value === 'string') {
    if (value.includes('\0')) throw InvalidParameter(name, `${name} contains a null byte`);
    if (!value.isWellFormed()) throw InvalidParameter(name, `${name} is not valid Unicode`);
  } else if (Array.isArray(value)) {
    checkLength(name, value.length);
    for (const item of value) wellFormed(name, item, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      wellFormed(name, key);
      wellFormed(name, item, depth + 1);
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
