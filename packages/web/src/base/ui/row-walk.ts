// Walking through the rows of a page by keyboard: what is on the screen says how its rows get the focus.
import { type RefObject, useEffect, useMemo } from 'react';

export type Step = 1 | -1 | 'first' | 'last';
type Walk = (step: Step) => boolean;

let current: Walk | null = null;

/** Gives the focus to another row; false where there are no rows. */
export const walkRows = (step: Step): boolean => current?.(step) ?? false;

/** Registers the navigation until the component is unmounted. */
export function useRowWalk(walk: Walk): void {
  useEffect(() => {
    current = walk;
    return () => {
      if (current === walk) current = null;
    };
  }, [walk]);
}

/** The index of the row to which a step from the row at `at` leads; -1 for none. */
export function rowAfter(at: number, step: Step, count: number): number {
  if (step === 'first' || (at < 0 && step === 1)) return 0;
  if (step === 'last' || at < 0) return count - 1;
  return Math.min(count - 1, Math.max(0, at + step));
}

const LINK = ':scope > a';

/** Where the focus was last in the rows of a page: whoever comes back goes on from there. */
interface LastRow {
  readonly address: string | null;
  readonly index: number;
}
const last_rows = new Map<string, LastRow>();

const addressOf = (row: Element) => row.querySelector(LINK)?.getAttribute('href') ?? null;

/** The row itself or, where it is gone because it was read, the one before its place. */
function lastIn(rows: readonly Element[], last: LastRow | undefined): number {
  if (last === undefined) return -1;
  const at = rows.findIndex((row) => addressOf(row) === last.address);
  return at >= 0 ? at : Math.min(last.index, rows.length) - 1;
}

/** Where all rows are drawn: each is an element of this class with a link in it. */
export function useRowWalkIn(element: RefObject<HTMLElement | null>, row: string, page: string): void {
  useRowWalk(useMemo(() => walkIn(element, row, page), [element, row, page]));
  useEffect(() => {
    const root = element.current;
    const rowsNow = () => [...(root?.querySelectorAll<HTMLElement>(row) ?? [])];
    const note = ({ target }: Event) => {
      const rows = rowsNow();
      const index = rows.findIndex((one) => one.contains(target as Node));
      if (index >= 0) last_rows.set(page, { address: addressOf(rows[index]!), index });
    };
    const rows = rowsNow();
    const last = last_rows.get(page);
    const back = last && document.activeElement === document.body ? rows[Math.max(0, lastIn(rows, last))] : undefined;
    back?.querySelector<HTMLElement>(LINK)?.focus();
    // A page in the background gets no events of focus.
    const events = ['focusin', 'click'] as const;
    for (const event of events) root?.addEventListener(event, note);
    return () => {
      for (const event of events) root?.removeEventListener(event, note);
    };
  }, [element, row, page]);
}

function walkIn(element: RefObject<HTMLElement | null>, row: string, page: string): Walk {
  return (step) => {
    const rows = [...(element.current?.querySelectorAll<HTMLElement>(row) ?? [])];
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const at = focused >= 0 ? focused : lastIn(rows, last_rows.get(page));
    const next = rows[rowAfter(at, step, rows.length)];
    next?.querySelector<HTMLElement>(LINK)?.focus();
    return rows.length > 0;
  };
}
