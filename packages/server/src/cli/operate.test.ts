// `stoa status`, `doctor`, `jobs` and `queues` beside a real server.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendMailTo } from '../../../testkit/src/send-mail.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { openStoreWithoutMigrating } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { stoaInProcess } from './stoa-in-process.ts';
import { type Serving, serving, stoa } from './stoa-process.ts';
import { freePort } from './worker-port.ts';

let directory: string;
let database: TestDatabase;
let server: Serving;
let mail: Server;
const data = () => join(directory, 'data');
const store = () => ['--data', data(), ...(database.url === null ? [] : ['--database', database.url])];

/** Greets as a mail server does, and takes nothing. */
function startGreeter(): Promise<Server> {
  const greeter = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    socket.on('data', (line) => socket.write(/^quit/i.test(String(line)) ? '221 bye\r\n' : '250 mail.example\r\n'));
  });
  return new Promise((resolve) => greeter.listen(0, '127.0.0.1', () => resolve(greeter)));
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-operate-'));
  database = await createTestDatabase();
  mail = await startGreeter();
  server = await serving(store());
  const words = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', server.url];
  expect((await stoa(['init', ...store(), ...words, '--zuliprc', join(directory, 'zuliprc')])).code).toBe(0);
}, 60_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  mail.close();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function change(
  work: Parameters<Awaited<ReturnType<typeof openStoreWithoutMigrating>>['transaction']>[0],
): Promise<void> {
  const opened = await openStoreWithoutMigrating({ data: data(), database: database.url });
  await opened.transaction(work).finally(() => opened.close());
}

describe('[MO5] stoa status', () => {
  it('prints the activity of the server, once, as text or JSON', async () => {
    const text = await stoaInProcess(['status', '--once', '--url', server.url]);
    expect([text.code, text.stderr]).toEqual([0, '']);
    for (const name of ['Stoa', 'Ready', 'Requests', 'Writes', 'Clients', 'Jobs', 'Database', 'Process'])
      expect(text.stdout).toMatch(new RegExp(`^${name} +\\S`, 'm'));
    expect(text.stdout).toMatch(/^Ready +(yes|disk: warn)$/m);
    const json = await stoaInProcess(['status', '--once', '--json', '--port', new URL(server.url).port]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      queues: 0,
      waiting_polls: 0,
      server_errors: 0,
      checks: { store: 'pass', writes: 'pass' },
      memory_mib: expect.any(Number),
      requests_per_sec: expect.any(Number),
    });
  }, 60_000);

  it('[IC20] shows mail for channels where the server receives any', async () => {
    const port = await freePort('127.0.0.1', 0);
    expect((await stoaInProcess(['status', '--once', '--url', server.url])).stdout).not.toMatch(/^Mail in/m);
    const receiving = await serving(['--data', join(directory, 'mail'), '--incoming-mail', `127.0.0.1:${port}`]);
    try {
      await sendMailTo(port, { to: 'nobody@chat.example', subject: 's', text: 'x' });
      const text = await stoaInProcess(['status', '--once', '--url', receiving.url]);
      expect(text.stdout).toMatch(/^Mail in +0 posted, 1 refused since start \(unknown_address: 1\); 0 connections$/m);
      const json = await stoaInProcess(['status', '--once', '--json', '--url', receiving.url]);
      expect(JSON.parse(json.stdout).incoming_mail).toEqual({ recipients: { unknown_address: 1 }, connections: 0 });
    } finally {
      receiving.kill('SIGTERM');
      await receiving.ended;
    }
  }, 60_000);

  it('says in one sentence that no server responds', async () => {
    const ended = await stoaInProcess(['status', '--once', '--url', 'http://127.0.0.1:9']);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toMatch(/^stoa: no server answers at http:\/\/127\.0\.0\.1:9: [^\n]+\n$/);
  }, 60_000);
});

describe('[MO6] stoa doctor', () => {
  interface Found {
    readonly check: string;
    readonly status: string;
    readonly found: string;
    readonly advice: string | null;
  }
  const doctor = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await stoa(['doctor', '--json', ...args], { env });
    expect(stderr).toBe('');
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Found);
    const of = (check: string) => found.filter((each) => each.check === check);
    return { code, found, of };
  };
  const smtp = () => [
    '--mail-from',
    'chat@stoa.example',
    '--smtp-url',
    `smtp://127.0.0.1:${(mail.address() as { port: number }).port}`,
  ];

  it('finds no problem on a healthy server', async () => {
    const { code, found, of } = await doctor([...store(), ...smtp()]);
    expect(found.filter(({ status, check }) => status !== 'ok' && check !== 'disk')).toEqual([]);
    expect(code).toBe(0);
    const checks = ['settings', 'data directory', 'disk', 'database', 'schema', 'mail', 'DNS', 'address', 'clock'];
    expect([...new Set(found.map(({ check }) => check))]).toEqual(expect.arrayContaining(checks));
    expect(of('database')[0]!.found).toMatch(database.url === null ? /^SQLite 3\./ : /^PostgreSQL 1[5-9]/);
  }, 60_000);

  it('[IC18] connects to what receives mail, and asks for the mail servers of its domain', async () => {
    const { port } = mail.address() as { port: number };
    const incoming = async (address: string) => {
      const { of } = await doctor([...store(), '--incoming-mail', address, '--incoming-mail-domain', 'chat.invalid']);
      return of('incoming mail').map(({ status, found }) => [status, found]);
    };
    const without = ['warn', 'chat.invalid names no mail server'];
    expect(await incoming(`127.0.0.1:${port}`)).toEqual([['ok', `127.0.0.1:${port} answers by SMTP`], without]);
    const [refused] = await incoming('lmtp://127.0.0.1:9');
    expect(refused).toEqual(['fail', expect.stringMatching(/^127\.0\.0\.1:9 does not answer: /)]);
  }, 60_000);

  it('reports problems with advice, and exits with 1', async () => {
    chmodSync(join(data(), 'secret'), 0o644);
    const wrong = ['--mail-from', 'chat@stoa.example', '--smtp-url', 'smtp://127.0.0.1:9'];
    const bucket = ['--s3-endpoint', 'http://127.0.0.1:9', '--s3-bucket', 'files'];
    const push = ['--push-bouncer-url', 'http://127.0.0.1:9', '--push-bouncer-org-id', 'an-id'];
    const env = {
      STOA_S3_ACCESS_KEY_ID: 'planted-id',
      STOA_S3_SECRET_ACCESS_KEY: 'planted-secret',
      STOA_PUSH_BOUNCER_ORG_KEY: 'planted-key',
    };
    const { code, found, of } = await doctor([...store(), ...wrong, ...bucket, ...push], env);
    chmodSync(join(data(), 'secret'), 0o600);
    expect(code).toBe(1);
    for (const check of ['mail', 'files', 'push'])
      expect(of(check)).toEqual([
        { check, status: 'fail', found: expect.any(String), advice: expect.stringContaining('check ') },
      ]);
    expect(of('permissions')).toEqual([
      expect.objectContaining({ status: 'warn', advice: expect.stringContaining('chmod') }),
    ]);
    expect(JSON.stringify(found)).not.toContain('planted');
  }, 60_000);

  it('fails without a data directory, a database or a server at the address', async () => {
    const missing = await doctor(['--data', join(directory, 'nowhere')]);
    expect(missing.of('data directory')).toEqual([
      expect.objectContaining({ status: 'fail', found: expect.stringContaining('does not exist') }),
    ]);
    const away = await doctor(['--data', data(), '--database', 'postgres://stoa:hunter2@127.0.0.1:9/stoa']);
    expect([away.code, away.of('database')]).toEqual([1, [expect.objectContaining({ status: 'fail' })]]);
    expect(JSON.stringify(away.found)).not.toContain('hunter2');
    await change((tx) => tx.run(sql`update realms set url = 'http://127.0.0.1:9'`));
    const lost = await doctor(store());
    await change((tx) => tx.run(sql`update realms set url = ${server.url}`));
    expect([lost.code, lost.of('address')]).toEqual([1, [expect.objectContaining({ status: 'fail' })]]);
  }, 60_000);

  it("names what the account that runs it can't open, and changes nothing", async () => {
    // Root may open everything, so it runs the command as nobody.
    const is_root = process.getuid!() === 0;
    const uid = is_root ? 65_534 : process.getuid!();
    const own = mkdtempSync(join(tmpdir(), 'stoa.db-doctor-'));
    const path = (name: string) => join(own, name);
    mkdirSync(path('files'), { mode: 0o500 });
    writeFileSync(path('secret'), 'x'.repeat(64), { mode: 0o000 });
    const made = new Database(path('stoa.db'));
    made.exec('pragma journal_mode = wal; create table things (id integer)');
    made.close();
    chmodSync(path('stoa.db'), 0o444);
    for (const name of ['', 'files', 'secret']) chownSync(path(name), uid, -1);
    const before = readdirSync(own);
    const { code, stdout } = await stoa(['doctor', '--json', '--data', own], { uid });
    const modes = ['files', 'secret', 'stoa.db'].map((name) => statSync(path(name)).mode & 0o777);
    const after = readdirSync(own);
    rmSync(own, { recursive: true });
    expect([code, after, modes]).toEqual([1, before, [0o500, 0o000, 0o444]]);
    const failed = stdout.split('\n').filter((line) => line.includes('"data directory"') && line.includes('"fail"'));
    expect(failed.map((line) => (JSON.parse(line) as Found).found)).toEqual([
      `${path('secret')} can't be read`,
      ...(is_root ? [`${path('stoa.db')} can't be written`] : []),
      `${path('files')} can't be written`,
    ]);
  }, 60_000);
});

describe('[MO7] stoa jobs', () => {
  const listed = async (...args: string[]) => {
    const { code, stdout } = await stoaInProcess(['jobs', 'list', '--json', ...args, ...store()]);
    expect(code).toBe(0);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const promise = (rows: number) =>
    change(async (tx) => {
      for (let n = 0; n < rows; n++)
        await tx.run(
          sql`insert into jobs (realm_id, kind, body, run_at, failed_at, attempts, error) select realm_id, 'of the test', '{"planted":1}', 5, 7, 10,
           'refused by <ada@stoa.example>' from realms`,
        );
    });

  it('lists, retries and drops them, without content or addresses', async () => {
    await promise(3);
    const jobs = await listed('--failed');
    expect(jobs).toHaveLength(3);
    expect(jobs[0]).toMatchObject({
      kind: 'of the test',
      state: 'failed',
      attempts: 10,
      error: 'refused by <<address>>',
    });
    expect(JSON.stringify(jobs)).not.toMatch(/planted|ada@/);
    const [first, second] = jobs.map(({ job_id }) => String(job_id));
    expect(await stoaInProcess(['jobs', 'retry', first!, ...store()])).toMatchObject({
      code: 0,
      stdout: `Job ${first} will be tried again.\n`,
    });
    expect((await listed()).find(({ job_id }) => String(job_id) === first)).toMatchObject({
      state: 'due',
      attempts: 0,
      error: null,
    });
    expect(await stoaInProcess(['jobs', 'drop', second!, ...store()])).toMatchObject({ code: 0 });
    expect(await stoaInProcess(['jobs', 'drop', 'failed', ...store()])).toMatchObject({
      code: 0,
      stdout: '1 job will not be done.\n',
    });
    expect(await listed('--failed')).toEqual([]);
    const missing = await stoaInProcess(['jobs', 'retry', second!, ...store()]);
    expect([missing.code, missing.stderr]).toEqual([1, `stoa: there is no job ${second}, or it is running now\n`]);
    expect((await stoaInProcess(['jobs', 'drop', 'everything', ...store()])).code).toBe(2);
    expect((await stoaInProcess(['jobs', 'drop', first!, ...store()])).code).toBe(0);
  }, 120_000);
});

it('[MO8] stoa queues counts event queues by account and says how far behind they are', async () => {
  const rc = readFileSync(join(directory, 'zuliprc'), 'utf8');
  const value = (name: string) => rc.match(new RegExp(`^${name}=(.*)$`, 'm'))![1]!;
  const headers = { authorization: `Basic ${btoa(`${value('email')}:${value('key')}`)}` };
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  for (let n = 0; n < 2; n++) expect((await post('/register', { event_types: '["message"]' })).status).toBe(200);
  expect((await post('/messages', { type: 'direct', to: '["ada@stoa.example"]', content: 'one' })).status).toBe(200);
  const { stdout } = await stoaInProcess(['queues', '--json', ...store()]);
  const shown = JSON.parse(stdout);
  expect(shown).toMatchObject({ queues: 2, accounts: 1, active: 2 });
  expect(shown.by_account).toEqual([
    { user_id: expect.any(Number), queues: 2, last_active_at: expect.any(String), behind: expect.any(Number) },
  ]);
  expect(shown.by_account[0].behind).toBeGreaterThanOrEqual(1);
  expect((await stoaInProcess(['queues', ...store()])).stdout).toMatch(
    /^2 queues of 1 account, 2 used within the last minute\n\d+\t2\t/,
  );
}, 60_000);

it('[DB29] stoa migrate lists what is missing, and applies it without --plan', async () => {
  const other = join(directory, 'old');
  const words = ['--org', 'Acme', '--email', 'ada@stoa.example', '--name', 'Ada'];
  expect((await stoa(['init', '--data', other, ...words])).code).toBe(0);
  const opened = await openStoreWithoutMigrating({ data: other, database: null });
  await opened.transaction(async (tx) => {
    await tx.run(sql`drop index messages_time`);
    await tx.run(sql`delete from schema_version where version = 66`);
  });
  await opened.close();
  const run = async (...args: string[]) => (await stoaInProcess(['migrate', ...args, '--data', other])).stdout;
  for (let n = 0; n < 2; n++) expect(await run('--plan')).toBe('66\tmessage times\n');
  expect(await run()).toBe('66\tmessage times\nApplied: 1\n');
  expect(await run('--plan')).toMatch(/^The data has schema version \d+ already\.\n$/);
  expect((await stoaInProcess(['check', '--data', other])).code).toBe(0);
}, 60_000);
