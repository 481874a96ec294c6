// The caller's own drafts.
import * as contract from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { createDrafts, deleteDraft, editDraft } from './drafts.actions.ts';
import { findDrafts } from './drafts.queries.ts';

export const draftsRoutes: Route[] = [
  read(contract.getDrafts, async ({ db, actor }) => {
    const drafts = await findDrafts(db, actor.user_id);
    return { count: drafts.length, drafts };
  }),
  write(contract.createDrafts, async (context, { drafts }) => ({
    ids: await createDrafts(context, context.actor, drafts),
  })),
  write(contract.editDraft, async (context, { draft_id, draft }) => {
    await editDraft(context, context.actor, draft_id, draft);
    return {};
  }),
  write(contract.deleteDraft, async (context, { draft_id }) => {
    await deleteDraft(context, context.actor, draft_id);
    return {};
  }),
];
