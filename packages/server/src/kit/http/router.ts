// Finds the endpoint for a method and path. Several endpoints may share the shape of a path.
import { type Endpoint, once, pathParameters } from '@stoa/contract';
import type { z } from 'zod';
import type { Peers } from './callers/client-address.ts';
import { dispatcher } from './dispatch.ts';
import type { DispatchServices, Handler, PathParameters } from './handling.ts';
import { rawHandler } from './raw-handler.ts';
import type { RawRoute } from './raw-route.ts';
import { methodNotAllowed, notFound } from './responses/refuse.ts';
import type { Route } from './route.ts';

const PREFIX = '/api/v1';

interface Candidate {
  readonly methods: readonly string[];
  readonly names: readonly string[];
  /** Which path parameters must be integers; asked with the first request, because that makes the endpoint's schema. */
  numeric(): readonly boolean[];
  readonly handler: Handler;
}

/** Answers a request whose path fits a shape. */
export type ServePath = (request: Request, path: PathParameters, peers: Peers) => Promise<Response> | Response;
/** The shape of a path (`:p0`, `:p1`, ... for parameters, a final `*` for the rest) and its handler. */
export type RouteTable = ReadonlyMap<string, ServePath>;

/** The runtime sends the response to HEAD without its body. A poll by HEAD would wait for events that nobody gets. [HT1] */
const methodsOf = ({ kind, endpoint }: Route) =>
  endpoint.method === 'GET' && kind !== 'wait' ? ['GET', 'HEAD'] : [endpoint.method];

function isNumeric(endpoint: Endpoint, name: string): boolean {
  const schema = endpoint.params.shape[name] as z.ZodType | undefined;
  if (!schema) throw new Error(`${endpoint.id} does not declare its path parameter ${name}`);
  return schema.def.type === 'number';
}

export function routeTable(
  services: DispatchServices,
  routes: readonly Route[],
  raw: readonly RawRoute[] = [],
): RouteTable {
  const shapes = new Map<string, Candidate[]>();
  const endpoints = new Map<string, Handler>();
  for (const route of routes) {
    const { endpoint } = route;
    const names = pathParameters(endpoint.path);
    const handler = dispatcher(services, route);
    endpoints.set(endpoint.id, handler);
    let at = 0;
    const shape = PREFIX + endpoint.path.replace(/\{\w+\}/g, () => `:p${at++}`);
    const candidate = {
      methods: methodsOf(route),
      names,
      numeric: once(() => names.map((name) => isNumeric(endpoint, name))),
      handler,
    };
    for (const each of endpoint.path_tail ? [shape, shape.replace(/:p\d+$/, '*')] : [shape])
      shapes.set(each, [...(shapes.get(each) ?? []), candidate]);
  }
  for (const route of raw) {
    const handler = rawHandler(services, route, endpoints);
    const candidate = { methods: route.methods, names: [], numeric: () => [], handler };
    shapes.set(route.path, [...(shapes.get(route.path) ?? []), candidate]);
  }
  const table = new Map<string, ServePath>();
  for (const [shape, candidates] of shapes) {
    const sorted = once(() => idsFirst(candidates));
    table.set(shape, (request, path, peers) => serve(services, sorted(), request, path, peers));
  }
  return table;
}

/** Ids before names: /users/{user_id} wins over /users/{email} for a number. */
function idsFirst(candidates: readonly Candidate[]): Candidate[] {
  const ids = ({ numeric }: Candidate) => numeric().filter(Boolean).length;
  return [...candidates].sort((a, b) => ids(b) - ids(a));
}

function serve(
  services: DispatchServices,
  candidates: readonly Candidate[],
  request: Request,
  path: PathParameters,
  peers: Peers,
) {
  const values = Object.values(path);
  const fitting = candidates.filter(({ numeric }) =>
    numeric().every((must, at) => !must || /^-?\d{1,16}$/.test(values[at]!)),
  );
  if (fitting.length === 0) return notFound(services);
  const chosen = fitting.find(({ methods }) => methods.includes(request.method));
  if (!chosen) return methodNotAllowed(services, [...new Set(fitting.flatMap(({ methods }) => methods))]);
  const named = Object.fromEntries(chosen.names.map((name, at) => [name, values[at]!]));
  return chosen.handler(request, 'tail' in path ? { ...named, tail: path.tail! } : named, peers);
}
