// Saved snippets: texts that a user inserts into messages. Spec 2.9.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { NotFound } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';

/** At most 1,000 snippets per account. */
export const MAX_SAVED_SNIPPETS = 1000;
/** In Unicode code points. The content of a snippet can be as long as a message. */
export const MAX_SNIPPET_TITLE_LENGTH = 60;

export const SavedSnippet = z.object({
  id: z.int(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  date_created: Timestamp,
});
export type SavedSnippet = z.output<typeof SavedSnippet>;

export const savedSnippetsAdd = event({
  type: 'saved_snippets',
  op: 'add',
  fields: () => z.object({ saved_snippet: SavedSnippet }),
  summary: 'The user has a new saved snippet.',
});
export const savedSnippetsUpdate = event({
  type: 'saved_snippets',
  op: 'update',
  fields: () => z.object({ saved_snippet: SavedSnippet }),
  summary: 'A saved snippet of the user was edited.',
});
export const savedSnippetsRemove = event({
  type: 'saved_snippets',
  op: 'remove',
  fields: () => z.object({ saved_snippet_id: z.int() }),
  summary: 'A saved snippet of the user was deleted.',
});

export const getSavedSnippets = endpoint({
  id: 'get-saved-snippets',
  method: 'GET',
  path: '/saved_snippets',
  access: 'user',
  scope: 'read',
  result: () => z.object({ saved_snippets: z.array(SavedSnippet) }),
  summary: 'List your own saved snippets, in the order they were created',
});

export const createSavedSnippet = endpoint({
  id: 'create-saved-snippet',
  method: 'POST',
  path: '/saved_snippets',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ title: z.string(), content: z.string() }),
  result: () => z.object({ saved_snippet_id: z.int() }),
  emits: [savedSnippetsAdd],
  summary: 'Create a saved snippet',
});

export const editSavedSnippet = endpoint({
  id: 'edit-saved-snippet',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ saved_snippet_id: z.int(), title: z.string().optional(), content: z.string().optional() }),
  errors: [NotFound],
  emits: [savedSnippetsUpdate],
  summary: 'Edit a saved snippet',
});

export const deleteSavedSnippet = endpoint({
  id: 'delete-saved-snippet',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ saved_snippet_id: z.int() }),
  errors: [NotFound],
  emits: [savedSnippetsRemove],
  summary: 'Delete a saved snippet',
});

export const snippetsState = state({
  fetch: ['saved_snippets'],
  fields: () => z.object({ saved_snippets: z.array(SavedSnippet) }),
});

export const reduceSnippets: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'saved_snippets' || !state.saved_snippets) return state;
  const snippets = state.saved_snippets as SavedSnippet[];
  if (event.op === 'remove')
    return { ...state, saved_snippets: snippets.filter(({ id }) => id !== event.saved_snippet_id) };
  const changed = event.saved_snippet as SavedSnippet;
  if (event.op === 'add') return { ...state, saved_snippets: [...snippets, changed] };
  return { ...state, saved_snippets: snippets.map((snippet) => (snippet.id === changed.id ? changed : snippet)) };
};

export const snippetsContract = slice({
  name: 'snippets',
  endpoints: { getSavedSnippets, createSavedSnippet, editSavedSnippet, deleteSavedSnippet },
  events: [savedSnippetsAdd, savedSnippetsUpdate, savedSnippetsRemove],
  state: { snippets: snippetsState },
  reduce: [reduceSnippets],
});
