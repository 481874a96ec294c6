// `stoa serve` with HTTPS: with an authority that does not answer (tests/acme has one that does), and with files. Embedded database only. [TL1] [TL8]
import { afterAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@stoa/testkit';
import { CertificateFiles } from '../kit/tls/certificate-files.ts';
import { selfSigned } from '../kit/tls/self-signed.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { serving, stoa } from './stoa-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'stoa-serve-tls-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const DAY_MS = 24 * 60 * 60_000;
const DIRECTORY = 'https://127.0.0.1:9/directory';
const ACME = ['--tls', 'auto', '--acme-agree-tos', '--acme-directory', DIRECTORY];

describe('[TL1] --tls auto', () => {
  const refused = async (...args: string[]) => {
    const { code, stderr } = await stoaInProcess(['serve', '--data', join(directory, 'never'), ...args]);
    return [code, stderr.replace(/ \(--help explains\)\n$/, '')];
  };

  it('needs names and the agreement to the terms', async () => {
    expect(await refused('--tls', 'auto')).toEqual([2, 'stoa: --tls needs --tls-hosts, --acme-agree-tos']);
    expect(await refused('--tls', 'auto', '--tls-hosts', 'chat.stoa.example', '--acme-agree-tos=false')).toEqual([
      2,
      'stoa: --tls needs --acme-agree-tos',
    ]);
    expect(await refused('--tls-hosts', 'chat.stoa.example')).toEqual([2, 'stoa: --tls-hosts needs --tls']);
    expect(await refused('--tls', 'manual', '--tls-hosts', 'a.example', '--acme-agree-tos')).toEqual([
      2,
      'stoa: --tls must be "auto"',
    ]);
  });

  it.each([
    '*.stoa.example',
    '192.0.2.1',
    '::1',
    'a b',
    'https://a.example',
    'a.example,',
    '-a.example',
    'a'.repeat(64),
  ])('refuses %j as a name', async (name) => {
    expect(await refused(...ACME, `--tls-hosts=${name}`)).toEqual([
      2,
      'stoa: --tls-hosts must be names such as chat.example.com, at most 100, without wildcards or addresses',
    ]);
  });

  it('refuses a shared database, an unreadable root and an authority without HTTPS', async () => {
    const hosts = ['--tls-hosts', 'chat.stoa.example'];
    const [code, sentence] = await refused(...ACME, ...hosts, '--database', 'postgres://stoa@127.0.0.1:9/stoa');
    expect([code, sentence]).toEqual([2, expect.stringContaining('nodes that share a database are behind a proxy')]);
    const [, missing] = await refused(...ACME, ...hosts, '--acme-ca-file', join(directory, 'missing.pem'));
    expect(missing).toContain('--acme-ca-file: ENOENT');
    const [, plain] = await refused(
      '--tls',
      'auto',
      '--acme-agree-tos',
      ...hosts,
      '--acme-directory',
      'http://a.example',
    );
    expect(plain).toBe('stoa: --acme-directory must be an https:// URL');
  });
});

it('[TL2] [TL5] [TL7] serves HTTPS, says why it has no certificate, and uses a stored one at the next start', async () => {
  const data = join(directory, 'data');
  const http_port = await freePort();
  const hosts = ['localhost', 'bücher.stoa.example'];
  const options = ['--data', data, ...ACME, '--tls-hosts', hosts.join(',')];
  const doctor = async () => {
    const { stdout } = await stoa(['doctor', '--json', ...options]);
    const lines = stdout.trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as { check: string }).find(({ check }) => check === 'certificate');
  };
  let server = await serving([...options, '--http-port', String(http_port)]);
  const { port } = new URL(server.url);
  expect(server.url).toBe(`https://localhost:${port}`);
  const answer = await fetch(`${server.url}/api/v1/server_settings`, { tls: { rejectUnauthorized: false } });
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  await expect(fetch(`${server.url}/live`)).rejects.toThrow(/self.signed/i);
  const redirected = await fetch(`http://localhost:${http_port}/x`, { redirect: 'manual' });
  expect([redirected.status, redirected.headers.get('location')]).toEqual([308, `${server.url}/x`]);
  const status = await stoa(['status', '--once', '--json', '--tls', 'auto', '--port', port]);
  expect([status.stderr, JSON.parse(status.stdout).checks]).toEqual(['', expect.objectContaining({ store: 'pass' })]);
  for (const limit = Date.now() + 15_000; !server.output().includes('certificate for') && Date.now() < limit; )
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.output()).toMatch(
    /can't get a certificate for localhost, xn--bcher-kva\.stoa\.example: 127\.0\.0\.1:9: .+; next attempt in 5 minutes/,
  );
  const metrics = await fetch(`https://localhost:${port}/metrics`, { tls: { rejectUnauthorized: false } });
  const text = await metrics.text();
  expect(text).toContain('stoa_tls_orders_failed_total 1');
  expect(Number(text.match(/^stoa_tls_certificate_expiry_seconds (\S+)$/m)![1]) * 1000).toBeGreaterThan(Date.now());
  expect(await doctor()).toMatchObject({ status: 'warn', found: expect.stringContaining('there is none for') });
  server.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });

  const stored = await selfSigned(['localhost', 'xn--bcher-kva.stoa.example'], Date.now(), 90 * DAY_MS);
  new CertificateFiles(data, DIRECTORY).save(stored);
  server = await serving([...options, '--http-port', String(http_port)]);
  expect((await fetch(`${server.url}/live`, { tls: { ca: stored.chain } })).status).toBe(200);
  expect(await doctor()).toMatchObject({ status: 'ok', found: expect.stringMatching(/valid for (89|90) days$/) });
  server.kill('SIGTERM');
  await server.ended;
  expect(server.output()).not.toContain("can't get");
}, 60_000);

describe('[TL8] --tls-certificate', () => {
  const file = (name: string) => join(directory, name);
  const files = ['--tls-certificate', file('chat.pem'), '--tls-key', file('chat.key')];
  const make = () => selfSigned(['localhost'], Date.now(), 90 * DAY_MS);
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    for (
      const limit = Date.now() + 30_000;
      Date.now() < limit;
      await new Promise((resolve) => setTimeout(resolve, 100))
    )
      if (await isSo()) return true;
    return false;
  };

  it('refuses what can not be used, with one line', async () => {
    const [one, other] = [await make(), await make()];
    writeFileSync(file('one.pem'), one.chain);
    writeFileSync(file('one.key'), one.key);
    writeFileSync(file('other.key'), other.key);
    writeFileSync(file('none.pem'), 'no certificate');
    const refused = async (...args: string[]) => {
      const { code, stderr } = await stoaInProcess(['serve', '--data', file('never'), ...args]);
      return [code, stderr.replace(/ \(--help explains\)\n$/, '').trimEnd()];
    };
    const pair = (certificate: string, key: string) =>
      refused('--tls-certificate', file(certificate), '--tls-key', file(key));
    expect(await refused('--tls-certificate', file('one.pem'))).toEqual([2, 'stoa: --tls-certificate needs --tls-key']);
    expect(await refused('--tls-key', file('one.key'))).toEqual([2, 'stoa: --tls-key needs --tls-certificate']);
    expect(await pair('missing.pem', 'one.key')).toEqual([2, expect.stringContaining('--tls-certificate: ENOENT')]);
    expect(await pair('one.pem', 'missing.key')).toEqual([2, expect.stringContaining('--tls-key: ENOENT')]);
    expect(await pair('none.pem', 'one.key')).toEqual([
      2,
      'stoa: --tls-certificate: the certificate file holds no certificate in PEM format',
    ]);
    expect(await pair('one.pem', 'none.pem')).toEqual([
      2,
      'stoa: --tls-certificate: the key file holds no key in PEM format, or one with a passphrase',
    ]);
    expect(await pair('one.pem', 'other.key')).toEqual([
      2,
      'stoa: --tls-certificate: the key does not belong to the certificate',
    ]);
    const both = ['--tls-certificate', file('one.pem'), '--tls-key', file('one.key')];
    expect(await refused(...both, ...ACME, '--tls-hosts', 'localhost')).toEqual([
      2,
      'stoa: either --tls auto or --tls-certificate',
    ]);
  });

  it('serves HTTPS with it, and with the one that replaces it', async () => {
    const [first, second] = [await make(), await make()];
    writeFileSync(file('chat.pem'), first.chain);
    writeFileSync(file('chat.key'), first.key);
    const options = ['--data', file('own'), ...files];
    const server = await serving(options);
    const { port } = new URL(server.url);
    expect(server.url).toBe(`https://localhost:${port}`);
    const takes = ({ chain }: { chain: string }) =>
      fetch(`${server.url}/live`, { tls: { ca: chain }, keepalive: false }).then(
        ({ status }) => status === 200,
        () => false,
      );
    expect([await takes(first), await takes(second)]).toEqual([true, false]);
    // The certificate alone is not taken.
    writeFileSync(file('chat.pem'), second.chain);
    expect(await until(() => server.output().includes('the key does not belong to the certificate'))).toBe(true);
    expect(await takes(first)).toBe(true);
    writeFileSync(file('chat.key'), second.key);
    expect(await until(() => takes(second))).toBe(true);
    expect(await takes(first)).toBe(false);
    const status = await stoa(['status', '--once', '--json', '--port', port, '--tls-certificate', file('chat.pem')]);
    expect([status.stderr, JSON.parse(status.stdout).checks]).toEqual(['', expect.objectContaining({ store: 'pass' })]);
    const metrics = await (await fetch(`https://localhost:${port}/metrics`, { tls: { ca: second.chain } })).text();
    expect(metrics).toMatch(/^stoa_tls_certificate_expiry_seconds \d/m);
    expect(metrics).not.toContain('stoa_tls_orders_failed_total');
    const { stdout } = await stoa(['doctor', '--json', ...options]);
    expect(stdout).toMatch(/"check":"certificate","status":"ok","found":"that in [^"]+ is valid for (89|90) days"/);
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.output().match(/can't use the new certificate/g)).toHaveLength(1);
  }, 90_000);
});
