// What a call needs to know of its endpoint, as plain data. The web client's bundle has the plans in place of this module and
// of every schema (`scripts/contract-as-data.mjs`).
import { type Endpoint, endpoints, wireOf } from '@stoa/contract';

export interface CallPlan {
  readonly method: string;
  /** Parameters in it are in braces. */
  readonly path: string;
  /** The parameters that are sent verbatim; all others are JSON. */
  readonly texts: readonly string[];
}

export function planOf({ method, path, params }: Endpoint): CallPlan {
  const schemas = Object.entries<Parameters<typeof wireOf>[0]>(params.shape);
  const texts = schemas.filter(([, schema]) => wireOf(schema) === 'text').map(([name]) => name);
  return { method, path, texts };
}

const plans = new Map<string, CallPlan>();

export const callNames = Object.keys(endpoints) as (keyof typeof endpoints)[];

/** Made on the first call of an endpoint. */
export function planNamed(name: keyof typeof endpoints): CallPlan {
  const plan = plans.get(name) ?? planOf(endpoints[name]);
  plans.set(name, plan);
  return plan;
}
