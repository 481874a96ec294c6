// Notices a worker that hangs: it holds connections of the shared port that nobody answers. [ND17]
import type { WorkerProcess } from './worker-process.ts';

const BEAT_MS = 1000;
/**
 * Beats in a row without a response. They are counted, not timed: when the whole machine was paused, no beat was missed.
 * Nothing that a worker does takes its event loop for this long.
 */
const BEATS_MISSED = 8;

export class Heartbeat {
  private missed = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly worker: WorkerProcess,
    private readonly onHang: () => void,
    beat_ms = BEAT_MS,
  ) {
    this.timer = setInterval(() => this.beat(), beat_ms);
    this.timer.unref();
  }

  answered(): void {
    this.missed = 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    if (this.missed < BEATS_MISSED) {
      this.missed++;
      this.worker.send({ type: 'ping' });
      return;
    }
    this.stop();
    this.onHang();
  }
}
