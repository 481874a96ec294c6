// A value that is looked at rather than read: however often it changes, it is drawn at most once in a while.
import { useEffect, useRef, useState } from 'react';

export function usePaced<T>(value: T, pause_ms: number): T {
  const [shown, setShown] = useState(value);
  const changed_at = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = () => {
      changed_at.current = performance.now();
      setShown(value);
    };
    const wait_ms = changed_at.current + pause_ms - performance.now();
    if (wait_ms <= 0) return show();
    const timer = setTimeout(show, wait_ms);
    return () => clearTimeout(timer);
  }, [value, pause_ms]);
  return shown;
}
