// Edits of messages that were begun and not saved. Kept in this browser, so that they survive leaving the conversation and a reload.
import { loadUnsaved, storeUnsaved } from '../../model/session/stored-drafts.ts';

export interface UnsavedEdit {
  /** The source that was edited: the message may have changed since. */
  readonly source: string;
  /** The text with its files. */
  readonly content: string;
}

const addressOf = (message_id: number) => `edit/${message_id}`;

export function loadEdit(email: string, message_id: number): UnsavedEdit | null {
  try {
    const edit = JSON.parse(loadUnsaved(email, addressOf(message_id)) ?? 'null') as Partial<UnsavedEdit> | null;
    return typeof edit?.source === 'string' && typeof edit.content === 'string' ? (edit as UnsavedEdit) : null;
  } catch {
    return null;
  }
}

/** Null once it was saved or discarded. */
export function storeEdit(email: string, message_id: number, edit: UnsavedEdit | null): void {
  storeUnsaved(email, addressOf(message_id), edit && JSON.stringify(edit));
}
