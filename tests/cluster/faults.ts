// What is done to hosts of a cluster: each fault begins, lasts, and is ended so that the cluster can be whole again.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeededRandom } from '@stoa/testkit';
import { pause } from '../faults/load.ts';
import type { Host } from './hosts.ts';
import type { ServedNode, Stage } from './stage.ts';

export interface Fault {
  readonly name: string;
  /** What clients and operators notice. */
  readonly effect: string;
  readonly lasts_ms: number;
  /** The longest that writes pause and event queues are silent; a failover if absent. */
  readonly within_ms?: number;
  /** Returns what ends it. */
  begin(stage: Stage, random: SeededRandom): Promise<() => Promise<void> | void>;
}

const anyNode = ({ nodes }: Stage, random: SeededRandom): ServedNode => nodes[random.below(nodes.length)]!;

/** Faults of any host; `end` starts again what the fault ended. */
type Choice = (stage: Stage, random: SeededRandom) => Promise<{ host: Host; start: () => Promise<void> | void }>;
const primary: Choice = async ({ database }) => {
  const host = await database.primary();
  return { host, start: () => database.start(host) };
};
const standby: Choice = async ({ database }) => {
  const host = await database.synchronousStandby();
  return { host, start: () => database.start(host) };
};
const node: Choice = async (stage, random) => {
  const { host, node } = anyNode(stage, random);
  return { host, start: async () => void (await node.start()) };
};
const files: Choice = async ({ files }) => ({ host: files.host, start: () => files.start() });
const balancer: Choice = async ({ balancer }) => ({ host: balancer.host, start: () => balancer.start() });

const killed =
  (choose: Choice): Fault['begin'] =>
  async (stage, random) => {
    const { host, start } = await choose(stage, random);
    host.signal('SIGKILL');
    return start;
  };
const frozen =
  (choose: Choice): Fault['begin'] =>
  async (stage, random) => {
    const { host } = await choose(stage, random);
    host.signal('SIGSTOP');
    return () => host.signal('SIGCONT');
  };
const cut =
  (choose: Choice): Fault['begin'] =>
  async (stage, random) => {
    const { host } = await choose(stage, random);
    host.cut();
    return () => host.mend();
  };
const cutFrom =
  (choose: Choice, others: (stage: Stage) => readonly Host[]): Fault['begin'] =>
  async (stage, random) => {
    const { host } = await choose(stage, random);
    const apart = others(stage).filter((other) => other !== host);
    for (const other of apart) host.cutFrom(other);
    return () => {
      for (const other of apart) host.mendTo(other);
    };
  };

/** Clients of a node that ended notice at once. [ND15] */
const AT_ONCE = 5000;
/** Nobody is told that a host is silent. [ND15] */
const SILENT = 10_000;
const NEXT_PRIMARY = 'the synchronous standby is promoted';
const NEXT_STANDBY = 'writes wait until the other standby is the synchronous one';
const OTHERS = 'the others go on';

export const FAULTS: readonly Fault[] = [
  { name: 'the host of the primary is killed', effect: NEXT_PRIMARY, lasts_ms: 14_000, begin: killed(primary) },
  {
    name: 'the host of the primary is frozen, and goes on',
    effect: NEXT_PRIMARY,
    lasts_ms: 16_000,
    begin: frozen(primary),
  },
  { name: 'the primary is cut off from everybody', effect: NEXT_PRIMARY, lasts_ms: 16_000, begin: cut(primary) },
  {
    name: 'the primary is cut off from the other database hosts, not from nodes',
    effect: NEXT_PRIMARY,
    lasts_ms: 16_000,
    begin: cutFrom(primary, ({ database }) => database.hosts),
  },
  {
    name: 'the host of the synchronous standby is killed',
    effect: NEXT_STANDBY,
    lasts_ms: 8000,
    begin: killed(standby),
  },
  {
    name: 'the host of the synchronous standby is frozen',
    effect: NEXT_STANDBY,
    lasts_ms: 14_000,
    begin: frozen(standby),
  },
  { name: 'the synchronous standby is cut off', effect: NEXT_STANDBY, lasts_ms: 14_000, begin: cut(standby) },
  {
    name: 'the standby is made the primary, by a switchover',
    effect: 'requests are 503 meanwhile',
    lasts_ms: 6000,
    async begin({ database }) {
      await database.switchOver();
      return () => {};
    },
  },
  {
    name: 'the processes of PostgreSQL are killed on the primary',
    effect: 'Patroni starts it again',
    lasts_ms: 6000,
    async begin({ database }) {
      (await database.primary()).signal('SIGKILL', 'postgres');
      return () => {};
    },
  },
  {
    name: 'all database hosts are killed at once',
    effect: 'requests are 503 until they are back',
    lasts_ms: 3000,
    async begin({ database }) {
      for (const host of database.hosts) host.signal('SIGKILL');
      return () => database.start();
    },
  },
  {
    name: 'the disk of the primary is full',
    effect: 'writes are 503, or the standby is promoted',
    lasts_ms: 8000,
    async begin({ database }) {
      const host = await database.primary();
      const filler = join(database.memberOn(host).disk, 'filler');
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
      return () => rmSync(filler);
    },
  },
  {
    name: 'each sync of the disk of the primary takes 0.3 s longer',
    effect: 'writes share commits',
    lasts_ms: 8000,
    async begin({ database }) {
      const { slowness } = database.memberOn(await database.primary());
      writeFileSync(slowness, '300');
      return () => rmSync(slowness);
    },
  },
  {
    name: 'the clock of the primary jumps 6 h forward, then back',
    effect: 'no effect',
    lasts_ms: 4000,
    async begin({ database }) {
      const { clock } = database.memberOn(await database.primary());
      writeFileSync(clock, '+6h');
      await pause(4000);
      writeFileSync(clock, '-6h');
      return () => writeFileSync(clock, '+0');
    },
  },
  {
    name: 'etcd is killed on all database hosts',
    effect: 'no primary until it is back: requests are 503',
    lasts_ms: 12_000,
    async begin({ database }) {
      for (const host of database.hosts) host.signal('SIGKILL', 'etcd');
      return () => database.start();
    },
  },
  { name: 'a node is killed', effect: OTHERS, lasts_ms: 5000, within_ms: AT_ONCE, begin: killed(node) },
  { name: 'a node is frozen', effect: OTHERS, lasts_ms: 9000, within_ms: SILENT, begin: frozen(node) },
  { name: 'a node is cut off from everybody', effect: OTHERS, lasts_ms: 10_000, within_ms: SILENT, begin: cut(node) },
  {
    name: 'a node is cut off from the database, not from clients',
    effect: 'the balancer leaves it out',
    lasts_ms: 10_000,
    within_ms: SILENT,
    begin: cutFrom(node, ({ database }) => database.hosts),
  },
  {
    name: 'a node is cut off from the primary only',
    effect: 'the balancer leaves it out',
    lasts_ms: 10_000,
    within_ms: SILENT,
    async begin(stage, random) {
      const primary = await stage.database.primary();
      return cutFrom(node, () => [primary])(stage, random);
    },
  },
  {
    name: 'a node is cut off from the files',
    effect: 'its uploads fail, messages go on',
    lasts_ms: 6000,
    within_ms: AT_ONCE,
    begin: cutFrom(node, ({ files }) => [files.host]),
  },
  {
    name: 'the clock of a node jumps 6 h forward, then back',
    effect: 'messages go on',
    lasts_ms: 4000,
    within_ms: AT_ONCE,
    async begin(stage, random) {
      const { clock } = anyNode(stage, random);
      writeFileSync(clock, '+6h');
      await pause(4000);
      writeFileSync(clock, '-6h');
      return () => writeFileSync(clock, '+0');
    },
  },
  {
    name: 'the S3 store is killed',
    effect: 'uploads fail, messages go on',
    lasts_ms: 5000,
    within_ms: AT_ONCE,
    begin: killed(files),
  },
  {
    name: 'the load balancer is killed',
    effect: 'clients that know the nodes go on',
    lasts_ms: 5000,
    within_ms: AT_ONCE,
    begin: killed(balancer),
  },
  {
    name: 'rolling restart of the three nodes',
    effect: OTHERS,
    lasts_ms: 0,
    within_ms: AT_ONCE,
    async begin({ nodes }) {
      for (const { node } of nodes) {
        await node.end('SIGTERM');
        await node.start();
      }
      return () => {};
    },
  },
];
