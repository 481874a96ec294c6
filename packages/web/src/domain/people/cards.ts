// The open card of a person or group, beside its trigger. Elements with `data-person` or `data-group` and mentions in
// messages open one, through a single listener on the page.
import { Cell } from '../../base/cells/cell.ts';
import { elementAt, type FocusPlace, placeOf, returnTo } from '../focus/message-focus.ts';

export interface CardRequest {
  readonly kind: 'person' | 'group';
  readonly id: number;
  /** The place of the trigger; the focus returns there. */
  readonly place: FocusPlace;
}

export const openCard = new Cell<CardRequest | null>(null);
/** The account being edited in a dialog. */
export const managedPerson = new Cell<number | null>(null);

const OPENERS = '[data-person], [data-group], .user-mention[data-user-id], .user-group-mention[data-user-group-id]';

/** Finds other elements that open the same card. */
const openersOf = ({ kind, id }: CardRequest): string =>
  kind === 'person'
    ? `[data-person="${id}"]:not([tabindex="-1"]), .user-mention[data-user-id="${id}"]`
    : `[data-group="${id}"], .user-group-mention[data-user-group-id="${id}"]`;

/** The trigger of a card, or what took its place. */
export const triggerOf = ({ place }: CardRequest): HTMLElement => elementAt(place) ?? place.element;

/** The element that gets the focus when a card closes. */
export const focusAfter = (request: CardRequest): HTMLElement | null =>
  returnTo(request.place) ?? document.querySelector<HTMLElement>(openersOf(request));

function requestOf(target: EventTarget | null): CardRequest | null {
  if (!(target instanceof Element)) return null;
  const anchor = target.closest<HTMLElement>(OPENERS);
  if (!anchor) return null;
  const { person, group, userId, userGroupId } = anchor.dataset;
  const person_id = Number(person ?? userId);
  if (Number.isInteger(person_id) && (person ?? userId) !== '')
    return { kind: 'person', id: person_id, place: placeOf(anchor) };
  const group_id = Number(group ?? userGroupId);
  return Number.isInteger(group_id) ? { kind: 'group', id: group_id, place: placeOf(anchor) } : null;
}

/** Opens cards until aborted. */
export function watchCards(): () => void {
  const open = (event: Event) => {
    if (event.defaultPrevented) return;
    const request = requestOf(event.target);
    if (!request) return;
    event.preventDefault();
    openCard.set(request);
  };
  // Mentions are not buttons but act as such.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.target instanceof Element && event.target.matches('span[role=button]')) open(event);
  };
  document.addEventListener('click', open);
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('click', open);
    document.removeEventListener('keydown', onKeyDown);
  };
}
