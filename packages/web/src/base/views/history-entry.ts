// The entries of the browser's history. Each visit to an address is one of them, and has a name that Back, Forward and a
// reload lead back to.
import type { Route } from './view.ts';

/** A view as it was gone to at one time. */
export interface Visit extends Route {
  readonly entry: string;
}

export interface EntryState {
  readonly entry?: string;
  /** The entry of what covers the view; see `overlays.ts`. */
  readonly covered?: true;
}

/** Unguessable names need TLS; these need only differ within the tab. */
const newName = () => `${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`;

/** The name of the current entry; one that was just made gets its name here. */
export function currentEntry(): string {
  const state = history.state as EntryState | null;
  if (state?.entry) return state.entry;
  const entry = newName();
  history.replaceState({ ...state, entry }, '');
  return entry;
}
