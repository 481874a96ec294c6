// Draws the first 60 rows of a long list, and 120 more whenever the reader scrolls near the end.
import { useCallback, useState } from 'react';

const FIRST = 60;
const MORE = 120;
const NEAR = '800px';

export interface IncrementalList {
  readonly count: number;
  /** Ref of an element after the last drawn row, with `count` as its key. */
  readonly end: (element: Element | null) => (() => void) | undefined;
}

/** `scroller` is a selector of the scrolling element; at least `least` rows are drawn. */
export function useIncrementalList(all: number, scroller: string, least = 0): IncrementalList {
  const [drawn, setDrawn] = useState(FIRST);
  const end = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const seen = (entries: readonly IntersectionObserverEntry[]) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn((now) => now + MORE);
      };
      const observer = new IntersectionObserver(seen, { root: element.closest(scroller), rootMargin: NEAR });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [scroller],
  );
  return { count: Math.min(all, Math.max(drawn, least)), end };
}
