// Encodes parameters into path, query or form body. The counterpart of the server's decoding.
import { type Endpoint, pathParameters, type Wire, wireOf } from '@stoa/contract';

interface Plan {
  readonly in_path: ReadonlySet<string>;
  readonly wires: ReadonlyMap<string, Wire>;
}

const plans = new WeakMap<Endpoint, Plan>();

function planOf(endpoint: Endpoint): Plan {
  const known = plans.get(endpoint);
  if (known) return known;
  const wires = new Map<string, Wire>();
  for (const [name, schema] of Object.entries<Parameters<typeof wireOf>[0]>(endpoint.params.shape))
    wires.set(name, wireOf(schema));
  const plan = { in_path: new Set(pathParameters(endpoint.path)), wires };
  plans.set(endpoint, plan);
  return plan;
}

/** An encoded call, relative to the site. `body` is null when the parameters are in the query. */
export interface EncodedCall {
  readonly method: string;
  readonly path: string;
  readonly body: URLSearchParams | null;
}

/** Omits undefined parameters. Sends parameters the endpoint does not have; the server lists them in its response. */
export function encodeCall(endpoint: Endpoint, params: Readonly<Record<string, unknown>>): EncodedCall {
  const { in_path, wires } = planOf(endpoint);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || in_path.has(name)) continue;
    form.append(name, wires.get(name) === 'text' && typeof value === 'string' ? value : JSON.stringify(value));
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  if (endpoint.method !== 'GET') return { method: endpoint.method, path: `/api/v1${path}`, body: form };
  const query = form.size > 0 ? `?${form}` : '';
  return { method: 'GET', path: `/api/v1${path}${query}`, body: null };
}
