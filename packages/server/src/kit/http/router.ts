// From a method and a path to the endpoint that serves it. Several endpoints may share the shape of a path.
import { type Endpoint, pathParameters } from '@stoa/contract';
import type { z } from 'zod';
import {
  type Dispatch,
  dispatcher,
  type Handler,
  methodNotAllowed,
  notFound,
  type PathParameters,
} from './dispatch.ts';
import type { Route } from './route.ts';

const PREFIX = '/api/v1';

interface Candidate {
  readonly endpoint: Endpoint;
  readonly names: readonly string[];
  /** Which of the path's parameters must be whole numbers. */
  readonly numeric: readonly boolean[];
  readonly handler: Handler;
}

/** A path's shape, `:p0`, `:p1`, ... where its parameters are, `*` for the rest of the path at its end, and who answers there. */
export type RouteTable = ReadonlyMap<string, (request: Request, path: PathParameters) => Promise<Response> | Response>;

function isNumeric(endpoint: Endpoint, name: string): boolean {
  const schema = endpoint.params.shape[name] as z.ZodType | undefined;
  if (!schema) throw new Error(`${endpoint.id} does not declare its path parameter ${name}`);
  return schema.def.type === 'number';
}

export function routeTable(kit: Dispatch, routes: readonly Route[]): RouteTable {
  const shapes = new Map<string, Candidate[]>();
  for (const route of routes) {
    const { endpoint } = route;
    const names = pathParameters(endpoint.path);
    let at = 0;
    const shape = PREFIX + endpoint.path.replace(/\{\w+\}/g, () => `:p${at++}`);
    const candidate = {
      endpoint,
      names,
      numeric: names.map((name) => isNumeric(endpoint, name)),
      handler: dispatcher(kit, route),
    };
    for (const each of endpoint.path_tail ? [shape, shape.replace(/:p\d+$/, '*')] : [shape])
      shapes.set(each, [...(shapes.get(each) ?? []), candidate]);
  }
  const table = new Map<string, (request: Request, path: PathParameters) => Promise<Response> | Response>();
  for (const [shape, candidates] of shapes) {
    // An id is tried before a name, so that /users/{user_id} wins over /users/{email} for a number.
    candidates.sort((a, b) => b.numeric.filter(Boolean).length - a.numeric.filter(Boolean).length);
    table.set(shape, (request, path) => serve(kit, candidates, request, path));
  }
  return table;
}

function serve(kit: Dispatch, candidates: readonly Candidate[], request: Request, path: PathParameters) {
  const values = Object.values(path);
  const fitting = candidates.filter(({ numeric }) =>
    numeric.every((must, at) => !must || /^-?\d{1,16}$/.test(values[at]!)),
  );
  if (fitting.length === 0) return notFound(kit);
  const chosen = fitting.find(({ endpoint }) => endpoint.method === request.method);
  if (!chosen) return methodNotAllowed(kit, [...new Set(fitting.map(({ endpoint }) => endpoint.method))]);
  return chosen.handler(request, Object.fromEntries(chosen.names.map((name, at) => [name, values[at]!])));
}
