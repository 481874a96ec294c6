// The whole cluster: a database of three hosts, an S3 store, three nodes, a load balancer; and runs of load on it that are judged.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../faults/checker.ts';
import { Load, pause } from '../faults/load.ts';
import { Node } from '../faults/node.ts';
import { clockOf, credentialsOf, initialise } from '../faults/stage.ts';
import { DatabaseCluster } from './database.ts';
import { createNetwork, Host } from './hosts.ts';
import { Balancer, NODE_PORT, S3Store } from './services.ts';

const NODE_NUMBERS = [21, 22, 23];
/** How long the load goes on before and after what is done to the cluster. */
const BESIDES_MS = 2000;
/** Writes go on within this time after a fault is over: a failover, and connections that are found to be silent. */
const RECOVERY_MS = 30_000;
/** How long Patroni may take to have a primary again, on a machine that others use. */
const DATABASE_MS = 180_000;

export interface Outcome extends Verdict {
  /** The longest time that an event queue had no event. */
  readonly silence_ms: number;
  readonly problems: readonly string[];
}

export interface ServedNode {
  readonly host: Host;
  readonly node: Node;
  /** The file that says how far its clock is from the real one. */
  readonly clock: string;
}

export class Stage {
  readonly database: DatabaseCluster;
  readonly files: S3Store;
  readonly balancer: Balancer;
  nodes: readonly ServedNode[] = [];
  private readonly node_hosts: readonly Host[];
  private runs = 0;

  private constructor(private readonly scratch: string) {
    createNetwork();
    this.database = new DatabaseCluster(scratch);
    this.files = new S3Store(scratch);
    this.node_hosts = NODE_NUMBERS.map((number, at) => new Host(`node${at + 1}`, number));
    this.balancer = new Balancer(scratch, this.node_hosts);
  }

  static async create(scratch: string): Promise<Stage> {
    const stage = new Stage(scratch);
    stage.database.start();
    await Promise.all([stage.files.start(), stage.database.whole(), stage.balancer.start()]);
    return stage;
  }

  /** Makes a database, and serves it from all nodes; ends what they served before. `program`: another build's command. */
  async serve(name: string, program?: string): Promise<void> {
    for (const { node } of this.nodes) await node.end('SIGTERM');
    await this.database.query(`create database ${name}`);
    this.nodes = this.node_hosts.map((host) => {
      const data = join(this.scratch, `${name}-${host.name}`);
      mkdirSync(data, { mode: 0o700 });
      const clock = join(data, 'clock');
      const secret = { STOA_SECRET: 'the same secret on each of the three nodes' };
      const env = { ...this.files.env, ...secret, ...clockOf(clock) };
      const address = { host: host.address, port: NODE_PORT };
      return {
        host,
        clock,
        node: new Node({ ...address, data, database: this.database.url(name), env, under: host.enter }),
      };
    });
    const { data, database = null, env } = this.nodes[0]!.node.options;
    await initialise(data, database, { ...(env && { env }), ...(program && { program }) });
    await Promise.all(this.nodes.map(({ node }) => node.start(program ? { program } : {})));
    await this.whole();
  }

  /** Waits until every host of the database and every node is as it should be, and the balancer knows it. */
  async whole(): Promise<void> {
    await this.database.whole();
    await Promise.all(this.nodes.map(({ node }) => node.ready()));
    await this.balancer.ready();
  }

  /** Waits until the load's writes are acknowledged again: soon after the database takes writes. */
  async recovered(load: Load): Promise<void> {
    await this.database.writable(DATABASE_MS);
    await load.recovered(RECOVERY_MS);
  }

  end(): void {
    for (const host of [...this.database.hosts, ...this.node_hosts, this.balancer.host, this.files.host])
      host.signal('SIGKILL');
    this.database.unmount();
  }

  /** Runs load through the balancer and through each node, does what `fault` does, and judges what became of the load. */
  async underLoad(fault: (load: Load) => Promise<void>): Promise<Outcome> {
    const sites = [this.balancer.url, ...this.nodes.map(({ node }) => node.url)];
    const credentials = credentialsOf(this.nodes[0]!.node.options.data);
    const load = await Load.start(sites, credentials, `run ${++this.runs}`);
    try {
      await this.recovered(load);
      await pause(BESIDES_MS);
      await fault(load);
      await this.recovered(load);
      await pause(BESIDES_MS);
      const verdict = await load.judge();
      return { ...verdict, silence_ms: load.silence_ms, problems: load.problems };
    } finally {
      await load.close();
    }
  }
}
