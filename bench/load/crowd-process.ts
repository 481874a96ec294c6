// Controls a crowd process: one command at a time over the process channel.
import { spawn } from 'bun';
import { owned } from '../processes.ts';
import type { CrowdCommand, Fired } from './crowd.ts';

type Answer = { result: unknown } | { error: string };

export class Crowd {
  private waiting: ((answer: Answer) => void) | undefined;
  private readonly child: ReturnType<typeof spawn>;

  private constructor() {
    this.child = owned(
      spawn([process.execPath, new URL('./crowd.ts', import.meta.url).pathname], {
        stdio: ['ignore', 'inherit', 'inherit'],
        ipc: (answer: Answer) => this.settle(answer),
        onExit: () => this.settle({ error: 'the crowd process ended' }),
      }),
    );
  }

  static async start(port: number, membersFile: string): Promise<Crowd> {
    const crowd = new Crowd();
    await new Promise((resolve) => {
      crowd.waiting = resolve;
    });
    await crowd.send({ do: 'open', port, membersFile });
    return crowd;
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    waiting?.(answer);
  }

  private async send(command: CrowdCommand): Promise<unknown> {
    if (this.waiting !== undefined) throw new Error('the crowd is busy');
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting = resolve;
      this.child.send(command);
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  async arm(): Promise<void> {
    await this.send({ do: 'arm' });
  }

  async fire(trigger: Buffer, marker: string | null): Promise<Fired> {
    return (await this.send({ do: 'fire', trigger: trigger.toString('utf8'), marker })) as Fired;
  }

  async abort(politely: boolean): Promise<void> {
    await this.send({ do: 'abort', politely });
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.child.exited;
  }
}
