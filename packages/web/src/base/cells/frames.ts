// Takes in what arrives in bulk a frame at a time: some of it in each frame, drawn once.
import { type Emitter, holdNotifications } from './cell.ts';

/** Work of one frame: the rest of its 16 ms is for drawing. */
const BUDGET_MS = 6;
/** Where no frames are drawn (another tab is in front) this is a frame's time. */
const HIDDEN_MS = 100;

export class Frames {
  private changed = new Set<Emitter>();
  private begun_at: number | null = null;
  private waiting: (() => void)[] = [];

  /** Does a piece of work now and notifies of its changes in the next frame; resolves when there is time for another. */
  async take(work: () => void): Promise<void> {
    const begun_at = this.begun_at ?? this.begin();
    holdNotifications(this.changed, work);
    if (performance.now() - begun_at >= BUDGET_MS) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private begin(): number {
    this.begun_at = performance.now();
    let is_over = false;
    const end = () => {
      if (is_over) return;
      is_over = true;
      this.end();
    };
    // A page that is hidden in the meantime draws no frame.
    requestAnimationFrame(end);
    setTimeout(end, HIDDEN_MS);
    return this.begun_at;
  }

  private end(): void {
    this.begun_at = null;
    const { changed } = this;
    this.changed = new Set();
    for (const emitter of changed) emitter.emit();
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
