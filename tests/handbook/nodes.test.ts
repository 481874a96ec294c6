// The load balancer and the commands of docs/operate/nodes.md and troubleshooting.md that need PostgreSQL.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@stoa/testkit';
import { documented, run, STOA } from '../documented.ts';
import { Cluster, ownDirectory } from '../faults/cluster.ts';
import { pause } from '../faults/load.ts';

const READY_MS = 20_000;
const WORKERS = 4;
const nodes_page = documented('nodes.md');
const troubleshooting = documented('troubleshooting.md');

let directory: string;
let cluster: Cluster;
const at = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-nodes-'));
  chmodSync(directory, 0o755);
  cluster = await Cluster.create(ownDirectory(at('cluster')));
  await cluster.query('create database stoa');
}, 60_000);
afterAll(async () => {
  await cluster?.stop('immediate');
  rmSync(directory, { recursive: true, force: true });
});

class Served {
  private child: ChildProcess | null = null;
  constructor(readonly port: number) {}

  async start(): Promise<void> {
    const words = ['serve', '--config', at('stoa.toml'), '--port', `${this.port}`, '--rate-limits', 'off'];
    this.child = spawn(STOA, words, { stdio: 'ignore' });
    for (const limit = Date.now() + READY_MS; Date.now() < limit; await pause(50))
      if ((await fetch(`http://127.0.0.1:${this.port}/ready`).catch(() => null))?.ok) return;
    throw new Error('the node was not ready');
  }

  async stop(): Promise<void> {
    const ended = once(this.child!, 'exit');
    this.child!.kill('SIGTERM');
    await ended;
  }
}

it('[HB3] nodes are upgraded one after the other behind the load balancer, and no request fails', async () => {
  // The secret as it is made there, and the settings, with an address and a directory of this test and without a bucket.
  await run(nodes_page.line('head -c 32', [['secret', at('secret')]]));
  writeFileSync(at('database'), cluster.url('stoa'));
  const settings = nodes_page
    .block('drain_secs', [
      ['/var/lib/stoa', at('data')],
      ['/etc/stoa/', `${directory}/`],
      ['"0.0.0.0"', '"127.0.0.1"'],
      ['10.0.0.0/24', '127.0.0.1'],
    ])
    .replace(/^s3_.*\n/gm, '');
  writeFileSync(at('stoa.toml'), settings);
  const ports = [await freePort(), await freePort()];
  const balanced = await freePort();
  const who = `--org Many --email ada@stoa.example --name Ada --url http://127.0.0.1:${balanced} --zuliprc ${at('zuliprc')}`;
  await run(`${STOA} init --config ${at('stoa.toml')} ${who}`);
  const key = readFileSync(at('zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  const nodes = ports.map((port) => new Served(port));
  await Promise.all(nodes.map((node) => node.start()));

  const backend = nodes_page.block('balance leastconn', [
    ['10.0.0.11:8100', `127.0.0.1:${ports[0]}`],
    ['10.0.0.12:8100', `127.0.0.1:${ports[1]}`],
  ]);
  const front = documented('proxies.md')
    .block('default_backend', [
      ['bind :443 ssl crt /etc/ssl/chat.example.com.pem alpn h2,http/1.1', `bind 127.0.0.1:${balanced}`],
    ])
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace(/^backend[\s\S]*/m, backend);
  writeFileSync(at('haproxy.cfg'), front);
  const balancer = spawn('haproxy', ['-db', '-f', at('haproxy.cfg')], { stdio: 'ignore' });
  const statuses = new Map<number | string, number>();
  let is_over = false;
  const authorization = `Basic ${btoa(`ada@stoa.example:${key}`)}`;
  const work = async (worker: number) => {
    for (let n = 0; !is_over; n++) {
      const body = new URLSearchParams({ type: 'direct', to: '["ada@stoa.example"]', content: `${worker} ${n}` });
      const status = await fetch(`http://127.0.0.1:${balanced}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization },
        body,
      }).then(
        (answer) => answer.status,
        (error) => String(error),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(20);
    }
  };
  try {
    await pause(5000);
    const working = Array.from({ length: WORKERS }, (_, worker) => work(worker));
    for (const node of nodes) {
      await node.stop();
      await node.start();
      await pause(3000);
    }
    is_over = true;
    await Promise.all(working);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)!).toBeGreaterThan(100);

    // What troubleshooting says of PostgreSQL.
    const result = await cluster.command(
      troubleshooting.line('  psql --command', [['psql', `psql ${cluster.url('stoa')}`]]).trim(),
    );
    expect(result).toContain('pg_blocking_pids');
    const names = await cluster.query("select distinct application_name from pg_stat_activity where datname = 'stoa'");
    expect(names.map(({ application_name }) => application_name)).toContain('stoa');
  } finally {
    is_over = true;
    balancer.kill('SIGTERM');
    for (const node of nodes) await node.stop().catch(() => {});
  }
}, 110_000);

it('[HB4] a node starts behind PgBouncer as documented, and is refused behind one that pools by transaction', async () => {
  await cluster.query('create database pooled');
  const bouncer = await freePort();
  const ini = nodes_page.block('pool_mode', [
    ['host=db1.example.com port=5432 dbname=stoa', `host=127.0.0.1 port=${cluster.port} dbname=pooled`],
    ['6432', `${bouncer}`],
    ['scram-sha-256', 'any'],
    ['stoa =', 'pooled ='],
  ]);
  const address = `postgres://postgres@127.0.0.1:${bouncer}/pooled`;
  const who = `--org Pooled --email ada@stoa.example --name Ada --zuliprc ${at('pooled-zuliprc')}`;
  const throughPooler = async (settings: string, work: () => Promise<void>) => {
    const file = join(cluster.directory, 'pgbouncer.ini');
    writeFileSync(file, settings.replace('pooled = ', 'pooled = user=postgres '));
    // PgBouncer refuses to run as root, as PostgreSQL does.
    const running = cluster.command(`echo $$ > pooler.pid; exec pgbouncer -q ${file} 2>/dev/null`).catch(() => {});
    try {
      await pause(1500);
      await work();
    } finally {
      process.kill(Number(readFileSync(join(cluster.directory, 'pooler.pid'), 'utf8')), 'SIGINT');
      await running;
    }
  };
  await throughPooler(ini, async () => {
    await run(`${STOA} init --data ${at('pooled')} --database ${address} ${who}`);
    await run(`${STOA} check --data ${at('pooled')} --database ${address}`);
  });
  await throughPooler(
    ini.replace('pool_mode = session', 'pool_mode = transaction\ndefault_pool_size = 1'),
    async () => {
      const refused = run(`${STOA} check --data ${at('pooled')} --database ${address}`);
      await expect(refused).rejects.toThrow('behind a pooler that shares connections');
    },
  );
}, 60_000);

it('[HB1] fuser names the process that has the database open', async () => {
  await run(`mkdir -p ${at('embedded')} && touch ${at('embedded')}/stoa.db`);
  const holding = spawn('tail', ['-f', at('embedded/stoa.db')], { stdio: 'ignore' });
  await pause(300);
  try {
    const command = troubleshooting.line('  fuser', [['data/stoa.db', at('embedded/stoa.db')]]).trim();
    expect(await run(`${command} 2>&1`)).toContain(`${holding.pid}`);
  } finally {
    holding.kill('SIGTERM');
  }
});
