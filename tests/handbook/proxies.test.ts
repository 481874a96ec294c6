// The proxies of docs/operate/proxies.md and nodes.md, each started as it stands there, with real servers behind it.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@stoa/testkit';
import { documented, run, STOA } from '../documented.ts';

const HOST = 'chat.example.com';
const READY_MS = 15_000;
/** When a poll without events gets its heartbeat, at the latest. */
const HEARTBEAT_MS = 90_000;
const MIB = 1024 * 1024;
const { block, line } = documented('proxies.md');

let directory: string;
let server: ChildProcess;
let server_port: number;
let key: string;
const at = (name: string) => join(directory, name);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + READY_MS; !(await holds().catch(() => false)); await pause(50))
    if (Date.now() > limit) throw new Error(`${what} did not happen within ${READY_MS} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-proxies-'));
  chmodSync(directory, 0o755);
  const subject = `-subj /CN=${HOST} -addext subjectAltName=DNS:${HOST},IP:127.0.0.1`;
  await run(`openssl req -x509 -newkey rsa:2048 -nodes -days 2 ${subject} -keyout ${at('key')} -out ${at('crt')} 2>&1`);
  writeFileSync(at('pem'), readFileSync(at('crt'), 'utf8') + readFileSync(at('key'), 'utf8'));
  const who = `--org Proxied --email ada@stoa.example --name Ada --url https://${HOST} --zuliprc ${at('zuliprc')}`;
  await run(`${STOA} init --data ${at('data')} ${who}`);
  // A second one, so that the Host header decides.
  await run(
    `${STOA} init --data ${at('data')} --org Other --email eve@stoa.example --name E --url https://other.example`,
  );
  key = readFileSync(at('zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  server_port = await freePort();
  const serve = documented('proxies.md').line('    stoa serve', [
    ['stoa serve', `exec ${STOA} serve --port ${server_port}`],
  ]);
  server = spawn('sh', ['-c', serve.replace('--data data', `--data ${at('data')}`)], { stdio: 'ignore' });
  await until('the server', async () => (await fetch(`http://127.0.0.1:${server_port}/live`)).ok);
}, 60_000);
afterAll(async () => {
  await end(server);
  rmSync(directory, { recursive: true, force: true });
});

type Sent = RequestInit & { headers?: Record<string, string> };
const through =
  (port: number) =>
  (path: string, init: Sent = {}) =>
    fetch(`https://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { host: HOST, authorization: `Basic ${btoa(`ada@stoa.example:${key}`)}`, ...init.headers },
      tls: { rejectUnauthorized: false },
    } as RequestInit);

/** What the document says that a proxy must do. */
async function verify(port: number): Promise<void> {
  const ask = through(port);
  await until('the proxy', async () => (await ask('/api/v1/users/me')).ok);
  // HTTPS and the name are known to the server, and no path is special.
  const settings = await ask('/api/v1/server_settings');
  expect(settings.headers.get('strict-transport-security')).toContain('max-age');
  expect(((await settings.json()) as { realm_name: string }).realm_name).toBe('Proxied');
  expect((await ask('/metrics')).status).toBe(401);
  // What a client says of its address is not believed: its requests without an account count together.
  const remaining: number[] = [];
  for (let n = 0; n < 3; n++) {
    const answer = await ask('/api/v1/messages', {
      headers: { 'x-forwarded-for': `203.0.113.${n}`, authorization: '' },
    });
    remaining.push(Number(answer.headers.get('x-ratelimit-remaining')));
  }
  expect(remaining[2]!).toBeGreaterThan(0);
  expect(remaining[2]!).toBeLessThan(remaining[0]! - 1);
  const body = new FormData();
  body.append('filename', new File([new Uint8Array(24 * MIB)], 'large.bin'));
  expect((await ask('/api/v1/user_uploads', { method: 'POST', body })).status).toBe(200);
  const registered = await ask('/api/v1/register', {
    method: 'POST',
    body: new URLSearchParams({ event_types: '["message"]' }),
  });
  const { queue_id } = (await registered.json()) as { queue_id: string };
  const began = Date.now();
  const polled = await ask(`/api/v1/events?queue_id=${queue_id}&last_event_id=-1`);
  const { events } = (await polled.json()) as { events: { type: string }[] };
  expect([polled.status, events.map(({ type }) => type)]).toEqual([200, ['heartbeat']]);
  expect(Date.now() - began).toBeGreaterThan(20_000);
  expect(Date.now() - began).toBeLessThan(HEARTBEAT_MS);
}

const replaced = (port: number) =>
  [
    ['127.0.0.1:8100', `127.0.0.1:${server_port}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/ssl/chat.example.com.key', at('key')],
    ['ssl_certificate /etc/ssl/chat.example.com.pem', `ssl_certificate ${at('crt')}`],
    ['/etc/ssl/chat.example.com.pem', at('pem')],
  ] as const;

async function started(program: string, words: readonly string[], port: number, env = {}): Promise<void> {
  const output: string[] = [];
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
  child.stderr!.on('data', (chunk) => output.push(String(chunk)));
  try {
    await verify(port);
  } catch (error) {
    throw new Error(`${error}\n${output.join('').slice(-2000)}`);
  } finally {
    await end(child);
  }
}

describe('[HB2] the documented proxy', () => {
  it.concurrent('Caddy', async () => {
    const port = await freePort();
    // A certificate of this test instead of one from the internet.
    const site = block('reverse_proxy', replaced(port)).replace(
      `${HOST} {`,
      `https://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${at('crt')} ${at('key')}`,
    );
    writeFileSync(at('Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_sni ${HOST}\n}\n${site}`);
    const words = ['run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'];
    await started('caddy', words, port, { HOME: directory, XDG_DATA_HOME: at('caddy'), XDG_CONFIG_HOME: at('caddy') });
  }, 110_000);

  it.concurrent('nginx', async () => {
    const port = await freePort();
    mkdirSync(at('nginx'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${at(`nginx/${name}`)};`,
    );
    const http = `access_log off; error_log stderr; ${paths.join(' ')}\n${block('proxy_pass', replaced(port))}`;
    writeFileSync(at('nginx.conf'), `daemon off; pid ${at('nginx/pid')}; events {}\nhttp { ${http} }\n`);
    await started('nginx', ['-e', 'stderr', '-c', at('nginx.conf')], port);
  }, 110_000);

  it.concurrent('HAProxy', async () => {
    const port = await freePort();
    writeFileSync(at('haproxy.cfg'), block('default_backend', replaced(port)));
    await started('haproxy', ['-db', '-f', at('haproxy.cfg')], port);
  }, 110_000);

  it('passes stoa doctor', () => {
    expect(line('stoa doctor', [])).toContain('--trusted-proxies 127.0.0.1');
  });
});
