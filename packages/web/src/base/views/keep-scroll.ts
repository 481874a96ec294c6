// Keeps how far pages and lists are scrolled, for Back, Forward and reloads. Lists of messages keep their own place. [WB1083]
import { loadValue, storeValue } from '../storage/browser-storage.ts';

const SCROLLERS = [
  '.page',
  '.topics-scroll',
  '.people-scroll',
  '.accounts-scroll',
  '.channels-scroll',
  '.channels-detail',
];
const STORED = 'stoa.scrolls';
const ENTRIES_KEPT = 100;
/** How long the rows of a page may take to arrive. */
const PATIENCE_MS = 4000;

/** Pixels from the top, by selector. */
type Scrolled = Readonly<Record<string, number>>;

function scrolls(): Map<string, Scrolled> {
  const stored = loadValue(STORED, 'tab');
  return new Map(Array.isArray(stored) ? (stored as [string, Scrolled][]) : []);
}

function saveScroll(entry: string, scrolled: Scrolled): void {
  const kept = scrolls();
  kept.delete(entry);
  if (Object.keys(scrolled).length > 0) kept.set(entry, scrolled);
  storeValue(STORED, [...kept].slice(-ENTRIES_KEPT), 'tab');
}

/** Scrolls there as soon as the content is long enough, unless the reader does something first. The result ends it. */
function restore(within: HTMLElement, scrolled: Scrolled): () => void {
  const left = new Map(Object.entries(scrolled));
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const step = () => {
    for (const [selector, top] of left) {
      const element = within.querySelector(selector);
      if (!element || element.scrollHeight - element.clientHeight < top) continue;
      element.scrollTop = top;
      left.delete(selector);
    }
    if (left.size > 0 && performance.now() < until) frame = requestAnimationFrame(step);
  };
  step();
  const stop = () => cancelAnimationFrame(frame);
  for (const type of ['wheel', 'pointerdown', 'keydown'] as const)
    within.addEventListener(type, stop, { once: true, passive: true });
  return () => {
    stop();
    for (const type of ['wheel', 'pointerdown', 'keydown'] as const) within.removeEventListener(type, stop);
  };
}

/** For one visit; the result ends it. */
export function keepScroll(within: HTMLElement, entry: string): () => void {
  const before = scrolls().get(entry) ?? {};
  const scrolled: Record<string, number> = { ...before };
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const selector = SCROLLERS.find((one) => target.matches(one));
    if (selector) scrolled[selector] = Math.round(target.scrollTop);
  };
  const save = () => saveScroll(entry, scrolled);
  const stop = restore(within, before);
  within.addEventListener('scroll', note, { capture: true, passive: true });
  addEventListener('pagehide', save);
  return () => {
    stop();
    within.removeEventListener('scroll', note, { capture: true });
    removeEventListener('pagehide', save);
    save();
  };
}
