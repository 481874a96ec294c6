// Where backups are written: whole objects or none, in a directory and in a bucket.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeS3, startFakeS3 } from '@stoa/testkit';
import { S3Bucket } from '../kit/files/s3-bucket.ts';
import { BackupStore } from './backup-store.ts';
import type { BackupTarget } from './backup-target.ts';
import { DirectoryTarget } from './directory-target.ts';
import { openTarget } from './open-target.ts';
import { S3Target } from './s3-target.ts';

const PART = 1000;
let directory: string;
let s3: FakeS3;
const targets: Record<string, () => BackupTarget> = {
  directory: () => new DirectoryTarget(join(directory, 'target')),
  bucket: () => new S3Target('s3://stoa-test/a b/ü', new S3Bucket(s3), 'a b/ü', PART),
};
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-target-'));
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.stop();
  rmSync(directory, { recursive: true, force: true });
});
const read = async (target: BackupTarget, name: string) => Buffer.concat(await Array.fromAsync(target.read(name)));

describe('[BU8] a target', () => {
  it.each(Object.keys(targets))('in a %s gives back, lists and removes what was written', async (kind) => {
    const target = targets[kind]!();
    const sizes = [0, 1, PART - 1, PART, PART + 1, 7 * PART + 5];
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const name = `backups/some id/${size} é&<'>.txt`;
      await target.write(name, [bytes.subarray(0, 300), bytes.subarray(300)]);
      expect((await read(target, name)).equals(bytes)).toBe(true);
    }
    const listed = await target.list('backups/');
    expect(listed.map(({ size }) => size).sort((a, b) => a - b)).toEqual(sizes);
    for (const { name, changed_at } of listed) {
      expect(Math.abs(Date.now() - changed_at)).toBeLessThan(60_000);
      await target.remove(name);
      await target.remove(name);
    }
    expect(await target.list('')).toEqual([]);
    await expect(read(target, 'backups/none')).rejects.toThrow(/is missing|no such file/);
  });

  it('in a directory never shows a partial file under its final name', async () => {
    const target = targets.directory!();
    async function* failing() {
      yield randomBytes(10);
      throw new Error('the source failed');
    }
    await expect(target.write('half', failing())).rejects.toThrow('the source failed');
    expect(existsSync(join(directory, 'target', 'half'))).toBe(false);
  });

  it('[BU3] in a directory is written to by one backup at a time', () => {
    const unlock = targets.directory!().lock();
    expect(() => targets.directory!().lock()).toThrow('another backup is being written to');
    unlock();
    targets.directory!().lock()();
    expect(readdirSync(join(directory, 'target'))).toContain('backup.lock');
  });

  it('in a bucket retries a temporarily failing request, and names the response to a refused one', async () => {
    const answers = [503, 500, 200];
    const store = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 403).end());
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const target = openTarget('s3://stoa-test/x', { ...s3, endpoint });
    await target.write('a', [randomBytes(10)]);
    expect(answers).toEqual([]);
    await expect(target.write('a', [randomBytes(10)])).rejects.toThrow('the store of the backup answers: PUT x/a: 403');
    store.close();
    expect(() => openTarget('s3:', null)).toThrow('write s3://BUCKET/PREFIX');
  });
});

describe('[BU7] the backups of a target', () => {
  it('are in the order they were made, also those of one second', async () => {
    const target = new DirectoryTarget(join(directory, 'ordered'));
    const ids = ['2026-03-31T12-00-00Z', ...Array.from({ length: 11 }, (_, n) => `2026-03-31T12-00-00Z-${n + 2}`)];
    for (const id of ids.toReversed()) await target.write(`backups/${id}/manifest.json`, [randomBytes(1)]);
    const entries = await new BackupStore(target, null).entries();
    expect(entries.map(({ id }) => id)).toEqual(ids);
  });
});
