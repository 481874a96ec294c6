// A clock that tests can move. It also advances with real time, so that timeouts still occur.
import type { Clock } from '../../server/src/kit/time/clock.ts';

export class TestClock implements Clock {
  private ahead_ms = 0;
  private jumped_ms = 0;

  now(): number {
    return Date.now() + this.ahead_ms + this.jumped_ms;
  }

  steady(): number {
    return performance.timeOrigin + performance.now() + this.ahead_ms;
  }

  /** Advances time instantly. */
  advance(duration_ms: number): void {
    this.ahead_ms += duration_ms;
  }

  /** Sets the clock like an operator or a time service: no time passes. */
  jump(by_ms: number): void {
    this.jumped_ms += by_ms;
  }
}
