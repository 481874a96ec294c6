// Texts of messages that only this browser has: the page was left before they were saved, or the server did not take them.
import { isConversation, keyOf, parseHash, type View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { loadUnsaved, unsavedAddresses } from '../../model/session/stored-drafts.ts';
import { type Conversation, findDraft, hasDraft, type NewMessage, viewOfDraft } from './drafts.ts';

export interface UnsavedDraft {
  readonly address: string;
  readonly view: Conversation | null;
  /** Null for the text of a conversation. */
  readonly message: NewMessage | null;
  readonly content: string;
}

const NOWHERE: View = { kind: 'inbox' };

/** The reverse of `addressOf`; null where the address is of something else. */
export function readAddress(address: string, own_id: number): Pick<UnsavedDraft, 'view' | 'message'> | null {
  const [, name = null, key = address] = /^new\/([^/]+)\/(.*)$/s.exec(address) ?? [];
  const { view } = parseHash(key, NOWHERE, own_id);
  if (name === null) return isConversation(view) ? { view, message: null } : null;
  const id = Number(name);
  return { view: isConversation(view) ? view : null, message: { draft_id: Number.isInteger(id) ? id : null, name } };
}

/** Empty texts too: their drafts are to be deleted. */
export function unsavedDrafts(engine: Engine): UnsavedDraft[] {
  const email = engine.client.email ?? '';
  return unsavedAddresses(email).flatMap((address) => {
    const draft = readAddress(address, engine.own_id);
    return draft ? { address, ...draft, content: loadUnsaved(email, address) ?? '' } : [];
  });
}

/** The server has just this text: its response has not arrived, or never did because the page was left. */
export function isSaved(engine: Engine, { view, content }: UnsavedDraft): boolean {
  const key = view && keyOf(view);
  return engine.state.get().drafts.some((draft) => {
    const its = viewOfDraft(draft, engine.own_id);
    return draft.content === content && (its && keyOf(its)) === key;
  });
}

/** Those of which the server has no earlier version either. */
export const unlistedDrafts = (engine: Engine): UnsavedDraft[] =>
  unsavedDrafts(engine).filter((unsaved) => {
    const { view, message, content } = unsaved;
    if (content.trim() === '' || isSaved(engine, unsaved)) return false;
    if (message) return message.draft_id === null || !hasDraft(engine, message.draft_id);
    return view !== null && findDraft(engine, view) === null;
  });
