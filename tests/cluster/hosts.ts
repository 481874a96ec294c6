// Hosts of a cluster: network namespaces on one bridge, whose processes fail together and whose cables can be pulled.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

const BRIDGE = 'stoa-bridge';
const NETWORK = '10.77.0';

function ip(words: string): string {
  const { status, stdout, stderr } = spawnSync('ip', words.split(' '), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${words}: ${stderr}`);
  return stdout;
}

/** Between the hosts. The tests themselves have the first address. */
export function createNetwork(): void {
  ip(`link add ${BRIDGE} type bridge forward_delay 0`);
  ip(`addr add ${NETWORK}.1/24 dev ${BRIDGE}`);
  ip(`link set ${BRIDGE} up`);
}

function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

export interface Program {
  readonly log: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: string;
}

export class Host {
  readonly address: string;
  /** What precedes a command that runs on this host. */
  readonly enter: readonly string[];

  constructor(
    readonly name: string,
    number: number,
  ) {
    this.address = `${NETWORK}.${number}`;
    this.enter = ['nsenter', `--net=/run/netns/${name}`];
    ip(`netns add ${name}`);
    ip(`link add ${this.cable} type veth peer name eth0 netns ${name}`);
    ip(`link set ${this.cable} master ${BRIDGE} up`);
    ip(`-n ${name} addr add ${this.address}/24 dev eth0`);
    ip(`-n ${name} link set eth0 up`);
    ip(`-n ${name} link set lo up`);
  }

  private get cable(): string {
    return `to-${this.name}`;
  }

  /** Starts a program, which writes what it says to a file. */
  run(words: readonly string[], { log, env, user }: Program): ChildProcess {
    const as = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
    const [program, ...rest] = [...this.enter, ...as, ...words];
    const output = openSync(log, 'a');
    const child = spawn(program!, rest, { env: { ...process.env, ...env }, stdio: ['ignore', output, output] });
    closeSync(output);
    return child;
  }

  /** Ids of its processes. `program`: only of that one. */
  private processes(program?: string): number[] {
    const pids = ip(`netns pids ${this.name}`).split('\n').filter(Boolean).map(Number);
    return program === undefined ? pids : pids.filter((pid) => programOf(pid) === program);
  }

  runs(program: string): boolean {
    return this.processes(program).length > 0;
  }

  /**
   * SIGKILL: the power is cut, but the disk keeps what was written. SIGSTOP and SIGCONT: the machine is suspended.
   * `program`: to its processes only.
   */
  signal(signal: NodeJS.Signals, program?: string): void {
    for (const pid of this.processes(program))
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
  }

  /** No packet comes or goes, and nobody is told. */
  cut(): void {
    ip(`link set ${this.cable} nomaster`);
  }

  mend(): void {
    ip(`link set ${this.cable} master ${BRIDGE}`);
  }

  /** No packet comes or goes between these two. */
  cutFrom(other: Host): void {
    ip(`-n ${this.name} route replace blackhole ${other.address}/32`);
    ip(`-n ${other.name} route replace blackhole ${this.address}/32`);
  }

  mendTo(other: Host): void {
    ip(`-n ${this.name} route del blackhole ${other.address}/32`);
    ip(`-n ${other.name} route del blackhole ${this.address}/32`);
  }
}
