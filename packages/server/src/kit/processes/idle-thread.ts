// A thread that answers questions, for work that is too long for the event loop or needs much memory. It starts with the first question
// and ends when it was idle for a while, which returns its memory.
import type { Worker } from 'node:worker_threads';

const IDLE_MS = 30_000;

interface Waiting<Reply> {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

interface Running<Reply> {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting<Reply>>;
  idle: ReturnType<typeof setTimeout> | null;
}

/** The thread gets messages `{ id, question }`, and posts `{ id, reply }` for each. */
export class IdleThread<Question, Reply> {
  private running: Running<Reply> | null = null;
  private count = 0;

  constructor(private readonly start: () => Worker) {}

  ask(question: Question): Promise<Reply> {
    this.running ??= this.run();
    const { worker, waiting, idle } = this.running;
    if (idle) clearTimeout(idle);
    this.count += 1;
    const id = this.count;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question });
    });
  }

  private run(): Running<Reply> {
    const worker = this.start();
    worker.unref();
    const started: Running<Reply> = { worker, waiting: new Map(), idle: null };
    const forget = () => {
      if (this.running === started) this.running = null;
    };
    const end = (error: Error) => {
      forget();
      for (const { reject } of started.waiting.values()) reject(error);
      started.waiting.clear();
    };
    worker.on('message', ({ id, reply }: { id: number; reply: Reply }) => {
      started.waiting.get(id)?.resolve(reply);
      started.waiting.delete(id);
      if (started.waiting.size > 0) return;
      started.idle = setTimeout(() => {
        forget();
        void worker.terminate();
      }, IDLE_MS);
      started.idle.unref();
    });
    worker.on('error', (error) => end(error as Error));
    worker.on('exit', () => end(new Error('a thread has ended before it answered')));
    return started;
  }
}
