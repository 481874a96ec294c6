// A real Stoa server for tests of JavaScript clients: the command as people use it, its own data directory, a free port.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const stoa = fileURLToPath(new URL('../../../packages/server/bin/stoa', import.meta.url));
const READY_MS = 20_000;
export const PASSWORD = 'correct horse battery staple';

/** Nobody's settings for a server or for a client reach either. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(STOA|ZULIP)_/.test(name)));

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function run(...args) {
  const { status, stderr } = spawnSync(stoa, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Error(`stoa ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** A server with two people: the owner Thea, who has a password, and Milo. */
export async function startServer() {
  const home = mkdtempSync(join(tmpdir(), 'stoa-client-'));
  const data = ['--data', join(home, 'data')];
  const site = `http://127.0.0.1:${await freePort()}`;
  const rc = (name) => join(home, `${name}.zuliprc`);
  const password = join(home, 'password');
  writeFileSync(password, PASSWORD, { mode: 0o600 });
  const owner = ['--email', 'thea@lyceum.example', '--name', 'Thea Owner', '--password-file', password];
  run('init', '--org', 'Lyceum', ...owner, '--url', site, '--zuliprc', rc('thea'), ...data);
  run('user', 'create', '--email', 'milo@lyceum.example', '--name', 'Milo Member', '--zuliprc', rc('milo'), ...data);
  const serve = ['serve', ...data, '--port', new URL(site).port, '--rate-limits', 'off'];
  const child = spawn(stoa, serve, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (const until = Date.now() + READY_MS; ; await sleep(20)) {
    const healthy = await fetch(`${site}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) break;
    if (Date.now() > until || child.exitCode !== null) throw new Error('the server did not become ready');
  }
  return {
    site,
    zuliprc: rc,
    key: (name) => /^key=(.*)$/m.exec(readFileSync(rc(name), 'utf8'))[1],
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
