// What moves a message list: a followed address, keyboard selection, and sending.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../base/text/all-texts.ts';
import { notify } from '../../base/ui/notices.ts';
import { hashOf, type Route, type View } from '../../base/views/view.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import { forgetSavedPosition, savedPosition, savePosition } from '../../model/messages/saved-position.ts';
import { dayText } from '../../model/state/names.ts';
import type { ListPosition } from './list-position.ts';
import type { Row } from './rows.ts';
import { rowsInView } from './rows-in-view.ts';

/** How long a linked message is highlighted. */
const TARGET_MS = 4000;

/** Addresses already followed: a list opened again keeps its saved position. */
const followed = new WeakSet<Route>();

const isRowOf = (id: number) => (row: Row) => row.kind === 'message' && row.message.id === id;
const firstUnread = (rows: readonly Row[]): number | null => {
  const row = rows.find((row) => row.kind === 'message' && !row.message.flags.includes('read'));
  return row?.kind === 'message' ? row.message.id : null;
};
/** The row of a message, or of the next one if it was deleted. */
const rowFrom = (rows: readonly Row[], id: number) =>
  rows.findIndex((row) => row.kind === 'message' && row.message.id >= id);

/** The first of the separators above a row. */
function headOf(rows: readonly Row[], at: number): number {
  const last = rows.slice(0, at).findLastIndex(({ kind }) => kind === 'message');
  return last + 1;
}

/**
 * Positions the list each time an address is followed: at a linked message, at the position before a reload, at the
 * first unread message, or at the end. Returns the linked message while it is highlighted.
 */
export function useOpening(
  route: Route,
  list: MessageList,
  rows: readonly Row[],
  position: RefObject<ListPosition | null>,
): number | null {
  const [target, setTarget] = useState<number | null>(null);
  const opened = useRef<Route>(null);
  useLayoutEffect(() => {
    if (opened.current === route || rows.length === 0 || !position.current) return;
    const is_first = opened.current === null;
    opened.current = route;
    const near = followed.has(route) ? null : route.near;
    followed.add(route);
    const saved = is_first ? savedPosition(hashOf(route.view, route.near, route.date)) : null;
    forgetSavedPosition();
    const { anchor, found_newest } = list.cell.get();
    const is_search = route.view.kind === 'search';
    const first = is_first || route.date !== null ? anchor : is_search ? null : firstUnread(rows);
    const at = rowFrom(rows, saved?.message_id ?? near ?? first ?? Number.POSITIVE_INFINITY);
    if (saved && at >= 0) position.current.toRow(at, 'start', saved.offset_px);
    else if (near !== null && at >= 0) {
      position.current.toRow(at, 'center');
      setTarget(near);
    } else if (at >= 0) position.current.toRow(route.date === null ? Math.max(0, at - 1) : headOf(rows, at), 'start');
    else if (found_newest) {
      position.current.toEnd();
      if (route.date !== null) notify(t('date_nothing_since', { day: dayText(route.date) }));
    } else void list.open('newest');
  }, [route, list, rows, position]);
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

/** Saves the scroll position when the page is left, so that a reload restores it. */
export function useSavedPosition(
  { view, near, date }: Route,
  element: RefObject<HTMLElement | null>,
  position: RefObject<ListPosition | null>,
): void {
  const address = hashOf(view, near, date);
  useEffect(() => {
    const save = () => {
      const first = element.current && rowsInView(element.current)[0];
      if (!first || !position.current?.moved || position.current.following) return;
      savePosition({ address, message_id: first.id, offset_px: first.offset_px });
    };
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, [address, element, position]);
}
