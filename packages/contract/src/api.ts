// The whole API, composed from the slices.
import type { Endpoint } from './kit/endpoint.ts';
import type { EventDeclaration, ReceivedEvent } from './kit/event.ts';
import { type Merged, merge } from './kit/slice.ts';
import type { ClientState } from './kit/state.ts';
import { registerQueue } from './register.ts';
import { slices } from './slices.ts';

type SliceEndpoints = Merged<(typeof slices)[number]['endpoints']>;

/** Every endpoint, by call name. */
export const endpoints = {
  ...merge(slices.map((slice) => slice.endpoints as SliceEndpoints)),
  registerQueue,
} satisfies Record<string, Endpoint>;

export const events: readonly EventDeclaration[] = slices.flatMap((slice) => slice.events);

const reducers = slices.flatMap((slice) => slice.reduce);

/** The state after an event: applies the reducers of every slice in turn. Shared by tests, SDK and web client. */
export function reduce(state: ClientState, event: ReceivedEvent): ClientState {
  return reducers.reduce((current, reducer) => reducer(current, event), state);
}
