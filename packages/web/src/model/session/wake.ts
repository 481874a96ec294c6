// Detects that the device slept or changed networks, after which pending requests may never be answered.
const TICK_MS = 15_000;
/** Background pages get one tick per minute. */
const SLEPT_MS = 120_000;

export function watchWakes(woken: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) woken();
    last = now;
  }, TICK_MS);
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) woken();
  };
  addEventListener('online', woken);
  addEventListener('pageshow', shown);
  return () => {
    clearInterval(timer);
    removeEventListener('online', woken);
    removeEventListener('pageshow', shown);
  };
}
