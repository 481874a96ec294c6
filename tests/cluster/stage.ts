// The whole cluster: a database of three hosts, an S3 store, three nodes, a load balancer; and runs of load on it that are judged.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../faults/checker.ts';
import { Load, pause } from '../faults/load.ts';
import { Node } from '../faults/node.ts';
import { credentialsOf, initialise } from '../faults/stage.ts';
import { DatabaseCluster } from './database.ts';
import { createNetwork, Host } from './hosts.ts';
import { Balancer, S3Store } from './services.ts';

const NODE_PORT = 8100;
const NODE_NUMBERS = [21, 22, 23];
/** How long the load goes on before and after what is done to the cluster. */
const BESIDES_MS = 2000;
/** Writes go on within this time after a fault is over: a failover, and connections that are found to be silent. */
const RECOVERY_MS = 60_000;
const DATABASE = 'stoa';

export interface Outcome extends Verdict {
  /** The longest time that an event queue had no event. */
  readonly silence_ms: number;
  readonly problems: readonly string[];
}

export interface ServedNode {
  readonly host: Host;
  readonly node: Node;
}

export class Stage {
  readonly database: DatabaseCluster;
  readonly files: S3Store;
  readonly balancer: Balancer;
  readonly nodes: readonly ServedNode[];
  private runs = 0;

  private constructor(scratch: string) {
    createNetwork();
    this.database = new DatabaseCluster(scratch);
    this.files = new S3Store(scratch);
    const env = { ...this.files.env, STOA_SECRET: 'the same secret on each of the three nodes' };
    this.nodes = NODE_NUMBERS.map((number, at) => {
      const host = new Host(`node${at + 1}`, number);
      const data = join(scratch, host.name);
      mkdirSync(data, { mode: 0o700 });
      const address = { host: host.address, port: NODE_PORT };
      const database = this.database.url(DATABASE);
      return { host, node: new Node({ ...address, data, database, env, under: host.enter }) };
    });
    this.balancer = new Balancer(
      scratch,
      this.nodes.map(({ host }) => host),
    );
  }

  static async create(scratch: string): Promise<Stage> {
    const stage = new Stage(scratch);
    stage.database.start();
    await Promise.all([stage.files.start(), stage.database.whole()]);
    await stage.database.query(`create database ${DATABASE}`);
    const { node } = stage.nodes[0]!;
    await initialise(node.options.data, node.options.database, node.options);
    await Promise.all(stage.nodes.map(({ node }) => node.start()));
    await stage.balancer.start();
    return stage;
  }

  get hosts(): readonly Host[] {
    return [...this.database.hosts, ...this.nodes.map(({ host }) => host), this.balancer.host, this.files.host];
  }

  /** Runs load through the balancer and through each node, does what `fault` does, and judges what became of the load. */
  async underLoad(fault: (load: Load) => Promise<void>): Promise<Outcome> {
    const sites = [this.balancer.url, ...this.nodes.map(({ node }) => node.url)];
    const credentials = credentialsOf(this.nodes[0]!.node.options.data);
    const load = await Load.start(sites, credentials, `run ${++this.runs}`);
    try {
      await load.recovered(RECOVERY_MS);
      await pause(BESIDES_MS);
      await fault(load);
      await load.recovered(RECOVERY_MS);
      await pause(BESIDES_MS);
      const verdict = await load.judge();
      return { ...verdict, silence_ms: load.silence_ms, problems: load.problems };
    } finally {
      await load.close();
    }
  }
}
