// Keeps the focus in messages that are redrawn (muted, edited, fetched again): it moves to the element that took the place
// of the focused one, which is the same kind of element in the same message, otherwise the message itself. From a message that
// left the list, it moves to the next one, else to the one before it, else to the composer. [WB136] [WB198]
import { selectedMessage } from '../../model/state/screen.ts';
import { isFocusLost } from './focus-lost.ts';

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

/** Focuses the next message, else the one before it, else the composer. */
function focusBeside(message_id: number): void {
  const messages = [...document.querySelectorAll<HTMLElement>(MESSAGE)];
  const idOf = ({ dataset }: HTMLElement) => Number(dataset.messageId);
  const beside = messages.find((one) => idOf(one) > message_id) ?? messages.findLast((one) => idOf(one) < message_id);
  if (selectedMessage.get() === message_id) selectedMessage.set(beside ? idOf(beside) : null);
  const composer = '.compose .compose-field, .compose .button';
  (beside ?? document.querySelector<HTMLElement>(composer))?.focus({ preventScroll: true });
}

/** Focuses a message, or what is beside the place of one that is gone. */
export function focusMessage(message_id: number): void {
  const message = document.querySelector<HTMLElement>(`[data-message-id="${message_id}"]`);
  if (message) message.focus({ preventScroll: true });
  else focusBeside(message_id);
}

/** Where the focus is kept: also while another element of the message has it, because the right one isn't drawn. */
let kept: FocusPlace | null = null;
/** The address of the list that it is in. */
let kept_at = '';
/** The element that has the focus, or had it until it was removed. */
let focused: HTMLElement | null = null;

function keepFocusAt(place: FocusPlace | null): void {
  kept = place;
  kept_at = location.hash;
}

/** The element to focus when what was opened from this place closes; from then on, the focus is kept there. */
export function returnTo(place: FocusPlace): HTMLElement | null {
  const element = elementAt(place);
  if (element) keepFocusAt(place);
  return element;
}

/** The buttons of a message go when the pointer does; only those reached by keyboard keep the focus. */
const isKeepable = (target: HTMLElement) =>
  target.closest(MESSAGE) !== null && (!target.closest('.toolbar') || target.matches(':focus-visible'));

function follow({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  focused = target;
  if (kept && elementAt(kept) === target) return;
  keepFocusAt(isKeepable(target) ? placeOf(target) : null);
}

/** The reader moved the focus elsewhere. */
function release(): void {
  if (isFocusLost()) kept = null;
}

/** A removed element may lose the focus before it is gone. */
const releaseIfLeft = () => queueMicrotask(() => focused?.isConnected && release());

/** A message that isn't drawn may be out of sight: only from one that is no longer listed does the focus move on. */
function restore(isListed: (message_id: number) => boolean): void {
  if (!kept || !focused || focused.isConnected || !isFocusLost()) return;
  const { message_id } = kept;
  const element = elementAt(kept);
  if (element) element.focus({ preventScroll: true });
  else if (message_id !== undefined && kept_at === location.hash && !isListed(Number(message_id)))
    focusBeside(Number(message_id));
}

/** Keeps the focus in the messages of an element until the result is called. `isListed`: in the list on the screen. */
export function keepMessageFocus(root: HTMLElement, isListed: (message_id: number) => boolean): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', follow, { signal });
  document.addEventListener('focusout', releaseIfLeft, { signal });
  document.addEventListener('keydown', release, { signal, capture: true });
  document.addEventListener('pointerdown', release, { signal, capture: true });
  const redrawn = new MutationObserver(() => restore(isListed));
  redrawn.observe(root, { childList: true, subtree: true });
  return () => {
    listening.abort();
    redrawn.disconnect();
    kept = null;
    focused = null;
  };
}
