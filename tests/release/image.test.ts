// The container image, unpacked and run in namespaces of its own: a user without rights, a read-only root.
import { afterAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

setDefaultTimeout(120_000);

const release = fileURLToPath(new URL('../../.cache/release', import.meta.url));
const image = readdirSync(release).find((name) => name.endsWith('.image.tar'));
const directory = mkdtempSync(join(tmpdir(), 'stoa-image-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const PORT = '18231';
const AS_STOA =
  'env -i STOA_DATA=/data STOA_HOST=127.0.0.1 PATH=/usr/sbin:/usr/bin chroot --userspec=10001:10001 root /stoa';
const RUN = `
mount --bind root root; mount -t proc proc root/proc
mount -t tmpfs -o mode=1777 tmpfs root/tmp; mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs root/data
mount -o remount,bind,ro root
touch root/x 2>/dev/null && echo writable
${AS_STOA} serve --port ${PORT} >log 2>&1 &
for n in $(seq 100); do grep -q ready log && break; sleep 0.1; done
${AS_STOA} status --once --port ${PORT} | grep Ready
kill %1; wait %1; echo "ended with $?"`;

describe.skipIf(image === undefined)('the image', () => {
  it('[IN4] runs on a read-only root, as an unprivileged user, and contains nothing else', () => {
    const run = (...words: string[]) => spawnSync(words[0]!, words.slice(1), { cwd: directory, encoding: 'utf8' });
    expect(run('tar', '-xf', join(release, image!)).status).toBe(0);
    const [{ Config, Layers }] = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
    const { config } = JSON.parse(readFileSync(join(directory, Config), 'utf8'));
    expect(config).toMatchObject({ User: '10001:10001', Entrypoint: ['/stoa'], Cmd: ['serve'] });
    expect(config.Healthcheck.Test.join(' ')).toContain('/stoa status --once');
    chmodSync(directory, 0o755);
    mkdirSync(join(directory, 'root'));
    for (const layer of Layers) expect(run('tar', '-xf', layer, '-C', 'root').status).toBe(0);
    chmodSync(join(directory, 'root'), 0o755);
    // A new volume gets the owner of the directory that it covers.
    const { uid, gid, mode } = statSync(join(directory, 'root/data'));
    expect([uid, gid, mode & 0o777]).toEqual([10_001, 10_001, 0o700]);
    for (const place of ['proc', 'tmp', 'data']) mkdirSync(join(directory, 'root', place), { recursive: true });
    expect(existsSync(join(directory, 'root/bin'))).toBe(false);
    const { stdout } = run('unshare', '--mount', 'bash', '-c', RUN);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.replace(/\s+/g, ' ')),
    ).toEqual(['Ready yes', 'ended with 0']);
  });
});
