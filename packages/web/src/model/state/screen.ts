// What is open and selected on the screen: neither stored nor sent.

import { Cell } from '../../base/cells/cell.ts';
import type { View } from '../../base/views/view.ts';

export const selectedMessage = new Cell<number | null>(null);
export const editingMessage = new Cell<number | null>(null);
/** The message an emoji is being chosen for. */
export const reactingTo = new Cell<number | null>(null);
export const sidebarOpen = new Cell(false);
export const keysOpen = new Cell(false);
/** Goes anywhere by a few letters. */
export const switcherOpen = new Cell(false);
/** The dialog that goes to a day of the view on the screen. */
export const dayDialogOpen = new Cell(false);
/** The dialog of one's own status. */
export const statusOpen = new Cell(false);

export interface ComposeRequest {
  /** Where it should go, if it isn't the conversation on the screen. */
  readonly view: Extract<View, { kind: 'topic' | 'direct' }> | null;
  /** Put before what is written already. */
  readonly insert: string;
  /** The people of the view are still to be chosen: without it a view of nobody else is notes to oneself. */
  readonly choose?: true;
}
/** Asks the compose box to open; it takes the request away. */
export const composeRequest = new Cell<ComposeRequest | null>(null);

/** The address of a conversation that the reader has just written to: its text gets the focus as soon as it is there. */
export const continueWriting = new Cell<string | null>(null);

export const focusSearch = () => document.querySelector<HTMLElement>('#search-input')?.focus();
