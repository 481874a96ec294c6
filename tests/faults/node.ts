// `stoa serve` as a process that faults are done to.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { STOA } from '../documented.ts';
import { pause } from './load.ts';

const READY_MS = 30_000;

export interface NodeOptions {
  data: string;
  port: number;
  /** Address to listen on; loopback if absent. */
  host?: string;
  /** Another build's command. */
  program?: string;
  database?: string | null;
  env?: Readonly<Record<string, string>>;
  /** What precedes the program's name: limits of resources and the like. */
  under?: readonly string[];
}

export class Node {
  private child: ChildProcess | null = null;
  private ended: Promise<unknown> = Promise.resolve();
  output = '';

  constructor(readonly options: NodeOptions) {}

  get url(): string {
    return `http://${this.options.host ?? '127.0.0.1'}:${this.options.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  get is_running(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts without waiting for anything. */
  launch(change: Partial<NodeOptions> = {}): void {
    const { data, port, host, program = STOA, database, env, under = [] } = { ...this.options, ...change };
    const store = ['--data', data, ...(database ? ['--database', database] : [])];
    const address = [...(host ? ['--host', host] : []), '--port', `${port}`];
    const words = [...under, program, 'serve', ...store, ...address, '--rate-limits', 'off'];
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOA_'));
    const child = spawn(words[0]!, words.slice(1), {
      env: { ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        this.output = (this.output + chunk).slice(-4000);
      });
    this.child = child;
    this.ended = once(child, 'exit');
  }

  async start(change: Partial<NodeOptions> = {}): Promise<this> {
    this.launch(change);
    await this.ready();
    return this;
  }

  async ready(): Promise<void> {
    let latest = 'nothing';
    for (const limit = Date.now() + READY_MS; Date.now() < limit; await pause(25)) {
      if (!this.is_running) throw new Error(`stoa serve ended: ${this.output}`);
      try {
        const answer = await fetch(`${this.url}/health`, { signal: AbortSignal.timeout(5000) });
        if (answer.ok) return;
        latest = await answer.text();
      } catch (error) {
        latest = String(error);
      }
    }
    throw new Error(`stoa serve was not ready within ${READY_MS} ms, but answered ${latest}: ${this.output}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child!.kill(signal);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.is_running) return;
    this.child!.kill(signal);
    await this.ended;
  }

  async exited(): Promise<void> {
    await this.ended;
  }
}
