// A worker as the process that started it sees it.
import { spawn } from 'node:child_process';
import type { FromWorker, ToWorker } from './worker-channel.ts';

interface Ended {
  readonly code: number | null;
  /** Such as `signal SIGKILL` or `code 1`. */
  readonly how: string;
}

export interface WorkerProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  send(message: ToWorker): void;
  kill(): void;
}

export type StartWorker = (listener: (message: FromWorker) => void) => WorkerProcess;

export function startWorker(command: string[], listener: (message: FromWorker) => void): WorkerProcess {
  const [program, ...words] = command;
  const child = spawn(program!, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  child.on('message', (message) => listener(message as FromWorker));
  child.on('error', ({ message }) => resolve({ code: null, how: message }));
  child.on('exit', (code, signal) => resolve({ code, how: signal === null ? `code ${code}` : `signal ${signal}` }));
  return {
    pid: child.pid!,
    ended,
    send(message) {
      // One that has ended hears nothing; `ended` says so.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
