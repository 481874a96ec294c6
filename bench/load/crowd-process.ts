// Controls a crowd process.
import { CommandedProcess } from './commanded-process.ts';
import type { CrowdCommand, Fired } from './crowd.ts';

export class Crowd {
  private constructor(private readonly child: CommandedProcess<CrowdCommand>) {}

  static async start(port: number, membersFile: string): Promise<Crowd> {
    const child = await CommandedProcess.start<CrowdCommand>(new URL('./crowd.ts', import.meta.url));
    await child.send({ do: 'open', port, membersFile });
    return new Crowd(child);
  }

  async arm(): Promise<void> {
    await this.child.send({ do: 'arm' });
  }

  async fire(trigger: Buffer, marker: string | null): Promise<Fired> {
    return (await this.child.send({ do: 'fire', trigger: trigger.toString('utf8'), marker })) as Fired;
  }

  async abort(politely: boolean): Promise<void> {
    await this.child.send({ do: 'abort', politely });
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
