// Code playgrounds: external sites that run code of a message, by language.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { BadRequest } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';

/** In Unicode code points. */
export const MAX_PLAYGROUND_NAME_LENGTH = 100;
export const MAX_PLAYGROUND_LANGUAGE_LENGTH = 40;
export const MAX_PLAYGROUND_URL_LENGTH = 1000;
export const MAX_PLAYGROUNDS = 500;

export const Playground = z.object({
  id: z.int(),
  name: z.string(),
  /** The language name used in code blocks. */
  pygments_language: z.string(),
  /** An RFC 6570 URL template with one variable, `code`. */
  url_template: z.string(),
});
export type Playground = z.output<typeof Playground>;

export const realmPlaygroundsChanged = event({
  type: 'realm_playgrounds',
  fields: () => z.object({ realm_playgrounds: z.array(Playground) }),
  summary: 'The code playgrounds of the organization changed.',
});

export const addPlayground = endpoint({
  id: 'add-code-playground',
  method: 'POST',
  path: '/realm/playgrounds',
  access: 'administrator',
  scope: 'key',
  params: () => z.object({ name: z.string(), pygments_language: z.string(), url_template: z.string() }),
  result: () => z.object({ id: z.int() }),
  fresh_password: true,
  errors: [BadRequest],
  emits: [realmPlaygroundsChanged],
  summary: 'Add a code playground',
});
export const removePlayground = endpoint({
  id: 'remove-code-playground',
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ playground_id: z.int() }),
  errors: [BadRequest],
  emits: [realmPlaygroundsChanged],
  summary: 'Remove a code playground',
});

export const playgroundsState = state({
  fetch: ['realm_playgrounds'],
  fields: () => z.object({ realm_playgrounds: z.array(Playground) }),
});

export const reducePlaygrounds: Reducer = (state: ClientState, event: ReceivedEvent): ClientState =>
  event.type === 'realm_playgrounds' && state.realm_playgrounds
    ? { ...state, realm_playgrounds: event.realm_playgrounds }
    : state;

export const playgroundsContract = slice({
  name: 'playgrounds',
  endpoints: { addPlayground, removePlayground },
  events: [realmPlaygroundsChanged],
  state: { playgrounds: playgroundsState },
  reduce: [reducePlaygrounds],
});
