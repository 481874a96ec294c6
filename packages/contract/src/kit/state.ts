// A slice's part of the initial state, and how events change it. Spec 4.22.
import type { z } from 'zod';
import type { ReceivedEvent } from './event.ts';
import { once } from './once.ts';

// biome-ignore lint/suspicious/noExplicitAny: a shape's value type is its own business
type Shape = z.ZodObject<any>;

export interface StateDeclaration<S extends Shape = Shape> {
  /** Sent when any of these types is fetched. */
  readonly fetch: readonly string[];
  /** Sent only when a type is named, not when everything is fetched. */
  readonly named_only?: true;
  /** Sent only when all of these types are fetched. */
  readonly fetch_all?: true;
  readonly fields: S;
}

interface Declaration<S extends Shape> extends Omit<StateDeclaration<S>, 'fields'> {
  readonly fields: () => S;
}

/** Declares a part of the state; its schema is made when it is first needed. */
export function state<S extends Shape>(declaration: Declaration<S>): StateDeclaration<S> {
  const fields = once(declaration.fields);
  return {
    ...declaration,
    get fields() {
      return fields();
    },
  };
}

/** The state a client holds after register: the fields it fetched. */
export type ClientState = Readonly<Record<string, unknown>>;
/** Returns the state after an event without modifying the given one. Events of other slices change nothing. */
export type Reducer = (state: ClientState, event: ReceivedEvent) => ClientState;
