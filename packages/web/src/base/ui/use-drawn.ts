// Of long lists, draws as much as has been scrolled to: more follows when the end of what is drawn comes near.
import { useCallback, useState } from 'react';

const FIRST = 60;
const MORE = 120;
const NEAR = '800px';

export interface Drawn {
  readonly count: number;
  /** For an element after the last that is drawn, with `count` as its key. */
  readonly end: (element: Element | null) => (() => void) | undefined;
}

/** `scroller` is a selector of what scrolls; so many at least are drawn as `least` says. */
export function useDrawn(all: number, scroller: string, least = 0): Drawn {
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
