// A process that works on tasks with foreign data, one at a time: each is a line of JSON, and so is its response. Started on demand; ends
// when idle, when a task takes too long or, on Linux, when it takes too much memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandOf, type Script } from './own-process.ts';

/** An idle process ends after this long, to release its memory. */
const IDLE_MS = 30_000;
const MEMORY_CHECK_MS = 100;
const PAGE_BYTES = 4096;

export interface TaskLimits {
  readonly time_limit_ms: number;
  /** Resident memory; unlimited if left out, and on systems other than Linux. */
  readonly memory_limit_bytes?: number;
}

/** The answers to tasks that the process does not answer. */
export interface Unanswered<Answer> {
  /** The process ended meanwhile: by a limit, or because it crashed. */
  readonly ended: Answer;
  /** It could not be started, or was ended by {@link TaskProcess.end}. */
  readonly not_done: Answer;
}

export class TaskProcess<Task, Answer> {
  private child: ChildProcess | null = null;
  private resolve: ((answer: Answer) => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private memory_timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly script: Script,
    private readonly unanswered: Unanswered<Answer>,
    private readonly limits: TaskLimits,
  ) {}

  /** Call only after the previous task is done. */
  run(task: Task): Promise<Answer> {
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.watch(this.limits.time_limit_ms);
      this.child ??= this.start();
      this.watchMemory();
      this.child.stdin!.write(`${JSON.stringify(task)}\n`);
    });
  }

  /** Ends the process, and a running task. */
  end(): void {
    this.kill(this.unanswered.not_done);
  }

  private kill(answer: Answer): void {
    if (this.timer) clearTimeout(this.timer);
    const { child } = this;
    if (!child) return;
    child.kill('SIGKILL');
    this.gone(child, answer);
  }

  /** One timer for the task's time limit and for idling. */
  private watch(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.kill(this.unanswered.ended), ms);
    this.timer.unref();
  }

  private watchMemory(): void {
    const { memory_limit_bytes } = this.limits;
    if (memory_limit_bytes === undefined || process.platform !== 'linux') return;
    this.memory_timer = setInterval(() => {
      if (residentBytes(this.child?.pid) > memory_limit_bytes) this.kill(this.unanswered.ended);
    }, MEMORY_CHECK_MS);
    this.memory_timer.unref();
  }

  private start(): ChildProcess {
    const [program, ...words] = commandOf(this.script);
    // An empty environment: a process that reads hostile data has no secrets to lose.
    const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
    child.stdin!.on('error', () => {});
    child.on('error', () => this.gone(child, this.unanswered.not_done));
    child.on('exit', () => this.gone(child, this.unanswered.ended));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (this.child === child) this.settle(JSON.parse(line) as Answer);
    });
    child.unref();
    return child;
  }

  private gone(child: ChildProcess, answer: Answer): void {
    if (this.child !== child) return;
    this.child = null;
    if (this.resolve) this.settle(answer);
  }

  private settle(answer: Answer): void {
    const { resolve } = this;
    this.resolve = null;
    if (this.memory_timer) clearInterval(this.memory_timer);
    this.memory_timer = null;
    this.watch(IDLE_MS);
    resolve?.(answer);
  }
}

/** 0 for a process that has ended. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
