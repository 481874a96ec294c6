// The reader looks away from a list and comes back: the line of new messages is where they left off. [WB1019]
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useCell } from '../../base/cells/cell.ts';
import { isLookedAt, isVisible, watchAttention } from '../../base/views/attention.ts';
import { useEngine } from '../../model/engine/context.ts';
import type { MessageList } from '../../model/messages/message-list.ts';
import type { ListPosition } from './list-position.ts';
import type { Row } from './rows.ts';

/** Whoever looks away for less may have read along beside another window. */
const AWAY_MS = 5 * 60_000;

interface Absence {
  readonly newest: number;
  readonly began_at: number;
  was_hidden: boolean;
}

export function useAbsence(
  list: MessageList,
  rows: readonly Row[],
  element: RefObject<HTMLElement | null>,
  position: RefObject<ListPosition | null>,
): void {
  const engine = useEngine();
  useEffect(() => {
    let absence: Absence | null = null;
    const isUnread = (id: number) => {
      const message = engine.messages.get(id);
      return message !== undefined && message.sender_id !== engine.own_id && !message.flags.includes('read');
    };
    const check = () => {
      const { ids, found_newest } = list.cell.get();
      if (isLookedAt()) {
        if (!absence) return;
        const { newest, began_at, was_hidden } = absence;
        absence = null;
        const first = ids.find((id) => id > newest && isUnread(id));
        if (first !== undefined) list.moveLine(first, was_hidden || performance.now() - began_at >= AWAY_MS);
      } else if (found_newest) {
        absence ??= { newest: ids.at(-1) ?? 0, began_at: performance.now(), was_hidden: false };
        absence.was_hidden ||= !isVisible();
      }
    };
    check();
    return watchAttention(check);
  }, [engine, list]);

  // Where the list is at its end, a moved anchor may be above what is shown.
  const { anchor } = useCell(list.cell);
  const shown = useRef(anchor);
  useLayoutEffect(() => {
    if (anchor === shown.current) return;
    shown.current = anchor;
    const at = rows.findIndex(({ kind }) => kind === 'new');
    if (at < 0 || !position.current?.following || !element.current) return;
    const line = element.current.querySelector('.row-new');
    const is_shown = line && line.getBoundingClientRect().top >= element.current.getBoundingClientRect().top;
    if (!is_shown) position.current.toRow(at, 'start');
  }, [anchor, rows, element, position]);
}
