// What a slice adds to the contract, and how the whole is put together from all slices.
import type { Endpoint } from './endpoint.ts';
import type { EventDeclaration } from './event.ts';
import type { Reducer, StateDeclaration } from './state.ts';

type Named<T> = Readonly<Record<string, T>>;

export interface Slice<
  E extends Named<Endpoint> = Named<Endpoint>,
  S extends Named<StateDeclaration> = Named<StateDeclaration>,
> {
  /** The name of its folder, in contract, server and spec alike. */
  readonly name: string;
  readonly endpoints: E;
  readonly events: readonly EventDeclaration[];
  /** What register says of the slice, by a name of each part. */
  readonly state: S;
  /** What events change of the state, of this slice or of others; in the order in which they run. */
  readonly reduce: readonly Reducer[];
}

// biome-ignore lint/complexity/noBannedTypes: the type of no names at all, which adds none to the whole
type None = {};

export function slice<E extends Named<Endpoint> = None, S extends Named<StateDeclaration> = None>(declaration: {
  name: string;
  endpoints?: E;
  events?: readonly EventDeclaration[];
  state?: S;
  reduce?: readonly Reducer[];
}): Slice<E, S> {
  return { endpoints: {} as E, events: [], state: {} as S, reduce: [], ...declaration };
}

/** One type with the fields of every member of a union. */
export type Merged<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? { [K in keyof I]: I[K] }
  : never;

/** The fields of all these objects in one. */
export function merge<T extends object>(parts: readonly T[]): Merged<T> {
  return Object.assign({}, ...parts);
}
