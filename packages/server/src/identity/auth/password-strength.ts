// Checks that a chosen password is hard to guess. The estimate takes up to a second for hostile passwords and its word lists 70
// MB, so it runs in a thread that ends when idle. [AU11]
import { Worker } from 'node:worker_threads';
import { PASSWORD_MIN_GUESSES, Refused } from '@stoa/contract';

const IDLE_MS = 30_000;

interface Waiting {
  resolve(guesses: number): void;
  reject(error: Error): void;
}

interface Estimator {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: ReturnType<typeof setTimeout> | null;
}

let estimator: Estimator | null = null;
let count = 0;

function start(): Estimator {
  const worker = new Worker(new URL('./password-strength.worker.ts', import.meta.url));
  worker.unref();
  const started: Estimator = { worker, waiting: new Map(), idle: null };
  const end = (error: Error) => {
    if (estimator === started) estimator = null;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('message', ({ id, guesses }: { id: number; guesses: number }) => {
    started.waiting.get(id)?.resolve(guesses);
    started.waiting.delete(id);
    if (started.waiting.size > 0) return;
    started.idle = setTimeout(() => {
      if (estimator === started) estimator = null;
      void worker.terminate();
    }, IDLE_MS);
    started.idle.unref();
  });
  worker.on('error', (error) => end(error as Error));
  worker.on('exit', () => end(new Error('the estimator of passwords has ended')));
  return started;
}

function estimate(password: string, about: readonly string[]): Promise<number> {
  estimator ??= start();
  const { worker, waiting, idle } = estimator;
  if (idle) clearTimeout(idle);
  count += 1;
  const id = count;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, password, about });
  });
}

/** `about`: facts about the person that make bad passwords. */
export async function checkStrength(password: string, about: readonly string[]): Promise<string> {
  if ((await estimate(password, about)) < PASSWORD_MIN_GUESSES) throw Refused('weak_password');
  return password;
}
