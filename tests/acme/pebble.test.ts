// `stoa serve --tls auto` with Pebble, the test authority of Let's Encrypt. It rejects a part of all nonces on purpose.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { freePort } from '@stoa/testkit';
import { type Serving, serving } from '../../packages/server/src/cli/stoa-process.ts';
import { selfSigned } from '../../packages/server/src/kit/tls/self-signed.ts';
import { startNameServer } from './name-server.ts';

const HOSTS = ['chat.stoa.example', 'team.stoa.example'];
const LIFETIME_SECS = 30;
const READY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const directory = mkdtempSync(join(tmpdir(), 'stoa-acme-'));
const at = (name: string) => join(directory, name);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let names: Awaited<ReturnType<typeof startNameServer>>;
let pebble: ChildProcess;
let pebble_output = '';
let acme_port: number;
let management_port: number;
let http_port: number;

async function until<T>(what: string, look: () => Promise<T | null | false>, log = () => pebble_output): Promise<T> {
  for (const limit = Date.now() + READY_MS; ; await pause(100)) {
    const found = await look().catch(() => null);
    if (found) return found;
    if (Date.now() > limit) throw new Error(`${what} did not happen within ${READY_MS} ms:\n${log().slice(-2000)}`);
  }
}

beforeAll(async () => {
  names = await startNameServer();
  [acme_port, management_port, http_port] = [await freePort(), await freePort(), await freePort()];
  const own = await selfSigned(['localhost'], Date.now(), DAY_MS);
  writeFileSync(at('pebble.pem'), own.chain);
  writeFileSync(at('pebble.key'), own.key);
  const settings = {
    listenAddress: `127.0.0.1:${acme_port}`,
    managementListenAddress: `127.0.0.1:${management_port}`,
    certificate: at('pebble.pem'),
    privateKey: at('pebble.key'),
    httpPort: http_port,
    tlsPort: await freePort(),
    retryAfter: { authz: 1, order: 1 },
    profiles: { default: { description: 'short', validityPeriod: LIFETIME_SECS } },
  };
  writeFileSync(at('pebble.json'), JSON.stringify({ pebble: settings }));
  pebble = spawn(process.env.PEBBLE ?? 'pebble', ['-config', at('pebble.json'), '-dnsserver', names.address], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
  });
  for (const stream of [pebble.stdout!, pebble.stderr!]) stream.on('data', (chunk) => (pebble_output += chunk));
  await until('the start of Pebble', async () =>
    fetch(`https://localhost:${acme_port}/dir`, { tls: { ca: own.chain } }).then(({ ok }) => ok),
  );
}, READY_MS);
afterAll(async () => {
  const ended = once(pebble, 'exit');
  pebble.kill('SIGTERM');
  await ended;
  names.stop();
  rmSync(directory, { recursive: true, force: true });
});

const serve = () =>
  serving(
    [
      ['--data', at('data'), '--http-port', String(http_port)],
      ['--tls', 'auto', '--tls-hosts', HOSTS.join(','), '--acme-agree-tos', '--acme-email', 'ada@stoa.example'],
      ['--acme-directory', `https://localhost:${acme_port}/dir`, '--acme-ca-file', at('pebble.pem')],
    ].flat(),
  );

async function served({ url }: Serving, servername: string): Promise<X509Certificate> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), servername, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw);
}

it('[TL1] [TL2] [TL4] [TL6] gets a certificate, renews it while it serves, and keeps it over a restart', async () => {
  const server = await serve();
  const issued = async () => {
    const certificate = await served(server, HOSTS[0]!);
    return certificate.issuer.includes('Pebble') && certificate;
  };
  const first = await until('the first certificate', issued, server.output);
  for (const host of HOSTS) expect(first.checkHost(host)).toBe(host);
  const root = await fetch(`https://localhost:${management_port}/roots/0`, {
    tls: { ca: readFileSync(at('pebble.pem'), 'utf8') },
  });
  // The chain is whole: a client that knows the root alone takes it.
  const trusted = await fetch(`https://127.0.0.1:${new URL(server.url).port}/live`, {
    headers: { host: HOSTS[1]! },
    tls: { ca: await root.text(), serverName: HOSTS[1] },
  });
  expect(trusted.status).toBe(200);
  const renewed = await until(
    'the renewal',
    async () => {
      const certificate = await issued();
      return certificate && certificate.serialNumber !== first.serialNumber && certificate;
    },
    server.output,
  );
  const age_secs = (Date.parse(renewed.validFrom) - Date.parse(first.validFrom)) / 1000;
  expect(age_secs).toBeGreaterThanOrEqual((LIFETIME_SECS * 2) / 3 - 1);
  expect(age_secs).toBeLessThan(LIFETIME_SECS);
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(server.output()).not.toContain("can't get a certificate");

  const kept = at(`data/tls/localhost_${acme_port}`);
  expect(readdirSync(kept).toSorted()).toEqual(['account.pem', 'certificate.pem']);
  for (const name of readdirSync(kept)) expect([name, statSync(join(kept, name)).mode & 0o777]).toEqual([name, 0o600]);
  const stored = new X509Certificate(
    readFileSync(join(kept, 'certificate.pem'), 'utf8').replace(/^[\s\S]*?KEY-----\n(?=-----BEGIN C)/, ''),
  );
  const again = await serve();
  expect((await served(again, HOSTS[0]!)).serialNumber).toBe(stored.serialNumber);
  again.kill('SIGTERM');
  await again.ended;
}, 180_000);
