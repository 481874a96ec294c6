// A value that changes on screen at most once per `pause_ms`.
import { useEffect, useRef, useState } from 'react';

export function useThrottled<T>(value: T, pause_ms: number): T {
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
