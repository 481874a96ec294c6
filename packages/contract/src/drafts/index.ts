// Drafts of messages, synchronized between the devices of their author. Spec 2.7, 4.13.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { NotFound } from '../kit/errors.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp } from '../kit/values.ts';

/** At most 1,000 drafts per account. */
export const MAX_DRAFTS = 1000;
/** At most 500 recipients per draft. */
export const MAX_DRAFT_RECIPIENTS = 500;
/** The end of the year 9999. Later timestamps are refused. */
const MAX_TIMESTAMP = 253_402_300_799;

const DraftType = z.enum(['', 'stream', 'private']);

export const Draft = z.object({
  id: z.int(),
  /** Empty while the draft has no recipient. */
  type: DraftType,
  /** As `type` says: one channel id, user ids, or empty. */
  to: z.array(z.int()),
  /** Empty unless `type` is `stream`. */
  topic: z.string(),
  /** Markdown. */
  content: z.string(),
  /** When the draft was last edited. */
  timestamp: Timestamp,
});
export type Draft = z.output<typeof Draft>;

export const NewDraft = z.strictObject({
  /** Ignored: the server assigns ids. */
  id: z.int().optional(),
  type: DraftType,
  to: z.array(z.int()).max(MAX_DRAFT_RECIPIENTS),
  topic: z.string(),
  content: z.string(),
  /** When the draft was last edited; defaults to now. Fractions of a second are dropped. */
  timestamp: z.number().min(0).max(MAX_TIMESTAMP).optional(),
});
export type NewDraft = z.output<typeof NewDraft>;

export const draftsAdd = event({
  type: 'drafts',
  op: 'add',
  fields: () => z.object({ drafts: z.array(Draft) }),
  summary: 'The user has new drafts.',
});
export const draftsUpdate = event({
  type: 'drafts',
  op: 'update',
  fields: () => z.object({ draft: Draft }),
  summary: 'A draft of the user was edited.',
});
export const draftsRemove = event({
  type: 'drafts',
  op: 'remove',
  fields: () => z.object({ draft_id: z.int() }),
  summary: 'A draft of the user was deleted.',
});

export const getDrafts = endpoint({
  id: 'get-drafts',
  method: 'GET',
  path: '/drafts',
  access: 'user',
  scope: 'read',
  result: () => z.object({ count: z.int(), drafts: z.array(Draft) }),
  summary: 'List your own drafts, the most recently edited last',
});

export const createDrafts = endpoint({
  id: 'create-drafts',
  method: 'POST',
  path: '/drafts',
  access: 'user',
  scope: 'send',
  params: () => z.object({ drafts: z.array(NewDraft).max(MAX_DRAFTS).default([]) }),
  /** In the order of the given drafts. */
  result: () => z.object({ ids: z.array(z.int()) }),
  emits: [draftsAdd],
  summary: 'Create drafts: all of them, or none if one is invalid',
});

export const editDraft = endpoint({
  id: 'edit-draft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ draft_id: z.int(), draft: NewDraft }),
  errors: [NotFound],
  emits: [draftsUpdate],
  summary: 'Edit a draft',
  since: 87,
});

export const deleteDraft = endpoint({
  id: 'delete-draft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ draft_id: z.int() }),
  errors: [NotFound],
  emits: [draftsRemove],
  summary: 'Delete a draft',
});

/** The most recently edited draft comes first. */
export const draftsState = state({ fetch: ['drafts'], fields: () => z.object({ drafts: z.array(Draft) }) });

const newestFirst = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;

export const reduceDrafts: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'drafts' || !state.drafts) return state;
  const drafts = state.drafts as Draft[];
  if (event.op === 'remove') return { ...state, drafts: drafts.filter(({ id }) => id !== event.draft_id) };
  const changed = event.op === 'add' ? (event.drafts as Draft[]) : [event.draft as Draft];
  const rest = drafts.filter(({ id }) => !changed.some((draft) => draft.id === id));
  return { ...state, drafts: [...rest, ...changed].sort(newestFirst) };
};

export const draftsContract = slice({
  name: 'drafts',
  endpoints: { getDrafts, createDrafts, editDraft, deleteDraft },
  events: [draftsAdd, draftsUpdate, draftsRemove],
  state: { drafts: draftsState },
  reduce: [reduceDrafts],
});
