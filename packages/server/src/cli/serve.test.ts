// `stoa serve` as a process: its output and its end.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { initCommand } from './init-command.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "stoa serve's "));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});
const store = () => ['--data', join(directory, 'data'), ...(database.url === null ? [] : ['--database', database.url])];
const owner = () => {
  const text = readFileSync(join(directory, 'zuliprc'), 'utf8');
  const value = (name: string) => text.match(new RegExp(`^${name}=(.*)$`, 'm'))![1]!;
  return `Basic ${btoa(`${value('email')}:${value('key')}`)}`;
};

async function call(server: Serving, method: string, path: string, form: Record<string, string> = {}) {
  const query = method === 'GET' ? `?${new URLSearchParams(form)}` : '';
  const body = method === 'GET' ? {} : { body: new URLSearchParams(form) };
  const init = { method, headers: { authorization: owner() }, ...body };
  const answer = await fetch(`${server.url}/api/v1${path}${query}`, init);
  return (await answer.json()) as Record<string, unknown>;
}

async function waitingPolls(server: Serving, wanted: number): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    const health = (await (await fetch(`${server.url}/health`)).json()) as { waiting_polls: number };
    if (health.waiting_polls === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`there never were ${wanted} waiting polls`);
}

describe('[CL706] the command that creates the first organization', () => {
  it('runs as it is printed, where a configuration file says which data, with a password in it or not', async () => {
    const place = join(directory, 'by file');
    const lines = [`data = ${JSON.stringify(join(place, 'data'))}`, 'port = 0'];
    const second = await createTestDatabase();
    if (second.url !== null) lines.push('database_file = "database"');
    mkdirSync(place);
    if (second.url !== null) writeFileSync(join(place, 'database'), `${withPassword(second.url)}\n`);
    writeFileSync(join(place, 'stoa.toml'), lines.join('\n'));
    const server = await serving(['--config', 'stoa.toml'], { cwd: place });
    try {
      while (!/--zuliprc zuliprc$/m.test(server.output())) await new Promise((resolve) => setTimeout(resolve, 10));
      const printed = /^ {2}(.* init .*)$/m.exec(server.output())![1]!;
      expect(printed).not.toMatch(/--data |--database |PASSWORD/);
      const ended = spawnSync('sh', ['-c', printed], { cwd: place, encoding: 'utf8' });
      expect([ended.status, ended.stderr]).toEqual([0, '']);
    } finally {
      server.kill('SIGTERM');
      await server.ended;
      await second.drop();
    }
  }, 60_000);

  it('has the path of a program that lies in the directory itself', () => {
    const place = { url: 'http://127.0.0.1:8100', in_file: {} };
    const programOf = (program: string, directory: string) =>
      initCommand({ config: undefined, data: 'd', database: undefined }, { ...place, program, directory }).split(
        ' ',
      )[0];
    expect(programOf('/srv/stoa', '/srv')).toBe('/srv/stoa');
    expect(programOf('/srv/bin/stoa', '/srv')).toBe('bin/stoa');
    expect(programOf('/usr/bin/stoa', '/srv')).toBe('/usr/bin/stoa');
  });
});

/** An address with a password, which the test's PostgreSQL does not ask for. */
function withPassword(address: string): string {
  const url = new URL(address);
  url.password = 'secret';
  return url.href;
}

describe('[CL6] stoa serve', () => {
  it('prints its address and, without an organization, the address and the command that create one', async () => {
    const server = await serving(store(), { cwd: directory });
    await waitingPolls(server, 0);
    while (!server.output().includes('--zuliprc')) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(server.output()).toMatch(new RegExp(`^ {2}${server.url}/#setup/[0-9a-f]{40}$`, 'm'));
    const command = server.output().match(/^ {2}(.* init .*)$/m)![1]!;
    expect(command).toContain(`--url ${server.url}`);
    // The password of a database is not shown: put it back, as the operator would.
    const password = database.url === null ? '' : new URL(database.url).password;
    execFileSync('sh', ['-c', `cd "$0" && ${command.replace(':PASSWORD@', `:${password}@`)}`, directory]);
    expect(await call(server, 'GET', '/users/me')).toMatchObject({ full_name: 'My Name', is_owner: true });
    server.kill('SIGINT');
    expect(await server.ended).toEqual({ code: 0, signal: null });

    const again = await serving(store());
    again.kill('SIGTERM');
    expect(await again.ended).toEqual({ code: 0, signal: null });
    expect(again.output()).toBe(`Stoa is ready at ${again.url}\n`);
  });

  it('does not return API keys without --dev', async () => {
    const server = await serving(store());
    const answer = await call(server, 'POST', '/dev_fetch_api_key', { username: 'me@example.com' });
    expect(answer).toMatchObject({ result: 'error', msg: expect.stringContaining('--dev') });
    server.kill('SIGTERM');
    await server.ended;
  });
});

describe('[CL9] signals', () => {
  it('SIGTERM answers a waiting poll and exits with 0; the queue continues at the next start', async () => {
    const server = await serving(store());
    const { queue_id, last_event_id } = await call(server, 'POST', '/register', { event_types: '["message"]' });
    const queue = { queue_id: String(queue_id), last_event_id: String(last_event_id) };
    const poll = call(server, 'GET', '/events', queue);
    await waitingPolls(server, 1);
    const signalled_at = performance.now();
    server.kill('SIGTERM');
    expect(await poll).toMatchObject({ result: 'success', events: [], queue_id });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - signalled_at).toBeLessThan(4000);

    const next = await serving(store());
    const sent = { type: 'direct', to: '["me@example.com"]', content: 'still here' };
    expect(await call(next, 'POST', '/messages', sent)).toMatchObject({ result: 'success' });
    const { events } = await call(next, 'GET', '/events', queue);
    expect(events).toMatchObject([{ type: 'message', message: { content: expect.stringContaining('still here') } }]);
    next.kill('SIGTERM');
    expect(await next.ended).toEqual({ code: 0, signal: null });
  });

  it('a second signal does not wait for a request that never ends', async () => {
    const server = await serving(store());
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    // The body is announced but never sent, so the request does not end.
    const head = ['POST /api/v1/messages HTTP/1.1', 'host: a', `authorization: ${owner()}`, 'content-length: 100'];
    socket.write(`${head.join('\r\n')}\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\ntype=`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const again = performance.now();
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 143, signal: null });
    expect(performance.now() - again).toBeLessThan(2000);
    socket.destroy();
    expect((await stoa(['check', ...store()])).code).toBe(0);
  });
});
