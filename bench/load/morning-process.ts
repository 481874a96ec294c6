// Controls the clients of a company in their own process.
import { writeFileSync } from 'node:fs';
import { CommandedProcess } from './commanded-process.ts';
import type { Morning, MorningCommand } from './morning.ts';
import type { MorningPlan } from './morning-traffic.ts';

export class MorningProcess {
  private constructor(private readonly child: CommandedProcess<MorningCommand>) {}

  /** All clients are connected and wait when this resolves. */
  static async start(plan: MorningPlan, planFile: string): Promise<MorningProcess> {
    const child = await CommandedProcess.start<MorningCommand>(new URL('./morning.ts', import.meta.url));
    writeFileSync(planFile, JSON.stringify(plan));
    await child.send({ do: 'open', planFile });
    return new MorningProcess(child);
  }

  async run(seconds: number): Promise<Morning> {
    return (await this.child.send({ do: 'run', seconds })) as Morning;
  }

  async reconnect(count: number): Promise<{ ms: number; errors: number; examples: string[] }> {
    return (await this.child.send({ do: 'reconnect', count })) as { ms: number; errors: number; examples: string[] };
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
