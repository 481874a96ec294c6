// When certificates are ordered, where they are kept, and what happens if the authority gives none.
import { afterAll, beforeEach, describe, expect, it } from 'bun:test';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogFields, Logger } from '../logging/logger.ts';
import { type Certificate, expiryOf, isFor, renewalTime } from './certificate.ts';
import { CertificateFiles } from './certificate-files.ts';
import { CertificateKeeper, type CertificateParts, firstCertificate } from './certificates.ts';
import { selfSigned } from './self-signed.ts';

const AUTHORITY = 'https://acme.stoa.example:14000/directory';
const HOSTS = ['chat.stoa.example', 'team.stoa.example'];
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 0, 1);

const root = mkdtempSync(join(tmpdir(), 'stoa-tls-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let data: string;
let files: CertificateFiles;
let now_ms: number;
let used: Certificate[];
let lines: string[];
let order: () => Promise<Certificate>;
beforeEach(() => {
  data = mkdtempSync(join(root, 'data-'));
  files = new CertificateFiles(data, AUTHORITY);
  now_ms = NOW;
  used = [];
  lines = [];
  order = () => signed(90);
});

/** As an authority signs it: the lifetime starts an hour before now. */
async function signed(days: number, hosts = HOSTS): Promise<Certificate> {
  return { ...(await selfSigned(hosts, now_ms, days * DAY_MS)), is_temporary: false };
}

const write = (fields: LogFields, message: string) => lines.push(`${message} ${JSON.stringify(fields)}`);
const log: Logger = { debug: write, info: write, warn: write, error: write, has: () => true };

async function keeper(): Promise<CertificateKeeper> {
  const parts: CertificateParts = {
    hosts: HOSTS,
    files,
    clock: { now: () => now_ms, steady: () => now_ms },
    log,
    order: () => order(),
    use: async (certificate) => void used.push(certificate),
  };
  return new CertificateKeeper(await firstCertificate(parts), parts);
}

describe('[TL2] the first certificate', () => {
  it('is signed by the server itself, and replaced at once', async () => {
    const first = await firstCertificate({ hosts: HOSTS, files, clock: { now: () => now_ms, steady: () => now_ms } });
    expect(first.is_temporary).toBe(true);
    expect(isFor(first, HOSTS)).toBe(true);
    await (await keeper()).check();
    expect(used).toHaveLength(1);
    expect(lines).toEqual([expect.stringMatching(/^got a certificate for chat\.stoa\.example, team\.stoa\.example /)]);
  });

  it('is the stored one, even expired, without asking the authority before it is due', async () => {
    files.save(await signed(90));
    order = () => Promise.reject(new Error('asked'));
    const next = await (await keeper()).check();
    expect([next / DAY_MS, lines]).toEqual([expect.closeTo(60, 0), []]);
    now_ms += 100 * DAY_MS;
    const late = await keeper();
    expect(late.expires_at).toBe(NOW + 90 * DAY_MS);
    await late.check();
    expect(lines).toEqual([expect.stringContaining(': asked;')]);
  });
});

describe('[TL4] a certificate', () => {
  it.each([90, 6, 1])('of %d days is renewed when a third is left', async (days) => {
    order = () => signed(days);
    const kept = await keeper();
    const wait = await kept.check();
    expect(wait / DAY_MS).toBeCloseTo((days * 2) / 3, 1);
    now_ms += wait - 1;
    expect([await kept.check(), used.length]).toEqual([1, 1]);
    now_ms += 1;
    await kept.check();
    expect(used).toHaveLength(2);
    expect(kept.expires_at).toBe(expiryOf(used[1]!));
    expect(renewalTime(files.certificate(HOSTS)!)).toBe(renewalTime(used[1]!));
  });

  it('that is due when it comes is not ordered in a loop', async () => {
    order = async () => {
      const certificate = await signed(1);
      now_ms += DAY_MS;
      return certificate;
    };
    expect(await (await keeper()).check()).toBe(5 * MINUTE_MS);
  });
});

describe('[TL5] without a response of the authority', () => {
  it('the interval doubles up to 6 hours, and starts again after a success', async () => {
    const kept = await keeper();
    order = () => Promise.reject(new Error('no such\nhost'));
    const waits = [];
    for (let attempt = 0; attempt < 9; attempt++) waits.push((await kept.check()) / MINUTE_MS);
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
    expect(lines[0]).toBe(
      'can\'t get a certificate for chat.stoa.example, team.stoa.example: no such host; next attempt in 5 minutes {"attempt":1}',
    );
    expect([used, kept.failures]).toEqual([[], 9]);
    order = () => signed(90);
    now_ms += (await kept.check()) + MINUTE_MS;
    order = () => Promise.reject(new Error('again'));
    expect([(await kept.check()) / MINUTE_MS, kept.failures]).toEqual([5, 10]);
  });

  it('and with a certificate for other names, the server keeps what it has', async () => {
    order = () => signed(90, ['other.stoa.example']);
    await (await keeper()).check();
    expect([used, lines]).toEqual([[], [expect.stringContaining('not for these names')]]);
  });

  it('a stop is no failure', async () => {
    const kept = await keeper();
    order = async () => {
      kept.stop();
      throw new Error('aborted');
    };
    await kept.check();
    expect([lines, kept.failures]).toEqual([[], 0]);
  });
});

describe('[TL6] the files', () => {
  const path = (name: string) => join(data, 'tls', 'acme.stoa.example_14000', name);
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

  it('are readable by their owner only, also over a draft that was not', async () => {
    await files.accountKey(async () => 'the key');
    writeFileSync(`${path('certificate.pem')}-${process.pid}`, '', { mode: 0o644 });
    chmodSync(`${path('certificate.pem')}-${process.pid}`, 0o644);
    files.save(await signed(90));
    for (const name of ['account.pem', 'certificate.pem']) expect([name, modeOf(path(name))]).toEqual([name, '600']);
    expect(modeOf(join(path('account.pem'), '..'))).toBe('700');
    expect(await files.accountKey(async () => 'another')).toBe('the key');
  });

  it('give back what was stored, for these names and this authority only', async () => {
    const certificate = await signed(90);
    files.save(certificate);
    const [stored, ...others] = [
      files.certificate(HOSTS),
      files.certificate([...HOSTS, 'third.stoa.example']),
      new CertificateFiles(data, 'https://staging.stoa.example/directory').certificate(HOSTS),
    ];
    expect(stored!.key.trim()).toBe(certificate.key.trim());
    expect(stored!.chain.trim()).toBe(certificate.chain.trim());
    expect(others).toEqual([null, null]);
  });

  it('that are damaged, or have the key of another certificate, are as none', async () => {
    const [first, second] = [await signed(90), await signed(90)];
    files.save({ ...first, key: second.key });
    expect(files.certificate(HOSTS)).toBeNull();
    files.save(first);
    writeFileSync(path('certificate.pem'), readFileSync(path('certificate.pem'), 'utf8').slice(0, -200));
    expect(files.certificate(HOSTS)).toBeNull();
    expect((await keeper()).expires_at).toBeGreaterThan(NOW);
  });
});
