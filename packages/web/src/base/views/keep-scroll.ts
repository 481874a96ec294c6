// Keeps how far pages and lists are scrolled, for Back, Forward and reloads. Lists of messages keep their own place. [WB1083]
import { EntryValues } from '../storage/entry-values.ts';

const SCROLLERS = [
  '.page',
  '.topics-scroll',
  '.people-scroll',
  '.accounts-scroll',
  '.channels-scroll',
  '.channels-detail',
];
/** How long the rows of a page may take to arrive. */
const PATIENCE_MS = 6000;

/** Pixels from the top, by selector. */
type Scrolled = Readonly<Record<string, number>>;

const scrolls = new EntryValues<Scrolled>('stoa.scrolls', () => true);

/** A page that is still loading may be replaced or shrink: its place must hold this long. */
const HOLDS_MS = 500;
const TAKE_OVER = ['wheel', 'pointerdown', 'keydown'] as const;

/** Scrolls there as soon as the content is long enough, until it holds or the reader does something. */
class Restoring {
  private readonly left: Map<string, number>;
  private readonly until = performance.now() + PATIENCE_MS;
  private frame = 0;
  /** When each was last scrolled, by selector. */
  private readonly set_at = new Map<string, number>();

  constructor(
    private readonly within: HTMLElement,
    scrolled: Scrolled,
  ) {
    this.left = new Map(Object.entries(scrolled));
    for (const type of TAKE_OVER) within.addEventListener(type, this.end, { passive: true });
    this.step();
  }

  get active(): boolean {
    return this.left.size > 0;
  }

  readonly end = (): void => {
    cancelAnimationFrame(this.frame);
    this.left.clear();
    for (const type of TAKE_OVER) this.within.removeEventListener(type, this.end);
  };

  private readonly step = (): void => {
    const now = performance.now();
    for (const [selector, top] of this.left) {
      const element = this.within.querySelector(selector);
      if (!element || element.scrollHeight - element.clientHeight < top) this.set_at.delete(selector);
      else if (Math.abs(element.scrollTop - top) > 1 || !this.set_at.has(selector)) {
        element.scrollTop = top;
        this.set_at.set(selector, now);
      } else if (now - this.set_at.get(selector)! > HOLDS_MS) this.left.delete(selector);
    }
    if (this.active && now < this.until) this.frame = requestAnimationFrame(this.step);
    else this.end();
  };
}

/** For one visit; the result ends it. */
export function keepScroll(within: HTMLElement, entry: string): () => void {
  const before = scrolls.get(entry) ?? {};
  const scrolled: Record<string, number> = { ...before };
  const note = ({ target }: Event) => {
    // While it is being restored, its position is not the reader's.
    if (restoring.active || !(target instanceof Element)) return;
    const selector = SCROLLERS.find((one) => target.matches(one));
    if (selector) scrolled[selector] = Math.round(target.scrollTop);
  };
  const save = () => scrolls.set(entry, Object.keys(scrolled).length > 0 ? scrolled : null);
  const restoring = new Restoring(within, before);
  within.addEventListener('scroll', note, { capture: true, passive: true });
  addEventListener('pagehide', save);
  return () => {
    restoring.end();
    within.removeEventListener('scroll', note, { capture: true });
    removeEventListener('pagehide', save);
    save();
  };
}
