// The whole API in one place, put together from the slices.
import type { Endpoint } from './kit/endpoint.ts';
import type { EventDeclaration, ReceivedEvent } from './kit/event.ts';
import { type Merged, merge } from './kit/slice.ts';
import type { ClientState } from './kit/state.ts';
import { registerQueue } from './register.ts';
import { slices } from './slices.ts';

type SliceEndpoints = Merged<(typeof slices)[number]['endpoints']>;

/** Every endpoint, by the name of its call. */
export const endpoints = {
  ...merge(slices.map((slice) => slice.endpoints as SliceEndpoints)),
  registerQueue,
} satisfies Record<string, Endpoint>;

export const events: readonly EventDeclaration[] = slices.flatMap((slice) => slice.events);

const reducers = slices.flatMap((slice) => slice.reduce);

/** The state after an event: every slice's reducers in turn. Tests, SDK and web client use this very function. */
export function reduce(state: ClientState, event: ReceivedEvent): ClientState {
  return reducers.reduce((current, reducer) => reducer(current, event), state);
}
