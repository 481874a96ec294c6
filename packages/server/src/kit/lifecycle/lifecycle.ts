// The one stack of started components: a failed start and a stop end them in reverse order.
import { withTimeLimit } from '../time/time-limit.ts';

/** At most 15 seconds per step of a stop; a slower step is abandoned. */
const STEP_TIMEOUT_MS = 15_000;

type Report = (error: unknown) => void;

export interface Component {
  start?(): unknown;
  /** Must be safe after a `start` that failed halfway. */
  stop(): unknown;
}

interface Step {
  readonly name: string;
  stop(): unknown;
}

export class Lifecycle {
  private readonly steps: Step[] = [];
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly report: Report,
    private readonly timeout_ms = STEP_TIMEOUT_MS,
  ) {}

  /** Starts a component. Its `stop` is called at shutdown, and at once if its `start` fails. */
  async start(name: string, component: Component): Promise<void> {
    this.steps.push({ name, stop: () => component.stop() });
    await component.start?.();
  }

  /** Opens a resource that is closed at shutdown. An `open` that fails must leave nothing behind. */
  async open<T>(name: string, open: () => T | Promise<T>, close: (opened: T) => unknown): Promise<T> {
    const opened = await open();
    this.steps.push({ name, stop: () => close(opened) });
    return opened;
  }

  /** Runs a start; if it fails, stops what was started before it throws the error. [CL20] */
  async startUp<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops everything once, last started first. A step that fails or hangs is reported and does not stop the others. [CL19] */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      const { name, stop } = step;
      try {
        await this.inTime(stop);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.report(new Error(`stopping: ${name} failed: ${reason}`, { cause: error }));
      }
    }
  }

  private inTime(stop: () => unknown): Promise<unknown> {
    const late = () => new Error(`it took longer than ${this.timeout_ms / 1000} seconds`);
    return withTimeLimit(Promise.resolve().then(stop), this.timeout_ms, late);
  }
}
