// Keeps the focus in the page or dialog: when the row or button that has it is removed, or had it before a menu or a dialog, the focus
// moves to what takes its place. Messages have rules of their own (message-focus.ts), and so has writing (composing.ts). [WB198]
import { isFocusLost } from './focus-lost.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';
const OTHERS = '[data-message-id], .compose';
const DIALOG = '[role=dialog], [role=alertdialog]';

/** The element of the page or of a dialog that has the focus or had it last. */
interface Held {
  readonly element: HTMLElement;
  /** The element and all around it on the page or dialog, innermost first: a removed element no longer knows where it was. */
  readonly path: readonly HTMLElement[];
  readonly address: string;
  /** Where the focus goes once nothing else has it; null while the element is there. */
  successor: HTMLElement | null;
}

/** One for the page and for each dialog, keyed by what has them; the one that was in use last is the last. */
const held = new Map<HTMLElement, Held>();

function pathOf(element: HTMLElement, surface: HTMLElement): HTMLElement[] {
  const path = [element];
  for (let at = element; at !== surface && at.parentElement; path.push(at)) at = at.parentElement;
  return path;
}

const isLike = (one: Node | null, other: HTMLElement): one is HTMLElement =>
  one instanceof HTMLElement && one.tagName === other.tagName && one.classList[0] === other.classList[0];

const focusableIn = (row: HTMLElement): HTMLElement[] =>
  [row, ...row.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.matches(FOCUSABLE));

/** In another row: the element of the same kind at the same place, else the first. */
function counterpart(row: HTMLElement, removed: HTMLElement, { element }: Held): HTMLElement | null {
  const all = focusableIn(row);
  const index = focusableIn(removed)
    .filter((one) => isLike(one, element))
    .indexOf(element);
  return all.filter((one) => isLike(one, element))[index] ?? all[0] ?? null;
}

/** The nearest sibling like the removed element that can have the focus, first among those after it. */
function siblingOf(removed: HTMLElement, { nextSibling, previousSibling }: MutationRecord): HTMLElement | null {
  const takes = (at: Node): at is HTMLElement => isLike(at, removed) && at.checkVisibility();
  for (let at = nextSibling; at?.isConnected; at = at.nextSibling) if (takes(at)) return at;
  for (let at = previousSibling; at?.isConnected; at = at.previousSibling) if (takes(at)) return at;
  return null;
}

/** Added where it was removed, as "Leave" is in place of "Join"; in a dialog, whatever can have the focus. */
function replacementOf(removed: HTMLElement, { target }: MutationRecord, records: readonly MutationRecord[]) {
  const added = records
    .filter((record) => record.target === target)
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((one) => one instanceof HTMLElement && one.isConnected);
  const in_dialog = target instanceof HTMLElement && target.closest(DIALOG) !== null;
  return (
    added.find((one): one is HTMLElement => isLike(one, removed)) ??
    (in_dialog ? (added as HTMLElement[]).find((one) => focusableIn(one).length > 0) : undefined) ??
    null
  );
}

function findSuccessor(place: Held, records: readonly MutationRecord[]): HTMLElement | null {
  const { path, address } = place;
  // Another view took the place of the whole list.
  if (address !== location.hash && path.some(({ id }) => id === 'main')) return null;
  for (const record of records) {
    const removed = path.slice(0, -1).find((one) => [...record.removedNodes].includes(one));
    if (!removed || !record.target.isConnected) continue;
    const sibling = siblingOf(removed, record) ?? replacementOf(removed, record, records);
    const found = sibling && counterpart(sibling, removed, place);
    if (found) return found;
  }
  return path.find((one) => one.isConnected && one.matches('[tabindex]')) ?? null;
}

function rememberFocus(root: HTMLElement, { target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  const surface = target.closest<HTMLElement>(DIALOG) ?? (root.contains(target) ? root : null);
  if (!surface) return;
  held.delete(surface);
  if (!target.closest(OTHERS))
    held.set(surface, { element: target, path: pathOf(target, surface), address: location.hash, successor: null });
}

/** The reader moved the focus elsewhere. */
function release(): void {
  if (isFocusLost()) held.clear();
}

/**
 * A removed element may lose the focus before it is gone, and so does a button that is disabled while its action runs. What a dialog
 * loses is no concern of the page.
 */
function releaseIfLeft({ target }: Event): void {
  for (const [surface, { element }] of held)
    if (element === target)
      queueMicrotask(() => {
        if (isFocusLost() && element.isConnected && !element.matches(':disabled')) held.delete(surface);
      });
}

function follow(records: readonly MutationRecord[]): void {
  for (const [surface, place] of held) {
    if (!place.element.isConnected && !place.successor?.isConnected) place.successor = findSuccessor(place, records);
    if (!place.element.isConnected && !place.successor) held.delete(surface);
    // What removed it may move the focus itself, as dialogs do when they close.
    if (place.successor && isFocusLost()) requestAnimationFrame(restore);
  }
}

/** Below an open dialog nothing can have the focus. */
function restore(): void {
  for (const { successor } of [...held.values()].reverse())
    if (isFocusLost() && successor?.isConnected) successor.focus({ preventScroll: true });
}

/** Keeps the focus in the rows of an element, and in the dialogs above it, until the result is called. */
export function keepRowFocus(root: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', (event) => rememberFocus(root, event), { signal });
  document.addEventListener('focusout', releaseIfLeft, { signal });
  document.addEventListener('keydown', release, { signal, capture: true });
  document.addEventListener('pointerdown', release, { signal, capture: true });
  const redrawn = new MutationObserver(follow);
  // Menus and dialogs are beside the page.
  redrawn.observe(document.body, { childList: true, subtree: true });
  return () => {
    listening.abort();
    redrawn.disconnect();
    held.clear();
  };
}
