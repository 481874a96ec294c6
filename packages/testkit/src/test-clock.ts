// A clock that tests move. It runs with real time in between, so that what waits for time to pass does not wait for ever.
import type { Clock } from '../../server/src/kit/clock.ts';

export class TestClock implements Clock {
  private ahead_ms = 0;
  private jumped_ms = 0;

  now(): number {
    return Date.now() + this.ahead_ms + this.jumped_ms;
  }

  steady(): number {
    return performance.timeOrigin + performance.now() + this.ahead_ms;
  }

  /** Lets time pass in an instant. */
  advance(duration_ms: number): void {
    this.ahead_ms += duration_ms;
  }

  /** Sets the clock, as an operator or a time service does: no time passes. */
  jump(by_ms: number): void {
    this.jumped_ms += by_ms;
  }
}
