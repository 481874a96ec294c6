// Calls endpoints within the server, for handlers that serve them in another protocol. A call is a request of its own with the same
// credentials, so the one dispatcher decides on access, parameters, limits and idempotency. [MP6]
import { ApiError, type Endpoint, type InputOf, pathParameters, type ResultOf, wireOf } from '@stoa/contract';
import type { z } from 'zod';
import { getOrSet } from '../collections/get-or-set.ts';
import { parseInParts } from '../json/json-in-parts.ts';
import { IDEMPOTENCY_HEADER } from '../write/idempotency.ts';
import type { Peers } from './callers/client-address.ts';
import type { Handler, RequestOrigin } from './handling.ts';
import { continueTrace } from './observers/request-trace.ts';

interface CallOptions {
  readonly idempotency_key?: string | undefined;
}

/** Throws the {@link ApiError} of an error response. */
export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  params: InputOf<E>,
  options?: CallOptions,
) => Promise<ResultOf<E>>;

/** The organization, the program and the address of the outer request. */
const FORWARDED = ['host', 'user-agent', 'x-forwarded-for'];

/** The parameters of an endpoint that are sent verbatim; found once, because each makes a schema. */
const text_parameters = new WeakMap<Endpoint, ReadonlySet<string>>();
const textParameters = (endpoint: Endpoint) =>
  getOrSet(text_parameters, endpoint, () => {
    const schemas = Object.entries(endpoint.params.shape as Record<string, z.ZodType>);
    return new Set(schemas.filter(([, schema]) => wireOf(schema) === 'text').map(([name]) => name));
  });

function encode(endpoint: Endpoint, params: Readonly<Record<string, unknown>>) {
  const in_path = pathParameters(endpoint.path);
  const texts = textParameters(endpoint);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || in_path.includes(name)) continue;
    form.append(name, texts.has(name) && typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { path: Object.fromEntries(in_path.map((name) => [name, String(params[name])])), form: form.toString() };
}

/** `endpoints`: the handlers by the ids of endpoints. `authorization`: the credentials of the outer request, as HTTP Basic. */
export function endpointCaller(
  endpoints: ReadonlyMap<string, Handler>,
  outer: Pick<RequestOrigin, 'request' | 'peers'>,
  authorization: string | null,
): CallEndpoint {
  const peers: Peers = { requestIP: () => outer.peers.requestIP(outer.request) };
  return async (endpoint, params, { idempotency_key } = {}) => {
    const { path, form } = encode(endpoint, params as Readonly<Record<string, unknown>>);
    const headers = new Headers();
    for (const name of FORWARDED) {
      const value = outer.request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (authorization !== null) headers.set('authorization', authorization);
    if (idempotency_key !== undefined) headers.set(IDEMPOTENCY_HEADER, idempotency_key);
    const is_get = endpoint.method === 'GET';
    if (!is_get) {
      headers.set('content-type', 'application/x-www-form-urlencoded');
      headers.set('content-length', String(form.length));
    }
    // The organization is found by the Host header alone.
    const request = new Request(`http://localhost/api/v1${endpoint.path}${is_get ? `?${form}` : ''}`, {
      method: endpoint.method,
      headers,
      signal: outer.request.signal,
      ...(is_get ? {} : { body: form }),
    });
    continueTrace(request, outer.request);
    const response = await endpoints.get(endpoint.id)!(request, path, peers);
    const { result, msg, ...fields } = (await parseInParts(await response.text())) as Record<string, unknown>;
    if (result === 'success') return fields as ResultOf<typeof endpoint>;
    const { code, ...others } = fields;
    throw new ApiError(String(code), response.status, String(msg), others);
  };
}
