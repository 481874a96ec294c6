// Keeps the focus in messages that are redrawn (muted, edited, fetched again): it moves to the element that took the place
// of the focused one, which is the same kind of element in the same message, otherwise the message itself. [WB136]

/** Where an element is or was: its message, and which of the elements of its kind there. */
export interface FocusPlace {
  readonly element: HTMLElement;
  readonly message_id: string | undefined;
  readonly kind: string;
  readonly index: number;
}

const MESSAGE = '[data-message-id]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

const kindOf = (element: HTMLElement): string =>
  [element.tagName, element.classList[0], element.getAttribute('aria-label') ?? element.textContent].join(' ');

const ofKind = (message: Element, kind: string): HTMLElement[] =>
  [...message.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => kindOf(one) === kind);

export function placeOf(element: HTMLElement): FocusPlace {
  const message = element.closest<HTMLElement>(MESSAGE);
  const kind = kindOf(element);
  const index = message ? ofKind(message, kind).indexOf(element) : -1;
  return { element, message_id: message?.dataset.messageId, kind, index };
}

/** The element at this place now; null if its message isn't drawn. */
export function elementAt({ element, message_id, kind, index }: FocusPlace): HTMLElement | null {
  if (element.isConnected) return element;
  if (message_id === undefined) return null;
  const message = document.querySelector<HTMLElement>(`[data-message-id="${message_id}"]`);
  return (message && ofKind(message, kind)[index]) ?? message;
}

/** Where the focus is kept: also while another element of the message has it, because the right one isn't drawn. */
let kept: FocusPlace | null = null;
/** What has the focus, or had it until it was removed. */
let focused: HTMLElement | null = null;

/** The element to focus when what was opened from this place closes; from then on, the focus is kept there. */
export function returnTo(place: FocusPlace): HTMLElement | null {
  const element = elementAt(place);
  if (element) kept = place;
  return element;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** The buttons of a message go when the pointer does; only those reached by keyboard keep the focus. */
const isKeepable = (target: HTMLElement) =>
  target.closest(MESSAGE) !== null && (!target.closest('.toolbar') || target.matches(':focus-visible'));

function follow({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  focused = target;
  if (kept && elementAt(kept) === target) return;
  kept = isKeepable(target) ? placeOf(target) : null;
}

/** The reader moved the focus elsewhere. */
function release(): void {
  if (isLost()) kept = null;
}

/** A removed element may lose the focus before it is gone. */
const releaseIfLeft = () => queueMicrotask(() => focused?.isConnected && release());

function restore(): void {
  if (kept && focused && !focused.isConnected && isLost()) elementAt(kept)?.focus({ preventScroll: true });
}

/** Keeps the focus in the messages of an element until aborted. */
export function keepMessageFocus(root: HTMLElement): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', follow, { signal });
  document.addEventListener('focusout', releaseIfLeft, { signal });
  document.addEventListener('keydown', release, { signal, capture: true });
  document.addEventListener('pointerdown', release, { signal, capture: true });
  const redrawn = new MutationObserver(restore);
  redrawn.observe(root, { childList: true, subtree: true });
  return () => {
    listening.abort();
    redrawn.disconnect();
    kept = null;
    focused = null;
  };
}
