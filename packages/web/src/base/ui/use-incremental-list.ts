// Draws the first rows of a long list, and more whenever the reader scrolls near the end.
import { startTransition, useCallback, useState } from 'react';

export interface Steps {
  readonly first: number;
  readonly more: number;
}

const ROWS: Steps = { first: 60, more: 120 };
const NEAR = '800px';

export interface IncrementalList {
  readonly count: number;
  /** Ref of an element after the last drawn row, with `count` as its key. */
  readonly end: (element: Element | null) => (() => void) | undefined;
}

/** `scroller` is a selector of the scrolling element; at least `least` rows are drawn. */
export function useIncrementalList(
  all: number,
  scroller: string,
  least = 0,
  { first, more }: Steps = ROWS,
): IncrementalList {
  const [drawn, setDrawn] = useState(first);
  const end = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const seen = (entries: readonly IntersectionObserverEntry[]) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setDrawn((now) => now + more));
      };
      const observer = new IntersectionObserver(seen, { root: element.closest(scroller), rootMargin: NEAR });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [scroller, more],
  );
  return { count: Math.min(all, Math.max(drawn, least)), end };
}
