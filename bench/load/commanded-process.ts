// Load in a process of its own that obeys one command at a time over the process channel.
import { spawn } from 'bun';
import { owned } from '../processes.ts';

type Answer = { result: unknown } | { error: string };

export class CommandedProcess<C extends object> {
  private waiting: ((answer: Answer) => void) | undefined;
  private readonly child: ReturnType<typeof spawn>;

  private constructor(script: URL) {
    this.child = owned(
      spawn([process.execPath, script.pathname], {
        stdio: ['ignore', 'inherit', 'inherit'],
        ipc: (answer: Answer) => this.settle(answer),
        onExit: () => this.settle({ error: 'the load process ended' }),
      }),
    );
  }

  static async start<C extends object>(script: URL): Promise<CommandedProcess<C>> {
    const started = new CommandedProcess<C>(script);
    await new Promise((resolve) => {
      started.waiting = resolve;
    });
    return started;
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    waiting?.(answer);
  }

  async send(command: C): Promise<unknown> {
    if (this.waiting !== undefined) throw new Error('the load process is busy');
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting = resolve;
      this.child.send(command);
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.child.exited;
  }
}

/** In the process itself: answers every command. */
export function obeyCommands<C>(obey: (command: C) => Promise<unknown>): void {
  process.on('message', (command: C) => {
    obey(command).then(
      (result) => process.send!({ result: result ?? null }),
      (error: Error) => process.send!({ error: error.message }),
    );
  });
  process.send!({ result: 'up' });
}
