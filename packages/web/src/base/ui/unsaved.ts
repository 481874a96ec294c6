// Text that was typed and not saved: its form registers it, and whatever would drop it asks first. [WB253]
import { createContext, use, useEffect, useRef, useState } from 'react';
import { Cell } from '../cells/cell.ts';
import type { EntryState } from '../views/history-entry.ts';
import { useBackCloses } from '../views/overlays.ts';
import { shown } from '../views/shown-address.ts';

/** The unsaved texts of the page or of a dialog, each as what discards it. */
export type UnsavedTexts = Set<() => void>;

const of_page: UnsavedTexts = new Set();
/** A dialog has its own, and asks itself. */
export const UnsavedContext = createContext(of_page);
const everywhere: UnsavedTexts = new Set();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

export const hasUnsaved = (): boolean => of_page.size > 0;

/** The question whether to leave the page where text is unsaved; null while none is asked. */
export const leaving = new Cell<{ discard(): void } | null>(null);

function discardThen(leave: () => void): void {
  leaving.set({
    discard() {
      for (const discard of [...of_page]) discard();
      // What holds the page's entry in the history is gone after that is rendered.
      setTimeout(leave);
    },
  });
}

/** Registers text while it is unsaved. `discard` must make it saved or empty. */
export function useUnsaved(is_unsaved: boolean, discard: () => void): void {
  const texts = use(UnsavedContext);
  const newest = useRef(discard);
  newest.current = discard;
  useEffect(() => {
    if (!is_unsaved) return;
    const own = () => newest.current();
    if (everywhere.size === 0) addEventListener('beforeunload', warn);
    texts.add(own);
    everywhere.add(own);
    return () => {
      texts.delete(own);
      everywhere.delete(own);
      if (everywhere.size === 0) removeEventListener('beforeunload', warn);
    };
  }, [is_unsaved, texts]);
  // Its entry repeats the page's: leaving both takes one step here, and `overlays.ts` takes the other.
  useBackCloses(is_unsaved && texts === of_page, () => discardThen(() => history.back()));
}

/** For a field of a dialog; the forms of pages register their texts themselves. */
export function useUnsavedInDialog(value: string, change: (value: string) => void): void {
  const is_in_dialog = use(UnsavedContext) !== of_page;
  const [initial] = useState(value);
  useUnsaved(is_in_dialog && value !== initial, () => change(initial));
}

let wanted = '';

/** Where an address would drop unsaved text, it is shown after asking. */
shown.guard = ({ oldURL }, changed) => {
  if (shown.held === location.hash) {
    shown.held = null;
    discardThen(() => {
      location.hash = wanted;
    });
  } else if (shown.held === null && hasUnsaved()) {
    shown.held = new URL(oldURL).hash;
    wanted = location.hash;
    // A visit that was just made leaves no trace; others were gone back to by several steps.
    if ((history.state as EntryState | null)?.entry) location.hash = shown.held;
    else history.back();
  } else changed();
};
