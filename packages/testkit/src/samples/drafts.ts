// A successful call for each endpoint of drafts.
import type { draftsContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const draftsSamples: Samples<typeof draftsContract> = {
  getDrafts: () => ({}),
  createDrafts: ({ stream_id }) => ({
    drafts: [{ type: 'stream', to: [stream_id], topic: 'samples', content: 'draft' }],
  }),
  editDraft: async ({ cast }) => {
    const draft = { type: '' as const, to: [], topic: '', content: 'draft' };
    const { ids } = await cast.ada.createDrafts({ drafts: [draft] });
    return { draft_id: ids[0], draft: { ...draft, content: 'another' } };
  },
  deleteDraft: async ({ cast }) => {
    const { ids } = await cast.ada.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'to delete' }] });
    return { draft_id: ids[0] };
  },
};
