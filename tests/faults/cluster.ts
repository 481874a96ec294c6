// A PostgreSQL cluster of a test's own that waits for its disk, and that faults are done to.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@stoa/testkit';
import pg from 'pg';
import { run } from '../documented.ts';

const DEBIAN = '/usr/lib/postgresql';
const BIN = join(DEBIAN, readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0]!, 'bin');
const START_MS = 20_000;
const SETTINGS = ['max_connections=100', 'logging_collector=off', 'wal_level=replica', 'max_wal_senders=4'];
/** PostgreSQL refuses to run as root. */
const owner = (() => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
})();

/** Makes a directory that PostgreSQL may write. */
export function ownDirectory(directory: string): string {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid!);
  return directory;
}

export class Cluster {
  private constructor(
    readonly directory: string,
    readonly port: number,
  ) {}

  /** In a directory that {@link ownDirectory} made. */
  static async create(directory: string): Promise<Cluster> {
    const cluster = new Cluster(directory, await freePort());
    await cluster.command('initdb -D data -U postgres -A trust');
    await cluster.start();
    return cluster;
  }

  /** A standby of this cluster, streaming. */
  async standby(directory: string): Promise<Cluster> {
    const standby = new Cluster(directory, await freePort());
    await standby.command(`pg_basebackup -h 127.0.0.1 -p ${this.port} -U postgres -D data -R -X stream -c fast`);
    await standby.start();
    return standby;
  }

  url(name: string, port = this.port): string {
    return `postgres://postgres@127.0.0.1:${port}/${name}`;
  }

  command(line: string): Promise<string> {
    const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
    return run(line, { ...owner, cwd: this.directory, env });
  }

  /** As a child of this process, because a killed one must not stay as a zombie: its lock file would name a living process. */
  async start(): Promise<void> {
    const settings = SETTINGS.flatMap((each) => ['-c', each]);
    const words = ['-D', 'data', '-p', `${this.port}`, '-k', '', '-h', '127.0.0.1', ...settings];
    const log = openSync(join(this.directory, 'log'), 'a');
    spawn(join(BIN, 'postgres'), words, { ...owner, cwd: this.directory, stdio: ['ignore', 'ignore', log] });
    closeSync(log);
    const isReady = () =>
      this.command(`pg_isready -q -h 127.0.0.1 -p ${this.port}`).then(
        () => true,
        () => false,
      );
    for (const limit = Date.now() + START_MS; !(await isReady()); )
      if (Date.now() > limit) throw new Error(`PostgreSQL did not start: ${this.directory}/log`);
  }

  stop(mode: 'fast' | 'immediate' = 'fast'): Promise<string> {
    return this.command(`pg_ctl -D data -m ${mode} -w stop`);
  }

  promote(): Promise<string> {
    return this.command('pg_ctl -D data -w promote');
  }

  /** The server and all its processes. */
  private processes(): number[] {
    const first = Number(readFileSync(join(this.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${first}`], { encoding: 'utf8' });
    return [first, ...stdout.split('\n').filter(Boolean).map(Number)];
  }

  signalAll(signal: NodeJS.Signals): void {
    for (const pid of this.processes())
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
  }

  async query(text: string, name = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(name) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** A connection that holds something until it is ended. */
  async session(name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url(name) });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

/** Between a node and its database: a network that can go silent, as if a cable were pulled. */
export class Network {
  private readonly pairs = new Set<[Socket, Socket]>();
  private is_cut = false;
  private constructor(readonly port: number) {}

  static async to(port: number): Promise<Network> {
    const network = new Network(await freePort());
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      const pair: [Socket, Socket] = [near, far];
      for (const [from, to] of [pair, [far, near] as const]) {
        from.on('error', () => {});
        from.on('data', (bytes) => {
          if (!network.is_cut) to.write(bytes);
        });
        // The other end does not learn that this one closed while the network is cut.
        from.on('close', () => {
          if (!network.is_cut) to.destroy();
        });
      }
      network.pairs.add(pair);
    });
    await new Promise<void>((resolve) => server.listen(network.port, '127.0.0.1', resolve));
    server.unref();
    return network;
  }

  cut(): void {
    this.is_cut = true;
  }

  /** Connections from before stay silent to their ends. */
  mend(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.removeAllListeners('data').resume();
    this.pairs.clear();
    this.is_cut = false;
  }
}
