// Shortcuts that move the selection among the messages on screen.

import { nowMs } from '../../base/time/clock.ts';
import { mayEdit } from '../../domain/messages/message-permissions.ts';
import { editingMessage, selectedMessage } from '../../model/state/screen.ts';
import type { KeyContext } from './key-context.ts';

const scroller = () => document.querySelector<HTMLElement>('[data-message-list]');

/** Rows begin at fractions of pixels, the list scrolls by whole ones. */
const EDGE_PX = 1;

/** The visible messages of the list, first to last. */
function visible(): number[] {
  const list = scroller();
  if (!list) return [];
  const frame = list.getBoundingClientRect();
  return Array.from(list.querySelectorAll<HTMLElement>('[data-message-id]'))
    .filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > frame.top + EDGE_PX && top < frame.bottom - EDGE_PX;
    })
    .map((element) => Number(element.dataset.messageId));
}

const listOf = ({ engine, navigation: { route } }: KeyContext) => engine.lists.known(route.view);

/** From a message deleted meanwhile, continues at the one after it. */
export function moveTo(context: KeyContext, step: 1 | -1): boolean {
  const ids = listOf(context)?.cell.get().ids ?? [];
  const now = selectedMessage.get();
  if (ids.length === 0) return false;
  let next: number | undefined;
  if (now === null) {
    const shown = visible();
    next = step === 1 ? shown[0] : shown.at(-1);
  } else if (step === 1) next = ids.find((id) => id > now);
  else next = ids.findLast((id) => id < now);
  if (next !== undefined) selectedMessage.set(next);
  return true;
}

/** A screenful minus a line or two. */
export function page(direction: 1 | -1): boolean {
  const list = scroller();
  if (!list) return false;
  selectedMessage.set(null);
  list.scrollBy({ top: direction * (list.clientHeight - 60) });
  return true;
}

export async function toNewest(context: KeyContext): Promise<void> {
  const list = listOf(context);
  if (!list) return;
  if (!list.cell.get().found_newest) await list.openEnd();
  const newest = list.cell.get().ids.at(-1);
  if (newest !== undefined) selectedMessage.set(newest);
}

export async function toOldest(context: KeyContext): Promise<void> {
  const list = listOf(context);
  if (!list) return;
  if (!list.cell.get().found_oldest) await list.open('oldest');
  const oldest = list.cell.get().ids[0];
  if (oldest !== undefined) selectedMessage.set(oldest);
}

export function editLast(context: KeyContext): unknown {
  const { engine } = context;
  const isEditable = (id: number) => {
    const message = engine.messages.get(id);
    return message !== undefined && mayEdit(engine.state.get(), message, nowMs());
  };
  const own = listOf(context)?.cell.get().ids.findLast(isEditable);
  if (own === undefined) return false;
  selectedMessage.set(own);
  return editingMessage.set(own);
}

/** The message being replied to or quoted, if it is the reader's own; otherwise their last one. */
export function editAnswered(context: KeyContext): unknown {
  const { engine } = context;
  const id = selectedMessage.get();
  const message = id === null ? undefined : engine.messages.get(id);
  if (!message || message.sender_id !== engine.own_id || !mayEdit(engine.state.get(), message, nowMs()))
    return editLast(context);
  return editingMessage.set(message.id);
}
