// Saved snippets.

import { snippetsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findSnippets, findSnippetTexts } from './snippets.queries.ts';
import { snippetsRoutes } from './snippets.routes.ts';

export const snippetsSlice = defineSlice({
  contract: snippetsContract,
  routes: snippetsRoutes,
  state: { snippets: async (db, { actor }) => ({ saved_snippets: await findSnippetTexts(db, actor.user_id) }) },
  tables: {
    saved_snippets: {
      accounts: ['user_id'],
      on_export: { field: 'saved_snippets', find: findSnippets },
      on_erasure: 'rows',
    },
  },
});
