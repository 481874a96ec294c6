// Applies bulk input in frames: a part in each frame, followed by one redraw.
import { type Emitter, holdNotifications } from './cell.ts';

/** Work per frame; the rest of the 16 ms is for drawing. */
const BUDGET_MS = 6;
/** Frame length while no frames are drawn because another tab is in front. */
const HIDDEN_MS = 100;

export class Frames {
  private changed = new Set<Emitter>();
  private begun_at: number | null = null;
  private waiting: (() => void)[] = [];

  /**
   * Does one piece of work and sends its notifications in the next frame; resolves when there is time for another
   * piece.
   */
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
    // A page that becomes hidden draws no frame.
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
