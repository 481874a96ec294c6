// What `npm run release` makes, used as people would: far from the repository, without its packages, in an empty environment.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplePicture } from '@stoa/testkit';

setDefaultTimeout(120_000);

const root = fileURLToPath(new URL('../..', import.meta.url));
const release = join(root, '.cache', 'release');
const made = readdirSync(release);
const fileOf = (pattern: RegExp) => join(release, made.find((name) => pattern.test(name))!);
const stoa = fileOf(/-linux-x64$/);
const directory = mkdtempSync(join(tmpdir(), 'stoa-release-'));
const env = { PATH: '/usr/bin:/bin', TMPDIR: directory };
const PASSWORD = 'four score and seven harbours';

let server: ChildProcess;
let url = '';
let authorization = '';

beforeAll(async () => {
  const passwords = join(directory, 'password');
  writeFileSync(passwords, PASSWORD);
  const owner = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada', '--password-file', passwords];
  const init = spawnSync(stoa, ['init', '--data', 'data', ...owner, '--zuliprc', 'rc'], { cwd: directory, env });
  expect([init.status, String(init.stderr)]).toEqual([0, '']);
  const key = /^key\s*=\s*(\S+)/m.exec(readFileSync(join(directory, 'rc'), 'utf8'))![1]!;
  authorization = `Basic ${btoa(`ada@stoa.example:${key}`)}`;
  server = spawn(stoa, ['serve', '--data', 'data', '--port', '0'], { cwd: directory, env });
  url = await new Promise<string>((resolve, reject) => {
    server.stdout!.on('data', (chunk) => {
      const ready = /ready at (\S+)/.exec(String(chunk));
      if (ready) resolve(ready[1]!);
    });
    server.on('exit', (code) => reject(new Error(`stoa serve ended with ${code}`)));
  });
});
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

const api = (path: string, init: RequestInit = {}) =>
  fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization } });

describe('[IN1] the executable file', () => {
  it('serves the web client and the guides of the API', async () => {
    const page = await (await fetch(url)).text();
    const named = [...page.matchAll(/"(\/web\/[^"]+)"/g)].map(([, path]) => path!);
    const parts = [...page.matchAll(/ data-signed-(?:in|out)="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
    expect(parts.length).toBeGreaterThan(1);
    const files = [...named, ...parts.map((name) => `/web/${name}`)];
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    for (const path of ['/api/docs', '/api/docs/guides/first-bot']) {
      const answer = await fetch(url + path);
      expect([path, answer.status, (await answer.text()).includes('reference.css')]).toEqual([path, 200, true]);
    }
  });

  it('processes pictures, in a separate process', async () => {
    const body = new FormData();
    body.set('file', samplePicture());
    const answer = await (await api('/users/me/avatar', { method: 'POST', body })).json();
    expect(answer.result).toBe('success');
    const avatar = await fetch(url + answer.avatar_url, { headers: { authorization } });
    expect(
      Buffer.from(await avatar.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('runs long reads in a separate process, and checks password strength in a thread', async () => {
    const narrow = JSON.stringify([{ operator: 'search', operand: 'harbour' }]);
    const query = new URLSearchParams({ narrow, anchor: 'newest', num_before: '5', num_after: '0' });
    expect(await (await api(`/messages?${query}`)).json()).toMatchObject({ result: 'success', messages: [] });
    const change = (new_password: string) =>
      api('/settings', { method: 'PATCH', body: new URLSearchParams({ old_password: PASSWORD, new_password }) });
    expect([(await change('password1')).status, (await change('a lantern over nine rivers')).status]).toEqual([
      400, 200,
    ]);
  });

  it('checks its data and stops on a signal', async () => {
    const check = spawnSync(stoa, ['check', '--data', 'data'], { cwd: directory, env, encoding: 'utf8' });
    expect([check.status, check.stderr]).toEqual([0, '']);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});

it('[IN2] SHA256SUMS lists every file, and the component list every component', () => {
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  expect(sums.map((line) => line.slice(66)).sort()).toEqual(made.filter((name) => name !== 'SHA256SUMS').sort());
  for (const line of sums)
    expect(
      createHash('sha256')
        .update(readFileSync(join(release, line.slice(66))))
        .digest('hex'),
    ).toBe(line.slice(0, 64));
  const { components } = JSON.parse(readFileSync(fileOf(/\.cdx\.json$/), 'utf8'));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ['zod', 'pg', 'sharp', 'bun']) expect(names).toContain(name);
  for (const name of ['typescript', 'playwright-core']) expect(names).not.toContain(name);
});

describe('[IN3] the Debian package', () => {
  it('is installed and removed', () => {
    const place = join(directory, 'root');
    for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'etc'])
      mkdirSync(join(place, path), { recursive: true });
    writeFileSync(join(place, 'var/lib/dpkg/status'), '');
    writeFileSync(join(place, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
    writeFileSync(join(place, 'etc/group'), 'root:x:0:\n');
    const dpkg = (...words: string[]) =>
      spawnSync('dpkg', [`--root=${place}`, '--force-depends', '--force-script-chrootless', ...words], {
        encoding: 'utf8',
      });
    const installed = dpkg('--install', fileOf(/_amd64\.deb$/));
    expect([installed.status, installed.status === 0 ? '' : installed.stderr]).toEqual([0, '']);
    expect(spawnSync(join(place, 'usr/bin/stoa'), ['--help'], { env }).status).toBe(0);
    expect(readFileSync(join(place, 'etc/passwd'), 'utf8')).toMatch(/^stoa:/m);
    expect(dpkg('--remove', 'stoa').status).toBe(0);
    expect(existsSync(join(place, 'usr/bin/stoa'))).toBe(false);
  });

  it('runs the server in a restricted unit', () => {
    const unit = join(root, 'deploy/systemd/stoa.service');
    const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
      encoding: 'utf8',
    });
    expect([status, status === 0 ? '' : stdout]).toEqual([0, '']);
  });
});
