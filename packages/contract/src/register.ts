// The register call. It returns the state of all slices and therefore depends on all of them. Spec 4.22.
import { z } from 'zod';
import { registration } from './events/events.endpoints.ts';
import { endpoint } from './kit/endpoint.ts';
import { type Merged, merge } from './kit/slice.ts';
import type { StateDeclaration } from './kit/state.ts';
import { versions } from './realm/server-settings.ts';
import { slices } from './slices.ts';

type State = Merged<(typeof slices)[number]['state']>;
/** Every part of the state, by name. */
export const states: State = merge(slices.map(({ state }) => state as State));

type PartialShape<D> =
  D extends StateDeclaration<z.ZodObject<infer Shape>> ? { [K in keyof Shape]: z.ZodOptional<Shape[K]> } : never;
type Fields = Merged<PartialShape<State[keyof State]>>;
/** A part is present when one of its types was fetched. */
function initialState() {
  const fields = merge(Object.values<StateDeclaration>(states).map((part) => part.fields.partial().shape)) as Fields;
  return z.object({
    /** Null for spectators, who have no queue. */
    queue_id: z.string().nullable(),
    last_event_id: z.int(),
    idle_queue_timeout_secs: z.int(),
    ...versions,
    ...fields,
  });
}
export type InitialState = z.output<ReturnType<typeof initialState>>;

export const registerQueue = endpoint({
  id: 'register-queue',
  method: 'POST',
  path: '/register',
  access: 'spectator',
  scope: 'read',
  params: () => z.object(registration),
  result: initialState,
  compressed: true,
  summary: 'Get the current state and an event queue of the changes after it',
});
