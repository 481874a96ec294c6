// The caller's own drafts.
import * as contract from '@stoa/contract';
import { never, RawResult, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { sumOwnTexts } from '../../kit/limits/caps.ts';
import { createDrafts, deleteDraft, editDraft } from './drafts.actions.ts';
import { findDraftIds, findDraftTexts } from './drafts.queries.ts';

export const draftsRoutes: Route[] = [
  read(
    contract.getDrafts,
    async ({ db, actor }) => {
      const ids = await findDraftIds(db, actor.user_id);
      return new RawResult(fieldsOf({ count: ids.length, drafts: await findDraftTexts(db, ids) }));
    },
    never,
    { bytes: ({ db, actor }) => sumOwnTexts(db, 'drafts', actor.user_id) },
  ),
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
