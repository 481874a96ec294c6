// Encodes parameters into path, query or form body. The counterpart of the server's decoding.
import type { CallPlan } from './call-plans.ts';

/** An encoded call, relative to the site. `body` is null when the parameters are in the query. */
export interface EncodedCall {
  readonly method: string;
  readonly path: string;
  readonly body: URLSearchParams | null;
}

/** Omits undefined parameters. Sends parameters the endpoint does not have; the server lists them in its response. */
export function encodeCall(plan: CallPlan, params: Readonly<Record<string, unknown>>): EncodedCall {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || plan.path.includes(`{${name}}`)) continue;
    form.append(name, plan.texts.includes(name) && typeof value === 'string' ? value : JSON.stringify(value));
  }
  const path = plan.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  if (plan.method !== 'GET') return { method: plan.method, path: `/api/v1${path}`, body: form };
  const query = form.size > 0 ? `?${form}` : '';
  return { method: 'GET', path: `/api/v1${path}${query}`, body: null };
}
