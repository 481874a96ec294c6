// Faults of servers on PostgreSQL, under load. `npm run test:faults` runs them, and writes docs/operate/faults.md.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, SeededRandom } from '@stoa/testkit';
import { run, STOA } from '../documented.ts';
import { Cluster, Network, ownDirectory } from './cluster.ts';
import { Caller, pause } from './load.ts';
import { Node, type NodeOptions } from './node.ts';
import {
  clockOf,
  credentialsOf,
  finish,
  initialise,
  OWNER,
  type Row,
  type Scene,
  scratch,
  underLoad,
} from './stage.ts';

setDefaultTimeout(90_000);

const rows: Row[] = [];
/** The longest fault is 10 s. */
const PAUSE_MS = 20_000;
/** While one node is gone, the other goes on within 5 s; 1 s is the load's. */
const SURVIVOR_MS = 6000;
/** Longer than a write waits for another one's commit and for its own. */
const GONE_MS = 70_000;
const ROOT = process.getuid?.() === 0;
const random = new SeededRandom(11);
let cluster: Cluster;
let count = 0;
const clusterDirectory = () => ownDirectory(join(scratch, `cluster-${count++}`));

beforeAll(async () => {
  // Another file of tests may have removed it at its end.
  mkdirSync(scratch, { recursive: true });
  chmodSync(scratch, 0o711);
  cluster = await Cluster.create(clusterDirectory());
});
afterAll(async () => {
  await cluster?.stop('immediate');
  finish(rows);
});

interface Options {
  on?: Cluster;
  nodes?: number;
  /** Settings of each node. */
  each?: (name: string) => readonly Partial<NodeOptions>[];
  address?: (name: string) => string;
  /** How long no write at all may be acknowledged. */
  pause_ms?: number;
}

interface Place extends Scene {
  readonly name: string;
}

/** Runs nodes (two, if not said otherwise) on a new database, expects nothing lost, duplicated or reordered, and writes a row. */
async function underFault(
  fault: string,
  then: string,
  work: (place: Place) => Promise<void>,
  { on = cluster, nodes = 2, each, address = (name) => on.url(name), pause_ms = PAUSE_MS }: Options = {},
): Promise<void> {
  const name = `faults_${count++}`;
  await on.query(`create database ${name}`);
  const data = await initialise(mkdtempSync(join(scratch, 'data-')), on.url(name));
  const options = { data, database: address(name), nodes, each: each?.(name) };
  const { verdict, problems } = await underLoad(options, (scene) => work({ ...scene, name }));
  rows.push({ engine: 'PostgreSQL', fault, then, ...verdict });
  expect(problems).toEqual([]);
  const { lost, duplicated, reordered } = verdict;
  expect({ lost, duplicated, reordered }).toEqual({ lost: 0, duplicated: 0, reordered: 0 });
  expect(verdict.pause_ms).toBeLessThan(pause_ms);
  await run(`${STOA} check --data ${data} --database '${address(name)}'`);
}

describe('[FT2] PostgreSQL', () => {
  it('stopped', () =>
    underFault('the database is stopped for 4 s', 'requests are 503 until it is back', async () => {
      await cluster.stop();
      await pause(4000);
      await cluster.start();
    }));

  it('killed', () =>
    underFault('the database and all its processes are killed', 'its next start recovers', async () => {
      cluster.signalAll('SIGKILL');
      await pause(1500);
      await cluster.start();
    }));

  it('restarted', () =>
    underFault('the database is restarted, 3 times', 'connections are made again', async ({ load }) => {
      for (let round = 0; round < 3; round++) {
        await cluster.stop();
        await cluster.start();
        await load.recovered(10_000);
      }
    }));

  it('frozen', () =>
    underFault('the database is frozen for 10 s', 'silent connections are replaced', async () => {
      cluster.signalAll('SIGSTOP');
      await pause(10_000);
      cluster.signalAll('SIGCONT');
    }));

  it('frozen node', () =>
    underFault(
      'a node is frozen for 8 s, in the middle of its writes',
      'the database ends its transaction, the other goes on',
      async ({ nodes, load }) => {
        for (let round = 0; round < 2; round++) {
          await pause(random.below(300));
          nodes[round]!.signal('SIGSTOP');
          await pause(8000);
          nodes[round]!.signal('SIGCONT');
          await load.recovered(10_000);
          // Those whose writes the database ended ask the other node, which is frozen next.
          load.spread();
        }
      },
      { pause_ms: SURVIVOR_MS },
    ));

  it('killed node', () =>
    underFault('nodes are killed in turn, 4 times', 'the other goes on', async ({ nodes, load }) => {
      for (let round = 0; round < 4; round++) {
        const node = nodes[round % 2]!;
        await node.end('SIGKILL');
        await pause(500);
        await node.start();
        await load.recovered(10_000);
      }
    }));

  it('terminated connections', () =>
    underFault('all connections are terminated, 10 times', 'each is replaced', async ({ name }) => {
      for (let round = 0; round < 10; round++) {
        await cluster.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
        await pause(400);
      }
    }));

  it('no connections left', () =>
    underFault(
      'the database takes no new connections for 5 s, and ends the old ones',
      'requests are 503',
      async (place) => {
        await cluster.query(`alter database ${place.name} allow_connections false`);
        await cluster.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${place.name}'`);
        await pause(5000);
        await cluster.query(`alter database ${place.name} allow_connections true`);
      },
    ));

  it('locked', () =>
    underFault('another session locks messages for 8 s', 'writes wait, none longer than 10 s', async ({ name }) => {
      const session = await cluster.session(name);
      await session.query('begin; lock table messages in share mode');
      await pause(8000);
      await session.query('rollback');
      await session.end();
    }));

  it('slow', () =>
    underFault('the database works a tenth of the time, for 8 s', 'everything is slower', async () => {
      for (let round = 0; round < 16; round++) {
        cluster.signalAll('SIGSTOP');
        await pause(450);
        cluster.signalAll('SIGCONT');
        await pause(50);
      }
    }));

  it('failover', async () => {
    const primary = await Cluster.create(clusterDirectory());
    const standby = await primary.standby(clusterDirectory());
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    const address = (name: string) => `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${name}`;
    const work = async () => {
      primary.signalAll('SIGKILL');
      await pause(1000);
      await standby.promote();
      await standby.query("alter system set synchronous_standby_names = ''");
      await standby.query('select pg_reload_conf()');
    };
    try {
      const fault = 'the primary is killed, the synchronous standby promoted';
      await underFault(fault, 'nodes find the new primary', work, { on: primary, address });
    } finally {
      await standby.stop('immediate');
    }
  });

  it('standby lost', async () => {
    const primary = await Cluster.create(clusterDirectory());
    const standby = await primary.standby(clusterDirectory());
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query('select pg_reload_conf()');
    const work = async ({ node }: Place) => {
      await standby.stop();
      await pause(6500);
      expect((await fetch(`${node.url}/ready`)).status).toBe(503);
      await standby.start();
    };
    try {
      await underFault('the synchronous standby is gone for 7 s', 'writes wait, `/ready` is 503', work, {
        on: primary,
      });
    } finally {
      await standby.stop('immediate');
      await primary.stop('immediate');
    }
  });

  it('[DB35] standby gone for long', async () => {
    const primary = await Cluster.create(clusterDirectory());
    const standby = await primary.standby(clusterDirectory());
    await primary.query('create database stoa');
    const data = await initialise(mkdtempSync(join(scratch, 'data-')), primary.url('stoa'));
    const node = await new Node({ data, database: primary.url('stoa'), port: await freePort() }).start();
    const caller = new Caller([node.url], credentialsOf(data), 0);
    const send = (content: string) =>
      caller.call('POST', '/messages', { type: 'direct', to: [OWNER], content }, { limit_ms: GONE_MS });
    try {
      await primary.query("alter system set synchronous_standby_names = '*'");
      await primary.query('select pg_reload_conf()');
      expect((await send('before')).status).toBe(200);
      await standby.stop();
      expect((await send('meanwhile')).status).toBe(503);
      await standby.start();
      while ((await send('after').catch(() => null))?.status !== 200) await pause(200);
    } finally {
      await node.end('SIGKILL');
      await standby.stop('immediate').catch(() => {});
      await primary.stop('immediate');
    }
  }, 150_000);

  it.skipIf(!ROOT)('disk full', async () => {
    const directory = clusterDirectory();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', directory]);
    expect(status).toBe(0);
    try {
      ownDirectory(directory);
      const full = await Cluster.create(directory);
      const work = async () => {
        spawnSync('dd', ['if=/dev/zero', `of=${join(directory, 'filler')}`, 'bs=4k']);
        await pause(8000);
        spawnSync('rm', [join(directory, 'filler')]);
        await pause(500);
        // Without room for its log PostgreSQL ends itself; it is started again as its supervisor would.
        await full.command('pg_ctl -D data status').catch(() => full.start());
      };
      await underFault('the disk of the database is full for 8 s', 'writes are 503', work, { on: full });
      await full.stop('immediate');
    } finally {
      spawnSync('umount', ['-l', directory]);
    }
  });

  it('network cut', async () => {
    const network = await Network.to(cluster.port);
    const each = (name: string) => [{ database: cluster.url(name, network.port) }, {}];
    const work = async () => {
      network.cut();
      await pause(10_000);
      network.mend();
    };
    const fault = 'a node is cut off from the database for 10 s';
    await underFault(fault, 'the other goes on within 5 s', work, { each, pause_ms: SURVIVOR_MS });
  });

  it('clock', async () => {
    const file = join(mkdtempSync(join(scratch, 'clock-')), 'offset');
    const env = clockOf(file);
    const work = async ({ load }: Place) => {
      for (const jump of ['+6h', '-6h', '+0']) {
        writeFileSync(file, jump);
        await pause(3000);
        await load.recovered(5000);
      }
    };
    const fault = 'the clock of a node jumps 6 h forward, then back';
    await underFault(fault, 'no effect', work, { each: () => [{ env }, {}] });
  });

  it('rolling restart', () =>
    underFault(
      'rolling restart: three nodes, one after the other, twice',
      'the others go on',
      async ({ nodes }) => {
        for (let round = 0; round < 2; round++)
          for (const node of nodes) {
            await node.end('SIGTERM');
            await node.start();
          }
      },
      { nodes: 3 },
    ));
});
