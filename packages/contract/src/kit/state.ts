// The part of the register response that a slice contributes, and how events change it. Spec 4.22.
import type { z } from 'zod';
import type { ReceivedEvent } from './event.ts';

// biome-ignore lint/suspicious/noExplicitAny: a shape's value type is its own business
type Shape = z.ZodObject<any>;

export interface StateDeclaration<S extends Shape = Shape> {
  /** Sent when any of these types is fetched. */
  readonly fetch: readonly string[];
  /** Sent to nobody who fetches everything without naming types. */
  readonly named_only?: true;
  /** Sent only when all of them are. */
  readonly fetch_all?: true;
  readonly fields: S;
}

export function state<S extends Shape>(declaration: StateDeclaration<S>): StateDeclaration<S> {
  return declaration;
}

/** What a client holds after register: the fields it fetched. */
export type ClientState = Readonly<Record<string, unknown>>;
/** Gives the state after an event; leaves the one before as it was. Events of other slices change nothing. */
export type Reducer = (state: ClientState, event: ReceivedEvent) => ClientState;
