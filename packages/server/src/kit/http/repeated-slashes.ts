// Answers paths with repeated slashes as if each of these were one, as web servers do. Loaded with the first such path.
import type { Peers } from './callers/client-address.ts';
import type { DispatchServices, PathParameters } from './handling.ts';
import { decodedPath, handlePath } from './parameters/path-parameters.ts';
import { notFound } from './responses/refuse.ts';
import type { RouteTable } from './router.ts';

/** How closely a shape fits the segments: one digit for each, the highest for a fixed one; null if it does not fit. */
function fitOf(shape: readonly string[], segments: readonly string[]): string | null {
  const is_tailed = shape.at(-1) === '*';
  if (is_tailed ? segments.length < shape.length : segments.length !== shape.length) return null;
  let fit = '';
  for (const [at, part] of shape.entries()) {
    if (part === '*') return `${fit}0`;
    if (part.startsWith(':')) fit += '1';
    else if (part === segments[at]) fit += '2';
    else return null;
  }
  return fit;
}

function parametersOf(shape: readonly string[], segments: readonly string[]): PathParameters {
  const params: Record<string, string> = {};
  for (const [at, part] of shape.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodedPath(segments[at]!);
    if (part === '*') params.tail = decodedPath(segments.slice(at).join('/'));
  }
  return params;
}

/** [HT852] */
export function serveMerged(
  { api, services }: { readonly api: RouteTable; readonly services: DispatchServices },
  request: Request,
  peers: Peers,
): Response | Promise<Response> {
  const segments = new URL(request.url).pathname.replace(/\/{2,}/g, '/').split('/');
  let closest = '';
  let found: string | null = null;
  for (const shape of api.keys()) {
    const fit = fitOf(shape.split('/'), segments);
    if (fit === null || fit <= closest) continue;
    closest = fit;
    found = shape;
  }
  if (found === null) return notFound(services);
  return handlePath(services, api.get(found)!, parametersOf(found.split('/'), segments), request, peers);
}
