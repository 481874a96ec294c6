// Walking through the rows of a page by keyboard: what is on the screen says how its rows get the focus.
import { type RefObject, useEffect } from 'react';

export type Step = 1 | -1 | 'first' | 'last';
type Walk = (step: Step) => boolean;

let current: Walk | null = null;

/** Gives the focus to another row; false where there are no rows. */
export const walkRows = (step: Step): boolean => current?.(step) ?? false;

/** Until the component goes, rows are walked this way. */
export function useRowWalk(walk: Walk): void {
  useEffect(() => {
    current = walk;
    return () => {
      if (current === walk) current = null;
    };
  }, [walk]);
}

/** Of `count` rows, the one that a step leads to from the row at `at`; -1 for none. */
export function rowAfter(at: number, step: Step, count: number): number {
  if (step === 'first' || (at < 0 && step === 1)) return 0;
  if (step === 'last' || at < 0) return count - 1;
  return Math.min(count - 1, Math.max(0, at + step));
}

const LINK = ':scope > a';

/** Where all rows are drawn: each is an element of this class with a link in it. */
export function walkIn(element: RefObject<HTMLElement | null>, row: string): Walk {
  return (step) => {
    const rows = [...(element.current?.querySelectorAll<HTMLElement>(row) ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[rowAfter(at, step, rows.length)];
    next?.querySelector<HTMLElement>(LINK)?.focus();
    return rows.length > 0;
  };
}
