// The scroll position of a list: at its end, which it follows, or at a row that only the reader leaves. Knows pixels and
// rows, not messages.
import type { VirtualizerHandle } from 'virtua';

/** Within this many pixels of the bottom counts as the end. */
const AT_END_PX = 60;
/** Scrolling within this time after a wheel, key or touch event is the reader's. */
const INTENT_MS = 1000;
/** While the reader scrolled this recently, growing content does not pull the list back to its end. */
const YIELD_MS = 150;
/** Keys that scroll or move the selection, except in a text field. */
const TEXT_FIELD = 'textarea, input, select, [contenteditable="true"]';

export interface Measures {
  readonly below_px: number;
  readonly above_px: number;
  readonly height_px: number;
}

export class ListPosition {
  /** Keeps the end in view while rows, pictures and the window change. */
  following = false;
  /** Whether the reader has scrolled since the position was last set. */
  moved = false;
  private intent_at = Number.NEGATIVE_INFINITY;
  private dragging = false;
  private top = 0;
  private size = '';

  constructor(
    private readonly element: HTMLElement,
    private readonly virtual: VirtualizerHandle,
    /** Called at each change of position or size, after the list was adjusted. */
    private readonly changed: () => void,
    private readonly reachesNewest: () => boolean,
  ) {}

  /** Observes until the returned function is called. */
  watch(): () => void {
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true } as const;
    const { element } = this;
    const intend = () => {
      this.intent_at = performance.now();
    };
    element.addEventListener('wheel', intend, options);
    element.addEventListener('touchmove', intend, options);
    // The scrollbar: a press on the list itself rather than on its content.
    element.addEventListener('pointerdown', ({ target }) => this.drag(target === element), options);
    addEventListener('pointerup', () => this.drag(false), options);
    addEventListener('keydown', ({ target }) => (target as Element).matches?.(TEXT_FIELD) || intend(), options);
    element.addEventListener('scroll', () => this.scrolled(), options);
    const observer = new ResizeObserver(() => this.resized());
    for (const part of element.children) observer.observe(part);
    observer.observe(element);
    return () => {
      ending.abort();
      observer.disconnect();
    };
  }

  measure(): Measures {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    return { below_px: scrollHeight - scrollTop - clientHeight, above_px: scrollTop, height_px: clientHeight };
  }

  toEnd(): void {
    this.following = true;
    this.moved = false;
    this.endIntent();
    this.element.scrollTop = this.element.scrollHeight;
    this.note();
  }

  /** Scrolls a row to `offset_px` below the top of the view, or to its middle. */
  toRow(index: number, align: 'start' | 'center', offset_px = 0): void {
    this.following = false;
    this.moved = false;
    this.endIntent();
    this.virtual.scrollToIndex(index, { align, offset: -offset_px });
  }

  /** Leaves a row that has got another index `offset_px` below the top of the view. */
  hold(index: number, offset_px: number): void {
    this.virtual.scrollToIndex(index, { align: 'start', offset: -offset_px });
  }

  /** Scrolls a row into view by the shortest distance. Where the last one is, the list follows its end. */
  reveal(index: number, row: Element | null | undefined, is_last: boolean): void {
    const frame = this.element.getBoundingClientRect();
    const box = row?.getBoundingClientRect();
    const is_shown = box && box.top >= frame.top && box.bottom <= frame.bottom;
    const is_end = is_last && this.reachesNewest();
    if (is_shown && !(is_end && this.measure().below_px < AT_END_PX)) return;
    this.following = is_end;
    this.moved = true;
    if (!is_shown) this.virtual.scrollToIndex(index, { align: 'nearest' });
  }

  /** Ignores the reader's scrolling from before the position was set. */
  private endIntent(): void {
    this.intent_at = Number.NEGATIVE_INFINITY;
  }

  private drag(on: boolean): void {
    if (on || this.dragging) this.intent_at = performance.now();
    this.dragging = on;
  }

  private isReaders(within_ms: number): boolean {
    return this.dragging || performance.now() - this.intent_at < within_ms;
  }

  private scrolled(): void {
    const { below_px, above_px } = this.measure();
    const went_up = above_px < this.top - 1;
    const resized = this.note();
    // Measuring also moves the list, so only the reader's own scrolling decides. An upward step without a known cause
    // comes from an assistive technology, unless the reader is typing.
    if (this.isReaders(INTENT_MS)) {
      this.intent_at = performance.now();
      this.moved = true;
      this.following = below_px < AT_END_PX && this.reachesNewest();
    } else if (went_up && !resized && below_px >= AT_END_PX && !document.activeElement?.matches(TEXT_FIELD))
      this.following = false;
    // A wheel's animation continues after the list was scrolled to its end.
    else if (this.following && below_px >= AT_END_PX) this.element.scrollTop = this.element.scrollHeight;
    this.changed();
  }

  private resized(): void {
    if (this.following && !this.isReaders(YIELD_MS)) this.element.scrollTop = this.element.scrollHeight;
    this.note();
    this.changed();
  }

  /** Remembers the current sizes; returns whether they changed. */
  private note(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const size = `${scrollHeight} ${clientHeight}`;
    const resized = size !== this.size;
    this.size = size;
    this.top = scrollTop;
    return resized;
  }
}
