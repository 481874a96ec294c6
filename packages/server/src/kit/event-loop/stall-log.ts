// Says in the log that the process stood still: stopped by a signal, a suspended machine, or too little processor time. [LG801]
import type { Component } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logging/logger.ts';

const EVERY_MS = 2000;
/** Shorter delays are in the metrics of the event loop. */
const STALL_MS = 5000;

export class StallLog implements Component {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly log: Logger) {}

  start(): void {
    let ran_at = performance.now();
    let used = process.cpuUsage();
    this.timer = setInterval(() => {
      const now = performance.now();
      const stalled_ms = now - ran_at - EVERY_MS;
      ran_at = now;
      const { user, system } = process.cpuUsage(used);
      used = process.cpuUsage();
      if (stalled_ms < STALL_MS) return;
      const cpu_secs = Number(((user + system) / 1e6).toFixed(1));
      this.log.warn({ secs: Math.round(stalled_ms / 1000), cpu_secs }, 'the process stood still, and runs again');
    }, EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
