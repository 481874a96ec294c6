// The shape of a slice's part of the contract, and the merge of all slices.
import type { Endpoint } from './endpoint.ts';
import type { EventDeclaration } from './event.ts';
import type { Reducer, StateDeclaration } from './state.ts';

type Named<T> = Readonly<Record<string, T>>;

export interface Slice<
  E extends Named<Endpoint> = Named<Endpoint>,
  S extends Named<StateDeclaration> = Named<StateDeclaration>,
> {
  /** The folder name, the same in contract, server and spec. */
  readonly name: string;
  readonly endpoints: E;
  readonly events: readonly EventDeclaration[];
  /** The slice's part of the initial state, by name. */
  readonly state: S;
  /** Reducers for the state of this or other slices, in the order they run. */
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

/** Merges the fields of all objects into one. */
export function merge<T extends object>(parts: readonly T[]): Merged<T> {
  return Object.assign({}, ...parts);
}
