// The open and selected items on the screen: neither stored nor sent.

import { Cell } from '../../base/cells/cell.ts';
import type { View } from '../../base/views/view.ts';

export const selectedMessage = new Cell<number | null>(null);
export const editingMessage = new Cell<number | null>(null);
/** The message an emoji is being chosen for. */
export const reactingTo = new Cell<number | null>(null);
export const sidebarOpen = new Cell(false);
export const keysOpen = new Cell(false);
/** The quick switcher. */
export const switcherOpen = new Cell(false);
/** The dialog that jumps to a day of the current view. */
export const dayDialogOpen = new Cell(false);
/** The dialog of the reader's own status. */
export const statusOpen = new Cell(false);

export interface ContinuedDraft {
  /** Null if only this browser has it. */
  readonly id: number | null;
  /** The name by which this browser knows it; any without one. */
  readonly name?: string | undefined;
  readonly content: string;
}

export interface ComposeRequest {
  /** Destination, if it isn't the conversation on screen. */
  readonly view: Extract<View, { kind: 'topic' | 'direct' }> | null;
  /** Inserted before the current text. */
  readonly insert: string;
  /** Attached to the message. */
  readonly files?: readonly File[];
  /** The draft to continue, in a box of its own. */
  readonly draft?: ContinuedDraft;
  /** The recipients are still to be chosen; without this, an empty list means notes to oneself. */
  readonly choose?: true;
}
/** Requests to open the compose box, which clears the request. */
export const composeRequest = new Cell<ComposeRequest | null>(null);

/** The address of a conversation that the reader has just written to: its text gets the focus as soon as it is there. */
export const continueWriting = new Cell<string | null>(null);

export const focusSearch = () => document.querySelector<HTMLElement>('#search-input')?.focus();
