// What moves a message list: a followed address, keyboard selection, and sending.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import type { Visit } from '../../base/views/history-entry.ts';
import { hashOf, keyOf, type Route, type View } from '../../base/views/view.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { openAgain } from '../../model/messages/open-again.ts';
import { savedPlace, savePlace } from '../../model/messages/saved-places.ts';
import { dayText } from '../../model/state/names.ts';
import type { ListPosition } from './list-position.ts';
import type { Row } from './rows.ts';
import { rowsInView } from './rows-in-view.ts';

/** At most so long between two of the events by which a long topic is moved. */
const LEAVING_MS = 3000;

/** How long a linked message is highlighted. */
const TARGET_MS = 4000;

/** Visits whose list was positioned: one that is loaded anew meanwhile (at an end, or from the start) stays where it was opened. */
const positioned = new WeakSet<Visit>();

const isRowOf = (id: number) => (row: Row) => row.kind === 'message' && row.message.id === id;
/** The row of a message, or of the next one if it was deleted. */
const rowFrom = (rows: readonly Row[], id: number) =>
  rows.findIndex((row) => row.kind === 'message' && row.message.id >= id);

/** The first of the separators above a row. */
function headOf(rows: readonly Row[], at: number): number {
  const last = rows.slice(0, at).findLastIndex(({ kind }) => kind === 'message');
  return last + 1;
}

/**
 * Positions the list at each visit: where the reader was if they return to it (by Back, Forward or a reload), else at a
 * linked message, at the first unread message, or at the end. Returns the linked message while it is highlighted.
 */
export function useOpening(
  route: Visit,
  list: MessageList,
  rows: readonly Row[],
  position: RefObject<ListPosition | null>,
): number | null {
  const engine = useEngine();
  const [target, setTarget] = useState<number | null>(null);
  const opened = useRef<Visit>(null);
  useLayoutEffect(() => {
    if (opened.current === route || rows.length === 0 || !position.current) return;
    const is_new = !positioned.has(route);
    positioned.add(route);
    const near = is_new ? route.near : null;
    const saved = is_new ? savedPlace(route.entry) : null;
    // A message that isn't loaded was never shown.
    const isRead = (id: number) => engine.messages.get(id)?.flags.includes('read') ?? false;
    const names_no_place = saved === null && near === null && route.date === null;
    // The changed rows are positioned when they are drawn.
    if (is_new && names_no_place && openAgain(list, engine.state.get(), isRead)) return;
    opened.current = route;
    const { anchor, found_newest } = list.cell.get();
    const at = rowFrom(rows, saved?.message_id ?? near ?? anchor ?? Number.POSITIVE_INFINITY);
    if (saved && at >= 0) position.current.toRow(at, 'start', saved.offset_px);
    else if (near !== null && at >= 0) {
      position.current.toRow(at, 'center');
      setTarget(near);
    } else if (at >= 0) position.current.toRow(route.date === null ? Math.max(0, at - 1) : headOf(rows, at), 'start');
    else if (found_newest) {
      position.current.toEnd();
      if (route.date !== null) notify(t('date_nothing_since', { day: dayText(route.date) }));
    } else void list.open('newest');
  }, [engine, route, list, rows, position]);
  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setTarget(null), TARGET_MS);
    return () => clearTimeout(timer);
  }, [target]);
  return target;
}

/** A message selected by keyboard is scrolled into view and focused, once. */
export function useReveal(
  selected: number | null,
  rows: readonly Row[],
  route: Route,
  element: RefObject<HTMLElement | null>,
  position: RefObject<ListPosition | null>,
): void {
  const revealed = useRef<number>(null);
  useEffect(() => {
    if (selected === revealed.current) return;
    const at = selected === null ? -1 : rows.findIndex(isRowOf(selected));
    if (selected !== null && at < 0) return;
    revealed.current = selected;
    if (selected === null) return;
    const find = () => element.current?.querySelector<HTMLElement>(`[data-message-id="${selected}"]`);
    // The target of a link is positioned by `useOpening`.
    if (selected !== route.near) position.current?.reveal(at, find(), at === rows.length - 1);
    requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
  }, [selected, rows, route, element, position]);
}

/** Sent messages are always visible: scrolls to the end, or loads the newest messages first. */
export function useOwnSends(view: View, list: MessageList, position: RefObject<ListPosition | null>): void {
  const engine = useEngine();
  useEffect(() => {
    /** Sent without a connection; its place in the list can only be loaded with one. */
    let is_owed = false;
    const showEnd = async () => {
      is_owed = !(await engine.showNewest(list));
      if (is_owed) notify(t('sent_offline'));
    };
    const ends = [
      engine.outbox.started.subscribe((sent) => {
        const here =
          hashOf(sent) === hashOf(view) ||
          view.kind === 'feed' ||
          (view.kind === 'channel' && sent.kind === 'topic' && sent.channel_id === view.channel_id);
        if (!here) return;
        if (list.cell.get().found_newest) position.current?.toEnd();
        else void showEnd();
      }),
      engine.connection.subscribe(() => {
        if (is_owed && engine.connection.get() === 'live') void showEnd();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [engine, view, list, position]);
}

/** Saves where the reader is when they go elsewhere, so that returning restores it; at the end, the end is wherever it is then. */
export function useSavedPlace(
  { view, entry, near, date }: Visit,
  element: RefObject<HTMLElement | null>,
  position: RefObject<ListPosition | null>,
): void {
  const { lists } = useEngine();
  const left_at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const save = () => {
      const first = element.current && rowsInView(element.current)[0];
      if (!first || !position.current) return;
      const { moved, following } = position.current;
      // What a link names is shown, and highlighted, again.
      const is_named = near !== null || date !== null;
      savePlace(entry, following || (is_named && !moved) ? null : { message_id: first.id, offset_px: first.offset_px });
    };
    // Comes while this view is still on the screen, before `hashchange`.
    addEventListener('popstate', save);
    addEventListener('pagehide', save);
    // The topic may be about to get another address, which continues here.
    const end = lists.leaving.subscribe((from) => {
      if (keyOf(from) !== keyOf(view)) return;
      const now = performance.now();
      if (now - left_at.current > LEAVING_MS) save();
      left_at.current = now;
    });
    return () => {
      removeEventListener('popstate', save);
      removeEventListener('pagehide', save);
      end();
    };
  }, [lists, view, entry, near, date, element, position]);
}
