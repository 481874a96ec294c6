// PostgreSQL's own ways: pg_dump, and pgBackRest with a restore to the newest state and to a moment.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@stoa/sdk';
import { freePort, spawnServer } from '@stoa/testkit';
import { documented as page, type Replacements, run, STOA } from '../documented.ts';

const { block, line } = page('backup.md');

const DEBIAN = '/usr/lib/postgresql';
const BIN = join(DEBIAN, readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))[0]!, 'bin');
/** PostgreSQL refuses to run as root. */
const owner = (() => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
})();

let directory: string;
let port: number;
const at = (...names: string[]) => join(directory, ...names);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const asPostgres = (command: string) =>
  run(command, {
    ...owner,
    cwd: directory,
    env: { ...process.env, HOME: directory, PATH: `${BIN}:${process.env.PATH}` },
  });
const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
const documented = (): Replacements => [
  ['stoa mark-restored', `${STOA} mark-restored`],
  ['postgres://stoa@127.0.0.1/stoa', url('stoa')],
  ['postgres://stoa@127.0.0.1/new', url('new')],
  ['--data data', `--data ${at('stoa')}`],
  ['stoa.dump', at('stoa.dump')],
  ['/etc/pgbackrest.conf', at('pgbackrest.conf')],
  ['/var/lib/pgbackrest', at('repository')],
  ['/var/lib/postgresql/15/main', at('cluster')],
];

const start = () =>
  asPostgres(`pg_ctl -D cluster -l cluster.log -w start -o "-p ${port} -k ${directory} -h 127.0.0.1"`);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-pg-'));
  chmodSync(directory, 0o755);
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid!);
  port = await freePort();
  await asPostgres('initdb -D cluster -U postgres -A trust');
  const local = `[global]\nlog-path=${at('log')}\nlock-path=${at('lock')}\nlog-level-file=off\n[stoa]\npg1-port=${port}\npg1-socket-path=${directory}\npg1-user=postgres\n`;
  writeFileSync(at('pgbackrest.conf'), `${block('repo1-path', documented())}\n${local}`);
  writeFileSync(
    at('cluster', 'postgresql.conf'),
    `${readFileSync(at('cluster', 'postgresql.conf'))}\n${block('archive_command', documented())}`,
  );
  await start();
  await asPostgres(
    `createdb -h 127.0.0.1 -p ${port} -U postgres stoa; createdb -h 127.0.0.1 -p ${port} -U postgres new`,
  );
});
afterAll(async () => {
  await asPostgres('pg_ctl -D cluster -m immediate stop').catch(() => {});
  rmSync(directory, { recursive: true, force: true });
});

async function serving<T>(name: string, work: (ada: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  const server_port = await freePort();
  const site = `http://127.0.0.1:${server_port}`;
  const api_key = readFileSync(at('zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  const server = await spawnServer({ data: at('stoa'), port: server_port, database: url(name) });
  try {
    return await work(createClient({ site, email: 'ada@stoa.example', api_key }));
  } finally {
    await server.end('SIGTERM');
  }
}
const send = (content: string) =>
  serving('stoa', (ada) => ada.sendMessage({ type: 'direct', to: ['ada@stoa.example'], content }));
const contents = (name: string) =>
  serving(name, async (ada) => {
    const page = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false } as const;
    return (await ada.getMessages(page)).messages.map(({ content, id }) => ({ content, id }));
  });

it('[BU16] pg_dump, pg_restore and pgBackRest restore everything, and ids advance', async () => {
  mkdirSync(at('stoa'));
  const who = `--org Dumped --email ada@stoa.example --name Ada --zuliprc ${at('zuliprc')}`;
  await run(`${STOA} init --data ${at('stoa')} --database ${url('stoa')} ${who}`);
  await send('one');
  await asPostgres(line('pg_dump', documented()));
  await asPostgres(line('pg_restore', documented()));
  await run(
    line(
      'stoa mark-restored --data data --database',
      documented().map(([from, to]) => [from, from.endsWith('/stoa') ? url('new') : to] as const),
    ),
  );
  await run(`${STOA} check --data ${at('stoa')} --database ${url('new')}`);
  expect((await contents('new')).map(({ content }) => content)).toContain('one');

  for (const command of ['stanza-create', 'check', 'backup'])
    await asPostgres(line(`pgbackrest --stanza=stoa ${command}`, documented()) + config());
  await send('two');
  await pause(3000);
  const moment = new Date()
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '+00');
  await pause(2000);
  await send('three');
  await pause(3000);
  // Machine and disk are gone: the repository is elsewhere.
  await asPostgres('pg_ctl -D cluster -m immediate stop; rm -r cluster; mkdir -m 700 cluster');
  await asPostgres(line('pgbackrest --stanza=stoa restore', documented()) + config());
  await start();
  await waitForWrites();
  await run(line('stoa mark-restored --data data --database', documented()));
  const newest = await contents('stoa');
  expect(newest.map(({ content }) => content)).toEqual(expect.arrayContaining(['one', 'two', 'three']));
  await send('four');
  const ids = (await contents('stoa')).map(({ id }) => id);
  expect(Math.max(...ids)).toBeGreaterThan(1_000_000);

  await asPostgres('pg_ctl -D cluster -m fast stop');
  const to_moment = line('pgbackrest --stanza=stoa --delta', [['2026-11-22 19:30:00+00', moment], ...documented()]);
  await asPostgres(to_moment + config());
  await start();
  await waitForWrites();
  const then = (await contents('stoa')).map(({ content }) => content);
  expect(then).toEqual(expect.arrayContaining(['one', 'two']));
  expect(then).not.toContain('three');
}, 280_000);

const config = () => ` --config=${at('pgbackrest.conf')}`;

/** A cluster that is being restored accepts reads first. */
async function waitForWrites(): Promise<void> {
  for (let n = 0; n < 100; n++) {
    const output = await asPostgres(`psql -h 127.0.0.1 -p ${port} -U postgres -Atc 'select pg_is_in_recovery()'`).catch(
      () => '',
    );
    if (output.trim() === 'f') return;
    await pause(200);
  }
  throw new Error('the cluster did not leave recovery');
}
