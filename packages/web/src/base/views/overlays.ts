// What covers the view (a dialog, the picture viewer, the drawer of a phone) lies on a history entry of its own, so that Back
// closes it and stays in the view. That entry repeats the one below it and stays when the overlay is closed otherwise:
// removing it would take time, in which the reader may go elsewhere. Back and Forward then pass it by. [WB225]
import { useEffect, useRef } from 'react';
import { currentEntry, type EntryState } from './history-entry.ts';

/** Functions that close the open overlays, the last opened at the end. */
const closers: (() => void)[] = [];

const stateNow = () => (history.state ?? {}) as EntryState;
/** The state of the entry that a step in the history leaves; without a name if the entry was made since the last step. */
let last: EntryState = {};

function cover(): void {
  if (stateNow().covered) return;
  last = { entry: currentEntry(), covered: true };
  history.pushState(last, '');
}

/** For the overlays that are still open after a step; those that the step closes are gone by then. */
const coverRest = () => setTimeout(() => closers.length > 0 && cover());

/** Replaces the present address as soon as the entry of overlays, which repeats it, was left. */
let replacement: (() => void) | null = null;

/** Goes to an address that takes the place of the present one in the history. `told` gets the name of its entry. */
export function replaceAddress(address: string, told?: (entry: string) => void): void {
  const replace = () => {
    location.replace(address);
    told?.(currentEntry());
  };
  if (stateNow().covered) {
    replacement = replace;
    history.back();
  } else replace();
}

function stepped(): void {
  const from = last;
  last = stateNow();
  if (replacement !== null) {
    const replace = replacement;
    replacement = null;
    replace();
    coverRest();
    return;
  }
  // Only between an entry of overlays and the one that it repeats.
  if (from.entry === undefined || from.entry !== last.entry || from.covered === last.covered) return;
  const close = closers.at(-1);
  if (close && !last.covered) {
    close();
    coverRest();
  } else if (!close && last.covered) history.forward();
  else if (!close) history.back();
}

/** Watches the reader's steps until the result is called. A reload may have closed what an entry is of. */
export function watchOverlays(): () => void {
  last = stateNow();
  addEventListener('popstate', stepped);
  return () => removeEventListener('popstate', stepped);
}

/** While `is_open`, Back calls `close`. */
export function useBackCloses(is_open: boolean, close: () => void): void {
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    if (!is_open) return;
    const closer = () => newest.current();
    closers.push(closer);
    cover();
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, [is_open]);
}
