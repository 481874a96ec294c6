// Keeps the focus in the page: when the row or button that has it is removed, or had it before a menu or a dialog, the focus
// moves to what takes its place. Messages have rules of their own (message-focus.ts), and so has writing (composing.ts). [WB198]
import { isFocusLost } from './focus-lost.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';
const OTHERS = '[data-message-id], .compose';

/** The element of the page, outside of menus and dialogs, that has the focus or had it last. */
interface Held {
  readonly element: HTMLElement;
  /** The element and all around it, innermost first: a removed element no longer knows where it was. */
  readonly path: readonly HTMLElement[];
  readonly address: string;
}

let held: Held | null = null;
/** Where the focus goes once nothing else has it; null while the element is there. */
let successor: HTMLElement | null = null;

function pathOf(element: HTMLElement): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at; at = at.parentElement) path.push(at);
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

/** Added where it was removed, as "Leave" is in place of "Join". */
function replacementOf(removed: HTMLElement, { target }: MutationRecord, records: readonly MutationRecord[]) {
  const added = records.filter((record) => record.target === target).flatMap((record) => [...record.addedNodes]);
  return added.find((one): one is HTMLElement => one.isConnected && isLike(one, removed)) ?? null;
}

function findSuccessor(place: Held, records: readonly MutationRecord[]): HTMLElement | null {
  const { path, address } = place;
  // Another view took the place of the whole list.
  if (address !== location.hash && path.some(({ id }) => id === 'main')) return null;
  for (const record of records) {
    const removed = path.find((one) => [...record.removedNodes].includes(one));
    if (!removed || !record.target.isConnected) continue;
    const sibling = siblingOf(removed, record) ?? replacementOf(removed, record, records);
    const found = sibling && counterpart(sibling, removed, place);
    if (found) return found;
  }
  return path.find((one) => one.isConnected && one.matches('[tabindex]')) ?? null;
}

function rememberFocus(root: HTMLElement, { target }: Event): void {
  if (!(target instanceof HTMLElement) || !root.contains(target)) return;
  successor = null;
  held = target.closest(OTHERS) ? null : { element: target, path: pathOf(target), address: location.hash };
}

/** The reader moved the focus elsewhere. */
function release(): void {
  if (isFocusLost()) held = successor = null;
}

/** A removed element may lose the focus before it is gone. What a dialog loses is no concern of the page. */
const releaseIfLeft = ({ target }: Event) =>
  target === held?.element && queueMicrotask(() => held?.element.isConnected && release());

function follow(records: readonly MutationRecord[]): void {
  if (!held) return;
  if (!held.element.isConnected && !successor?.isConnected) successor = findSuccessor(held, records);
  if (!held.element.isConnected && !successor) held = null;
  // What removed it may move the focus itself, as dialogs do when they close.
  if (successor && isFocusLost()) requestAnimationFrame(restore);
}

function restore(): void {
  if (isFocusLost() && successor?.isConnected) successor.focus({ preventScroll: true });
}

/** Keeps the focus in the rows of an element until the result is called. */
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
    held = successor = null;
  };
}
