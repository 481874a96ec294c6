// Starts and ends a bare server (a limit) as a separate process, like the measured server.
import { spawn } from 'bun';
import { owned } from '../processes.ts';

export interface LimitProcess {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** The child prints `ready PORT` as its first line. */
export async function startLimit(command: string[]): Promise<LimitProcess> {
  const child = owned(
    spawn(command, {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  );
  const reader = child.stdout.getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command.join(' ')} ended before it was ready`);
    text += Buffer.from(value).toString('utf8');
  }
  reader.releaseLock();
  const port = Number(/^ready (\d+)\n/.exec(text)?.[1]);
  if (!Number.isInteger(port)) throw new Error(`${command.join(' ')} said "${text.trim()}" instead of its port`);
  return {
    port,
    pid: child.pid,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

const here = new URL('.', import.meta.url).pathname;

/** Bare `Bun.serve` that answers every request with the bytes of `bodyFile`. */
export function startBareServe(bodyFile: string): Promise<LimitProcess> {
  return startLimit([process.execPath, `${here}bare-serve.ts`, bodyFile]);
}

/** Bare `node:net` that holds polls and writes `replyFile` to all of them when triggered. */
export function startBarePolls(replyFile: string): Promise<LimitProcess> {
  return startLimit(['node', `${here}bare-polls.mjs`, replyFile]);
}
