// One process that works on pictures, one task at a time. Started on demand; ends when idle or when a task takes too long.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { commandOf } from '../processes/own-process.ts';
import { type Answer, FAILED, type Task } from './tasks.ts';

/** An idle process ends after this long, to release its memory. */
const IDLE_MS = 30_000;

export class PictureProcess {
  private child: ChildProcess | null = null;
  private resolve: ((answer: Answer) => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly time_limit_ms: number) {}

  /** Call only after the previous task is done. */
  run(task: Task): Promise<Answer> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.watch(this.time_limit_ms);
      this.child ??= this.start();
      this.child.stdin!.write(`${JSON.stringify(task)}\n`);
    });
  }

  /** Ends the process; a running task fails. */
  end(): void {
    if (this.timer) clearTimeout(this.timer);
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    this.gone(child);
  }

  /** One timer for the task's time limit and for idling. */
  private watch(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), ms);
    this.timer.unref();
  }

  private start(): ChildProcess {
    const [program, ...words] = commandOf('pictures');
    // An empty environment: a process that reads hostile files has no secrets to lose.
    const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
    child.stdin!.on('error', () => {});
    child.on('error', () => this.gone(child));
    child.on('exit', () => this.gone(child));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (this.child === child) this.settle(JSON.parse(line) as Answer);
    });
    child.unref();
    return child;
  }

  private gone(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    if (this.resolve) this.settle(FAILED);
  }

  private settle(answer: Answer): void {
    const { resolve } = this;
    this.resolve = null;
    this.watch(IDLE_MS);
    resolve?.(answer);
  }
}
