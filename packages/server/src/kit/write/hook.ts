// Declares a hook: an announcement that a lower tier makes in its writes. Without an import of what a write is, so that contexts of writes
// can name hooks; hooks.ts beside this file runs their subscribers.

/** Identity and type of a hook. Declared by the slice that triggers it. */
export interface Hook<Body> {
  readonly name: string;
  /** Never set; it carries the type of the body. */
  readonly body?: Body;
}

export function hook<Body>(name: string): Hook<Body> {
  return { name };
}
