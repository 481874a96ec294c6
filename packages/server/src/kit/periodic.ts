// Work that is done again and again while the server runs: by a timer, by name, and never twice at the same time.
import type { Component } from './lifecycle.ts';

export interface PeriodicTask {
  readonly name: string;
  /** From one run to the next; absent where one run at the start is all. */
  readonly every_ms?: number;
  /** Runs when the server starts, too. */
  readonly at_start?: true;
  run(): Promise<unknown>;
  /** Has a run that is under way end early. */
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

  /** A call during a run waits for that run; its failure is the caller's. */
  run(): Promise<unknown> {
    this.running ??= this.task.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Ends after a run that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.task.stop?.();
    await this.running?.catch(() => {});
  }
}
