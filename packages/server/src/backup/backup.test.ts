// `stoa backup`, `stoa restore` and `stoa check --backup` beside a server that is written to and killed. Where that server is the
// subject, the commands are processes too.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout, setSystemTime } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@stoa/sdk';
import { freePort, SeededRandom, type SpawnedServer, spawnServer, startFakeS3, textFile } from '@stoa/testkit';
import { stoaInProcess } from '../cli/stoa-in-process.ts';
import { type Ended, stoa } from '../cli/stoa-process.ts';

setDefaultTimeout(120_000);
const STOA = fileURLToPath(new URL('../../bin/stoa', import.meta.url));
const on_sqlite = !process.env.STOA_TEST_DATABASE;
const embedded = it.skipIf(!on_sqlite);

let directory: string;
let port: number;
let ada: Client;
let server: SpawnedServer | null = null;
const at = (...names: string[]) => join(directory, ...names);
const data = () => at('data');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-backup-'));
  if (!on_sqlite) return;
  port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const who = ['--org', 'Backed up', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', url];
  await expectSuccess(stoaInProcess(['init', '--data', data(), ...who, '--zuliprc', at('zuliprc')]));
  const api_key = readFileSync(at('zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  ada = createClient({ site: url, email: 'ada@stoa.example', api_key });
  await start();
  await ada.subscribe({ subscriptions: [{ name: 'general' }] });
  await ada.uploadFile({}, { file: textFile('first bytes', 'first.txt') });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function start(from = data()): Promise<void> {
  server = await spawnServer({ data: from, port });
}
async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await server!.end(signal);
  server = null;
}

async function expectSuccess(running: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await running;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
async function expectFailure(running: Promise<Ended>, words: string | RegExp): Promise<void> {
  const { code, stderr } = await running;
  expect(stderr).toMatch(words);
  expect(stderr).toMatch(/^stoa: [^\n]+\n$/);
  expect(code).toBe(1);
}
const backup = (target: string, ...options: string[]) =>
  stoaInProcess(['backup', target, '--data', data(), ...options]);
const restore = (target: string, into: string, ...options: string[]) =>
  stoaInProcess(['restore', target, '--data', into, ...options]);
const checkBackup = (target: string, ...options: string[]) => stoaInProcess(['check', '--backup', target, ...options]);
const PASSPHRASE = { env: { STOA_BACKUP_PASSPHRASE: 'correct horse battery' } };

/** Messages, uploads and deletions of uploads until it is stopped. */
function keepWriting(sent: string[], uploads: string[]): () => Promise<void> {
  let is_on = true;
  const again = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; is_on; n++) await work(n);
  };
  const run = Math.random();
  const all = [1, 2, 3].map((sender) =>
    again(async (n) => {
      const content = `${run} ${sender} ${n}`;
      await ada.sendMessage({ type: 'stream', to: 'general', topic: `t${sender}`, content });
      sent.push(content);
    }),
  );
  const uploading = again(async (n) => {
    const { url } = await ada.uploadFile({}, { file: textFile(`bytes ${run} ${n}`, `n${n}.txt`) });
    uploads.push(url!);
    if (n % 2 === 0) return;
    const { attachments } = await ada.getAttachments();
    await ada.removeAttachment({ attachment_id: attachments[0]!.id });
    uploads.splice(uploads.indexOf(`/user_uploads/${attachments[0]!.path_id}`), 1);
  });
  return async () => {
    is_on = false;
    await Promise.all([...all, uploading]);
  };
}

async function contents(): Promise<Set<string>> {
  const found = new Set<string>();
  for (let anchor = 0; ; ) {
    const { messages, found_newest } = await ada.getMessages({
      anchor,
      include_anchor: false,
      num_before: 0,
      num_after: 1000,
      apply_markdown: false,
    });
    for (const { content } of messages) found.add(content);
    if (found_newest) return found;
    anchor = messages.at(-1)!.id;
  }
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe('[BU1] [BU2] [BU3] [BU5] [BU6] [BU10] [BU11] a backup beside a server under writes', () => {
  embedded('restored has everything that was acknowledged before, with its files, keys and queues', async () => {
    const sent: string[] = [];
    const uploads: string[] = [];
    const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'] });
    const stopWriting = keepWriting(sent, uploads);
    while (sent.length < 20) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = [...sent];
    const output = await expectSuccess(stoa(['backup', at('busy'), '--data', data()]));
    expect(output).toMatch(
      /^Backup \S+: 1 organization, 2 accounts, \d+ messages, \d+ files?\.\nCopied [\d.]+ MiB in [\d.]+ s\.\n$/,
    );
    await expectSuccess(stoa(['check', '--backup', at('busy')]));
    await stopWriting();
    await stop();
    await expectSuccess(stoa(['restore', at('busy'), '--data', at('busy-restored')]));
    expect(await expectSuccess(stoa(['check', '--data', at('busy-restored')]))).toEndWith('Nothing is wrong.\n');
    await start(at('busy-restored'));
    const present = await contents();
    expect(before.filter((content) => !present.has(content))).toEqual([]);
    const { attachments } = await ada.getAttachments();
    expect(attachments.length).toBeGreaterThan(0);
    for (const { path_id } of attachments)
      expect((await ada.readFile(`/user_uploads/${path_id}`)).size).toBeGreaterThan(0);
    const { events } = await ada.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    expect(events.length).toBeGreaterThanOrEqual(before.length);
    const { id } = await ada.sendMessage({ type: 'stream', to: 'general', topic: 'after', content: 'after' });
    expect(id).toBeGreaterThan(1_000_000);
    const again = await ada.getEvents({ queue_id: queue_id!, last_event_id: events.at(-1)!.id });
    expect(again.events).toMatchObject([{ message: { id } }]);
    await stop();
    await start();
  });

  embedded(
    'that is killed, or whose server is killed, is never taken for whole, and the next one removes it',
    async () => {
      const random = new SeededRandom(14);
      const sent: string[] = [];
      await expectSuccess(backup(at('killed')));
      const [first] = readdirSync(at('killed', 'backups'));
      for (let round = 0; round < 4; round++) {
        const stopWriting = keepWriting(sent, []);
        const running: ChildProcess = spawn(STOA, ['backup', at('killed'), '--data', data()], { stdio: 'ignore' });
        const ended = once(running, 'exit');
        await new Promise((resolve) => setTimeout(resolve, 200 + random.below(900)));
        await stopWriting();
        if (round % 2 === 0) running.kill('SIGKILL');
        else await stop('SIGKILL');
        const [code] = await ended;
        if (round % 2 === 1) expect(code).toBe(0);
        if (server === null) await start();
        const whole = readdirSync(at('killed', 'backups')).filter((id) =>
          existsSync(at('killed', 'backups', id, 'manifest.json')),
        );
        expect(whole).toContain(first!);
        for (const id of whole) await expectSuccess(checkBackup(at('killed'), '--id', id, '--quick'));
      }
      // Leftovers of a process that was killed at the worst moments.
      mkdirSync(at('killed', 'backups', '2026-01-01T00-00-00Z'));
      writeFileSync(at('killed', 'backups', '2026-01-01T00-00-00Z', 'stoa.db'), 'half');
      writeFileSync(at('killed', 'files', 'uploads.partial'), 'half');
      await expectFailure(
        restore(at('killed'), at('nothing'), '--id', '2026-01-01T00-00-00Z'),
        'there is no backup "2026-01-01T00-00-00Z"',
      );
      const before = [...sent];
      await expectSuccess(backup(at('killed')));
      const ids = readdirSync(at('killed', 'backups'));
      for (const id of ids)
        expect(readdirSync(at('killed', 'backups', id)).sort()).toEqual(['manifest.json', 'secret', 'stoa.db']);
      expect(filesBelow(at('killed')).filter((name) => name.endsWith('.partial'))).toEqual([]);
      await stop();
      await expectSuccess(restore(at('killed'), at('killed-restored')));
      await expectSuccess(stoaInProcess(['check', '--data', at('killed-restored')]));
      await start(at('killed-restored'));
      const present = await contents();
      expect(before.filter((content) => !present.has(content))).toEqual([]);
      await stop();
      await start();
    },
  );

  embedded('does not copy again what an earlier one has, but what is missing or cut off', async () => {
    await expectSuccess(backup(at('again')));
    const [first, second] = filesBelow(at('again', 'files'));
    const inode = statSync(first!).ino;
    rmSync(second!);
    await expectSuccess(backup(at('again')));
    expect(statSync(first!).ino).toBe(inode);
    expect(existsSync(second!)).toBe(true);
    truncateSync(second!, 3);
    await expectFailure(
      checkBackup(at('again')).then((ended) => ({
        ...ended,
        stderr: `stoa: ${/^ {8}.*damaged.*\n/m.exec(ended.stdout)?.[0] ?? ''}`,
      })),
      'is damaged: it is not what was written',
    );
    await expectSuccess(backup(at('again'), '--keep', '1d'));
    expect(readdirSync(at('again', 'backups'))).toHaveLength(1);
    await expectSuccess(checkBackup(at('again')));
  });

  it('[BU18] with a date in the future does not count as the newest', async () => {
    if (!on_sqlite) return;
    const target = at('clocks');
    setSystemTime(new Date('2099-06-01T00:00:00Z'));
    await expectSuccess(backup(target).finally(() => setSystemTime()));
    const { code, stderr } = await backup(target, '--keep', '1d');
    expect([code, stderr]).toEqual([0, expect.stringContaining('2099-06-01T00-00-00Z in')]);
    const kept = readdirSync(join(target, 'backups')).sort();
    expect(kept).toEqual([expect.any(String), '2099-06-01T00-00-00Z']);
    const unsure = 'has a date in the future, so it is not sure which backup is the newest: name one with --id';
    await expectFailure(checkBackup(target), unsure);
    await expectFailure(restore(target, at('clocks-restored')), unsure);
    expect(existsSync(at('clocks-restored'))).toBe(false);
    await expectSuccess(restore(target, at('clocks-restored'), '--id', kept[0]!));
  });

  embedded('is encrypted by a passphrase: nothing can be read, names neither, and no other one opens it', async () => {
    await expectSuccess(stoaInProcess(['backup', at('sealed'), '--data', data()], PASSPHRASE));
    await expectSuccess(stoaInProcess(['backup', at('sealed'), '--data', data(), '--keep', '7d'], PASSPHRASE));
    for (const file of filesBelow(at('sealed'))) {
      expect(file).not.toMatch(/first|txt/);
      expect(readFileSync(file).includes('SQLite format') || readFileSync(file).includes('first bytes')).toBe(false);
    }
    await expectSuccess(stoaInProcess(['check', '--backup', at('sealed')], PASSPHRASE));
    await expectFailure(restore(at('sealed'), at('no')), 'is encrypted: set STOA_BACKUP_PASSPHRASE');
    const wrong = { env: { STOA_BACKUP_PASSPHRASE: 'wrong' } };
    await expectFailure(
      stoaInProcess(['restore', at('sealed'), '--data', at('no')], wrong),
      'the passphrase is not the one of',
    );
    expect(existsSync(at('no'))).toBe(false);
    await expectFailure(backup(at('sealed')), 'are encrypted: set STOA_BACKUP_PASSPHRASE_FILE, or use another target');
    await expectFailure(stoaInProcess(['backup', at('sealed'), '--data', data()], wrong), 'have another passphrase');
    writeFileSync(at('passphrase'), 'correct horse battery\n');
    const by_file = { env: { STOA_BACKUP_PASSPHRASE_FILE: at('passphrase') } };
    await expectSuccess(stoaInProcess(['restore', at('sealed'), '--data', at('opened')], by_file));
    await expectSuccess(stoaInProcess(['check', '--data', at('opened')]));
  });

  embedded('may leave out the secret and the files, which restore says', async () => {
    await expectSuccess(backup(at('bare'), '--without-secret', '--without-files'));
    expect(filesBelow(at('bare')).map((name) => name.split('/').at(-1))).toEqual([
      'backup.lock',
      'manifest.json',
      'stoa.db',
    ]);
    const checked = await expectSuccess(checkBackup(at('bare')));
    expect(checked).toContain('note  the backup was made without the secret\n');
    const output = await expectSuccess(restore(at('bare'), at('bare-restored')));
    expect(output).toContain('without files: put the directory "files" back');
    expect(output).toContain('without the secret: put the file "secret" back');
    const { code, stdout } = await stoaInProcess(['check', '--data', at('bare-restored')]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^WRONG the secret is the one that the data was written with: 1\n {8}it is missing/m);
    expect(stdout).toMatch(/^WRONG every file that the data refers to is there: \d+\n {8}uploads\//m);
    cpSync(at('bare-restored'), at('no-secret'), { recursive: true });
    await expectFailure(stoaInProcess(['backup', at('x'), '--data', at('no-secret')]), 'the secret is missing');
  });
});

describe('[BU4] [BU9] restore', () => {
  embedded('refuses a directory that is not empty, and repeats an interrupted one', async () => {
    await expectSuccess(backup(at('plain')));
    await expectFailure(restore(at('plain'), data()), 'is not empty: a restore needs a new or empty directory');
    mkdirSync(at('begun', '.restoring', 'files'), { recursive: true });
    mkdirSync(at('begun', 'files'));
    writeFileSync(at('begun', 'secret'), 'old');
    await expectFailure(stoa(['serve', '--data', at('begun'), '--port', '0']), 'stoa.db is missing');
    rmSync(at('begun', 'serving.lock'), { force: true });
    await expectSuccess(restore(at('plain'), at('begun')));
    await expectSuccess(stoaInProcess(['check', '--data', at('begun')]));
    expect(readdirSync(at('begun')).filter((name) => name.startsWith('.'))).toEqual([]);
    await expectFailure(restore(at('empty'), at('nowhere')), 'there is no whole backup');
  });

  embedded('verifies every checksum before anything is in its place', async () => {
    const [id] = readdirSync(at('plain', 'backups'));
    const parts = ['secret', 'stoa.db', 'manifest.json'].map((name) => join('backups', id!, name));
    const file = filesBelow(at('plain', 'files'))[0]!.slice(at('plain').length + 1);
    for (const part of [...parts, file]) {
      rmSync(at('changed'), { recursive: true, force: true });
      cpSync(at('plain'), at('changed'), { recursive: true });
      const bytes = readFileSync(at('changed', part));
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(at('changed', part), bytes);
      await expectFailure(restore(at('changed'), at('changed-restored')), 'is damaged');
      for (const name of ['stoa.db', 'secret', 'files']) expect(existsSync(at('changed-restored', name))).toBe(false);
    }
    rmSync(at('changed', file));
    await expectFailure(restore(at('changed'), at('changed-restored')), /can't read .*no such file/);
  });
});

describe('[BU8] [BU14] in a bucket', () => {
  embedded('are made from files in another bucket, restored and checked', async () => {
    const s3 = await startFakeS3();
    const { endpoint, bucket, region, access_key_id, secret_access_key } = s3;
    const env = {
      STOA_S3_ENDPOINT: endpoint,
      STOA_S3_REGION: region,
      STOA_S3_ACCESS_KEY_ID: access_key_id,
      STOA_S3_SECRET_ACCESS_KEY: secret_access_key,
      STOA_S3_BUCKET: bucket,
    };
    for (const file of filesBelow(join(data(), 'files')))
      s3.objects.set(file.slice(join(data(), 'files').length + 1), {
        bytes: readFileSync(file),
        content_type: 'x/y',
        changed_at: Date.now(),
      });
    const target = `s3://${bucket}/nightly/stoa`;
    await expectFailure(stoaInProcess(['backup', target, '--data', data()]), 'needs --backup-s3-endpoint');
    await expectSuccess(stoaInProcess(['backup', target, '--data', data()], { env: { ...env, ...PASSPHRASE.env } }));
    await expectSuccess(stoaInProcess(['backup', `${target}/plain`, '--data', data()], { env }));
    const again = await stoaInProcess(['backup', `${target}/plain`, '--data', data(), '--keep', '1d'], { env });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    for (const [name, more] of [
      [target, PASSPHRASE.env],
      [`${target}/plain`, {}],
    ] as const) {
      await expectSuccess(stoaInProcess(['check', '--backup', name], { env: { ...env, ...more } }));
      const into = at(`from-bucket-${Object.keys(more).length}`);
      await expectSuccess(stoaInProcess(['restore', name, '--data', into], { env: { ...env, ...more } }));
      // Its files are in the bucket.
      expect(existsSync(join(into, 'files'))).toBe(false);
      await expectSuccess(stoaInProcess(['check', '--data', into], { env }));
    }
    expect(s3.refused).toEqual([]);
    await s3.stop();
  });
});
