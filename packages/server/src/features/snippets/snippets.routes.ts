// The caller's own saved snippets.
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, getSavedSnippets } from '@stoa/contract';
import { never, RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { sumOwnTexts } from '../../kit/limits/caps.ts';
import { createSnippet, deleteSnippet, editSnippet } from './snippets.actions.ts';
import { findSnippetTexts } from './snippets.queries.ts';

export const snippetsRoutes: Route[] = [
  read(
    getSavedSnippets,
    async ({ db, actor }) => new RawResult(fieldsOf({ saved_snippets: await findSnippetTexts(db, actor.user_id) })),
    never,
    { bytes: ({ db, actor }) => sumOwnTexts(db, 'saved_snippets', actor.user_id) },
  ),
  write(createSavedSnippet, async (context, params) => ({
    saved_snippet_id: await createSnippet(context, context.actor, params),
  })),
  write(editSavedSnippet, async (context, { saved_snippet_id, ...changes }) => {
    await editSnippet(context, context.actor, saved_snippet_id, changes);
    return {};
  }),
  write(deleteSavedSnippet, async (context, { saved_snippet_id }) => {
    await deleteSnippet(context, context.actor, saved_snippet_id);
    return {};
  }),
];
