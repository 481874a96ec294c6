// Pictures are read and made in a process of their own, with limits on pixels, bytes and time: a hostile file can end that
// process and nothing else. Owns the process and the queue before it; never decides what a picture is for.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Answer, Output, Picture, Task } from './tasks.ts';

export type { Output, Picture } from './tasks.ts';

/** After so long the picture is given up, and the process with it. */
const TIME_LIMIT_MS = 20_000;
/** A process without work ends after so long: it holds memory that a quiet server has better use for. */
const IDLE_MS = 30_000;
/** So many wait at most; who comes after them is told that the picture can't be read. */
const WAITING_MAX = 1000;

interface Waiting {
  readonly task: Task;
  resolve(answer: Answer): void;
}

export class Images {
  private readonly waiting: Waiting[] = [];
  private child: ChildProcess | null = null;
  private current: Waiting | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly time_limit_ms = TIME_LIMIT_MS) {}

  /** What the file is, from its head; null if it is no picture that is worked with here. */
  async probe(path: string): Promise<Picture | null> {
    const answer = await this.ask({ path, outputs: [] });
    return answer.picture;
  }

  /** Writes the outputs. Null if the file is no picture, is beyond the limits, or took too long; there may be some outputs then. */
  async make(path: string, outputs: readonly Output[]): Promise<Picture | null> {
    const answer = await this.ask({ path, outputs });
    return answer.made ? answer.picture : null;
  }

  close(): void {
    for (const { resolve } of this.waiting.splice(0)) resolve({ picture: null, made: false });
    this.end();
  }

  private ask(task: Task): Promise<Answer> {
    if (this.waiting.length >= WAITING_MAX) return Promise.resolve({ picture: null, made: false });
    return new Promise((resolve) => {
      this.waiting.push({ task, resolve });
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    const next = this.waiting.shift();
    this.watch(next ? this.time_limit_ms : IDLE_MS);
    if (!next) return;
    this.current = next;
    this.child ??= this.start();
    this.child.stdin!.write(`${JSON.stringify(next.task)}\n`);
  }

  /** One timer for both: the task's time is up, or nobody has asked for a while. */
  private watch(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), ms);
    this.timer.unref();
  }

  private start(): ChildProcess {
    const script = fileURLToPath(new URL('./worker.ts', import.meta.url));
    // Nothing of this process's surroundings is handed on: what reads hostile files has no secrets to lose.
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
    child.stdin!.on('error', () => {});
    child.on('error', () => this.gone(child));
    child.on('exit', () => this.gone(child));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (this.child === child) this.settle(JSON.parse(line) as Answer);
    });
    child.unref();
    return child;
  }

  private end(): void {
    if (this.timer) clearTimeout(this.timer);
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    this.gone(child);
  }

  private gone(child: ChildProcess): void {
    if (this.child !== child) return;
    this.child = null;
    if (this.current) this.settle({ picture: null, made: false });
  }

  private settle(answer: Answer): void {
    const { current } = this;
    this.current = null;
    current?.resolve(answer);
    this.next();
  }
}
