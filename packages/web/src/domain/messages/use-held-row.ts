// Keeps what is read where it is on the screen while messages above it are deleted, moved away, or moved in.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListPosition } from './list-position.ts';
import type { Row } from './rows.ts';
import { rowsInView } from './rows-in-view.ts';

const indexOf = (rows: readonly Row[], id: number) =>
  rows.findIndex((row) => row.kind === 'message' && row.message.id === id);

/** Nothing but the end has changed. */
const isContinued = (before: readonly Row[], now: readonly Row[]) =>
  now.length >= before.length && now[before.length - 1]?.key === before.at(-1)?.key;

/** `prepended`: the virtualizer keeps the position itself. */
export function useHeldRow(
  rows: readonly Row[],
  prepended: boolean,
  element: RefObject<HTMLElement | null>,
  position: RefObject<ListPosition | null>,
): void {
  const drawn = useRef(rows);
  const before = drawn.current;
  const is_moved = rows !== before && !prepended && !isContinued(before, rows);
  // Measured here because the rows are still drawn as they were.
  const visible = is_moved && element.current && !position.current?.following ? rowsInView(element.current) : [];
  useLayoutEffect(() => {
    drawn.current = rows;
    const held = visible.find(({ id }) => indexOf(rows, id) >= 0);
    if (!held) return;
    const at = indexOf(rows, held.id);
    if (at !== indexOf(before, held.id)) position.current?.hold(at, held.offset_px);
  });
}
