// A hook that a lower tier triggers in its writes, by name and type of its body. hooks.ts runs the subscribers.
/** Identity and type of a hook. Declared by the slice that triggers it. */
export interface Hook<Body> {
  readonly name: string;
  /** Never set; it carries the type of the body. */
  readonly body?: Body;
}

export function hook<Body>(name: string): Hook<Body> {
  return { name };
}
