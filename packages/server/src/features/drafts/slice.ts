// Drafts of messages.

import { draftsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findDraftIds, findDrafts, findDraftTexts } from './drafts.queries.ts';
import { draftsRoutes } from './drafts.routes.ts';

export const draftsSlice = defineSlice({
  contract: draftsContract,
  routes: draftsRoutes,
  state: {
    drafts: async (db, { actor }) => ({
      drafts: await findDraftTexts(db, (await findDraftIds(db, actor.user_id)).reverse()),
    }),
  },
  tables: {
    drafts: { accounts: ['user_id'], on_export: { field: 'drafts', find: findDrafts }, on_erasure: 'rows' },
  },
});
