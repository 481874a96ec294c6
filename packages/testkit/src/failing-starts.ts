// Starts the server repeatedly in one process, failing at a different step each time, and reports what each failure left
// behind.
// The process must end by itself, which proves that nothing is left running. Run by app-lifecycle.test.ts.
import { startApp } from '../../server/src/app.ts';
import { type Component, Lifecycle } from '../../server/src/kit/lifecycle/lifecycle.ts';

/** Fails right after step number `at`, as if the next line of the start had thrown. */
class FailingLifecycle extends Lifecycle {
  private steps_done = 0;
  failed_after: string | null = null;

  constructor(private readonly at: number) {
    super((error) => reported.push((error as Error).message));
  }

  override async start(name: string, component: Component): Promise<void> {
    await super.start(name, component);
    this.count(name);
  }

  override async open<T>(name: string, open: () => T | Promise<T>, close: (opened: T) => unknown): Promise<T> {
    const opened = await super.open(name, open, close);
    this.count(name);
    return opened;
  }

  private count(name: string): void {
    if (this.steps_done++ !== this.at) return;
    this.failed_after = name;
    throw new Error('planted');
  }
}

const reported: string[] = [];
const timers = new Set<unknown>();
const { setInterval: set, clearInterval: clear } = globalThis;
globalThis.setInterval = ((...args: Parameters<typeof set>) => {
  const timer = set(...args);
  timers.add(timer);
  return timer;
}) as typeof set;
globalThis.clearInterval = ((timer: Parameters<typeof clear>[0]) => {
  timers.delete(timer);
  clear(timer);
}) as typeof clear;

const [data, database, port] = process.argv.slice(2);
const steps: { after: string; timers: number; reported: string[] }[] = [];
for (let at = 0; ; at++) {
  const lifecycle = new FailingLifecycle(at);
  const options = { data: data!, database: database || null, host: '127.0.0.1', port: Number(port), dev: false };
  try {
    const app = await startApp({ ...options, mail: null, checking: 'every', rate_limits: null }, lifecycle);
    const answer = await fetch(`${app.url}/live`);
    await app.stop();
    process.stdout.write(JSON.stringify({ steps, status: answer.status, timers: timers.size, reported }));
    break;
  } catch (error) {
    if (lifecycle.failed_after === null) throw error;
    steps.push({ after: lifecycle.failed_after, timers: timers.size, reported: [...reported] });
  }
}
