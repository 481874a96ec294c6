// Runs named work periodically while the server runs, never twice at the same time.
import type { Component } from './lifecycle.ts';

export interface PeriodicTask {
  readonly name: string;
  /** Interval between runs; absent for a single run at the start. */
  readonly every_ms?: number;
  /** Also runs when the server starts. */
  readonly at_start?: true;
  run(): Promise<unknown>;
  /** Makes the current run end early. */
  stop?(): void;
}

export class PeriodicWork implements Component {
  private timer: ReturnType<typeof setInterval> | undefined;
  private running: Promise<unknown> | null = null;

  constructor(
    private readonly task: PeriodicTask,
    private readonly report: (error: unknown) => void,
  ) {}

  start(): void {
    const { every_ms, at_start } = this.task;
    const run = () => void this.run().catch(this.report);
    if (every_ms !== undefined) this.timer = setInterval(run, every_ms);
    if (at_start) run();
  }

  /** A call during a run waits for that run, and throws its error. */
  run(): Promise<unknown> {
    this.running ??= this.task.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Stops after the current run. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.task.stop?.();
    await this.running?.catch(() => {});
  }
}
