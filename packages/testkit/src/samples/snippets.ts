// A successful call for each endpoint of snippets.
import type { snippetsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const snippetsSamples: Samples<typeof snippetsContract> = {
  getSavedSnippets: () => ({}),
  createSavedSnippet: ({ unique }) => ({ title: `sample ${unique()}`, content: 'sample' }),
  editSavedSnippet: async ({ cast }) => {
    const { saved_snippet_id } = await cast.ada.createSavedSnippet({ title: 'to edit', content: 'sample' });
    return { saved_snippet_id, title: 'edited' };
  },
  deleteSavedSnippet: async ({ cast }) => {
    const { saved_snippet_id } = await cast.ada.createSavedSnippet({ title: 'to delete', content: 'sample' });
    return { saved_snippet_id };
  },
};
