// `stoa migrate --from ... --to ...` on data in which every endpoint was called: from the embedded database to PostgreSQL and back.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@stoa/sdk';
import {
  createTestDatabase,
  freePort,
  type SpawnedServer,
  schemaFile,
  spawnServer,
  startFakeS3,
  type TestDatabase,
} from '@stoa/testkit';
import { readMarks } from '../kit/database/copy/copy-marks.ts';
import { openReadOnly, openStoreWithoutMigrating, type StoreLocation } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { openFiles } from '../kit/files/open-files.ts';
import type { ReleasedData } from '../migrations/released-data.ts';
import { schemaText } from '../migrations/schema.ts';
import { findStoredFiles } from '../slices.ts';
import { type Ended, stoa } from './stoa-process.ts';

setDefaultTimeout(180_000);
const RELEASED = fileURLToPath(new URL('../migrations/released/0.1.0.sqlite.tar.gz', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../../docs/operate/engines.md', import.meta.url));
const STOA = fileURLToPath(new URL('../../bin/stoa', import.meta.url));

const directory = mkdtempSync(join(tmpdir(), 'stoa-move-'));
const databases: TestDatabase[] = [];
let expected: ReleasedData;
let server: SpawnedServer | null = null;
let places = 0;

afterAll(async () => {
  await server?.end('SIGKILL');
  for (const database of databases) await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return database.url!;
}
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const newDirectory = () => join(directory, `place-${++places}`);

/** A copy of the released data with this program's schema. */
function newData(): string {
  const place = newDirectory();
  cpSync(join(directory, 'released', 'data'), place, { recursive: true });
  return place;
}

describe.skipIf(!process.env.STOA_TEST_DATABASE)('stoa migrate --from --to', () => {
  beforeAll(async () => {
    const released = join(directory, 'released');
    mkdirSync(released);
    expect(spawnSync('tar', ['-xzf', RELEASED, '-C', released]).status).toBe(0);
    expected = JSON.parse(readFileSync(join(released, 'expected.json'), 'utf8'));
    await success(stoa(['migrate', '--data', join(released, 'data')]));
  });
  it('[EN1] [EN8] moves everything there and back, and clients notice nothing but a pause', async () => {
    const data = newData();
    const url = await emptyDatabase();
    const port = await freePort();
    let ada = await serve({ data, database: null }, port);
    const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'], apply_markdown: false });
    const queue = { queue_id: queue_id!, last_event_id };
    await say(ada, 'said before the move');
    const before = await look(ada);
    await stop();

    expect(await success(stoa(['migrate', '--from', data, '--to', url]))).toContain('counts and digests are equal');
    await failure(stoa(['user', 'list', '--data', data]), /was moved to another one on \d{4}-.*: serve that one/);
    await expectWhole({ data, database: url });
    ada = await serve({ data, database: url }, port);
    expect(await look(ada)).toEqual(before);
    queue.last_event_id = await expectEvents(ada, queue, ['said before the move']);
    await say(ada, 'said between the moves');
    queue.last_event_id = await expectEvents(ada, queue, ['said between the moves']);
    const between = await look(ada);
    await failure(stoa(['migrate', '--from', url, '--to', newDirectory(), '--data', data]), 'still uses the source');
    await stop();

    const back = newDirectory();
    await failure(
      stoa(['migrate', '--from', url, '--to', back]),
      'the secret that the data was written with is not at hand',
    );
    await success(stoa(['migrate', '--from', url, '--to', back, '--data', data]));
    await failure(stoa(['user', 'list', '--database', url]), /was moved to another one/);
    // Nothing of the first place is needed any more.
    renameSync(data, `${data}-away`);
    await expectWhole({ data: back, database: null });
    ada = await serve({ data: back, database: null }, port);
    expect(await look(ada)).toEqual(between);
    await say(ada, 'said after the moves');
    await expectEvents(ada, queue, ['said after the moves']);
    await stop();
  });

  it('[EN3] resumes after kills, with nothing lost or copied twice', async () => {
    const data = newData();
    const url = await emptyDatabase();
    const begun = await killedAgainAndAgain(['migrate', '--from', data, '--to', url], { data, database: url });
    expect(begun).toBeGreaterThan(0);
    await expectWhole({ data, database: url });
    const back = newDirectory();
    const again = await killedAgainAndAgain(['migrate', '--from', url, '--to', back, '--data', data], {
      data: back,
      database: null,
    });
    expect(again).toBeGreaterThan(0);
    await expectWhole({ data: back, database: null });
  });

  it('[EN6] [HB1] moves a busy server with a short pause, as docs/operate/engines.md says', async () => {
    const page = readFileSync(PAGE, 'utf8');
    const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code]) => code!.trim().split('\n'));
    const [first_copy, move, check, first_copy_back, back, cancel, ...more] = commands;
    expect(more).toEqual([]);
    const data = newData();
    const url = await emptyDatabase();
    const places = { data, new: newDirectory() };
    const run = (command: string) =>
      success(
        stoa(
          command
            .split(' ')
            .slice(1)
            .map((word) => (word.startsWith('postgres:') ? url : (places[word as keyof typeof places] ?? word))),
        ),
      );
    const port = await freePort();
    const said: string[] = [];
    for (const [from, first, then] of [
      [{ data, database: null }, first_copy!, move!],
      [{ data, database: url }, first_copy_back!, back!],
    ] as const) {
      const ada = await serve(from, port);
      const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'], apply_markdown: false });
      const begun_with = said.length;
      const writing = keepSaying(ada, said);
      await run(first);
      await sleep(200);
      await writing();
      expect(said.length).toBeGreaterThan(begun_with + 5);
      await stop();
      await run(then);
      if (then === move) expect(await run(check!)).toContain('Nothing is wrong.');
      const place = then === move ? { data, database: url } : { data: places.new, database: null };
      await expectWhole(place);
      const again = await serve(place, port);
      await expectEvents(again, { queue_id: queue_id!, last_event_id }, said.slice(begun_with));
      await stop();
    }
    expect(await run(cancel!)).toContain('The move is cancelled');
    await serve({ data, database: null }, port);
    await stop();
  });

  it('[EN9] copies the files into a bucket and back to a directory', async () => {
    const data = newData();
    const url = await emptyDatabase();
    const s3 = await startFakeS3();
    const { endpoint, bucket, access_key_id, secret_access_key } = s3;
    const env = {
      STOA_S3_ENDPOINT: endpoint,
      STOA_S3_BUCKET: bucket,
      STOA_S3_REGION: s3.region,
      STOA_S3_ACCESS_KEY_ID: access_key_id,
      STOA_S3_SECRET_ACCESS_KEY: secret_access_key,
    };
    const there = ['migrate', '--from', data, '--to', url, '--data', data];
    try {
      await failure(stoa([...there, '--files-from', 'data', '--files-to', `s3://${bucket}`]), 'needs the --s3-', 2);
      await failure(stoa([...there, '--files-from', 'data', '--files-to', 'bucket'], { env }), 'not bucket', 2);
      const both = ['--files-from', `s3://${bucket}`, '--files-to', 's3://other'];
      await failure(stoa([...there, ...both], { env }), 'one of --files-from and --files-to must be data', 2);
      await success(stoa([...there, '--files-from', 'data', '--files-to', `s3://${bucket}`], { env }));
      const digests = () => [...s3.objects.values()].map(({ bytes }) => digestOf(bytes)).sort();
      const in_bucket = digests();
      expect(in_bucket.length).toBeGreaterThan(0);
      // The directory is not needed any more, but for the secret.
      const away = newDirectory();
      mkdirSync(away);
      cpSync(join(data, 'secret'), join(away, 'secret'));
      const back = newDirectory();
      const home = ['migrate', '--from', url, '--to', back, '--data', away];
      await success(stoa([...home, '--files-from', `s3://${bucket}`, '--files-to', 'data'], { env }));
      await expectWhole({ data: back, database: null });
      expect(s3.refused).toEqual([]);
      const store = await openStoreWithoutMigrating({ data: back, database: null });
      const keys = await findStoredFiles(store.db);
      await store.close();
      const files = openFiles(back, null);
      const copied = await files.sizes(keys);
      expect(copied.size).toBe(in_bucket.length);
      const bytes = await Promise.all(keys.map(async (key) => new Response((await files.get(key))!).arrayBuffer()));
      expect(bytes.map((file) => digestOf(Buffer.from(file))).sort()).toEqual(in_bucket);
    } finally {
      await s3.stop();
    }
  });

  it('[EN5] refuses a target with data, the copy of another source, and one engine only', async () => {
    const data = newData();
    const url = await emptyDatabase();
    await success(
      stoa([
        'init',
        '--data',
        newDirectory(),
        '--database',
        url,
        '--org',
        'A',
        '--email',
        'a@stoa.example',
        '--name',
        'A',
      ]),
    );
    await failure(stoa(['migrate', '--from', data, '--to', url]), 'the target has data already');
    const other = await emptyDatabase();
    await success(stoa(['migrate', '--from', newData(), '--to', other, '--first-copy']));
    await failure(stoa(['migrate', '--from', data, '--to', other]), 'the unfinished copy of another source');
    await failure(stoa(['user', 'list', '--database', other]), 'the database is a copy that is not finished');
    await forgetNewestMigration(other);
    await failure(stoa(['migrate', '--from', data, '--to', other]), 'the copy was begun by an older version');
    await failure(stoa(['migrate', '--from', data, '--to', newDirectory()]), 'must be different engines', 2);
    await failure(stoa(['migrate', '--from', newDirectory(), '--to', url]), 'there is no data in');
  });
});

async function success(running: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function failure(running: Promise<Ended>, words: string | RegExp, code = 1): Promise<void> {
  const ended = await running;
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr).toMatch(/^stoa: [^\n]+\n$/);
  expect(ended.code).toBe(code);
}

async function serve({ data, database }: StoreLocation, port: number): Promise<Client> {
  server = await spawnServer({ data, port, database });
  return createClient({ site: `http://127.0.0.1:${port}`, email: expected.email, api_key: expected.api_key });
}

async function stop(): Promise<void> {
  await server!.end('SIGTERM');
  server = null;
}

async function say(client: Client, content: string): Promise<void> {
  await client.sendMessage({ type: 'direct', to: [expected.email], content });
}

/** Messages, one after the other, until it is stopped. */
function keepSaying(client: Client, said: string[]): () => Promise<void> {
  let is_on = true;
  const speaking = (async () => {
    while (is_on) {
      const content = `said ${said.length}`;
      await say(client, content);
      said.push(content);
    }
  })();
  return async () => {
    is_on = false;
    await speaking;
  };
}

async function expectEvents(
  client: Client,
  queue: { queue_id: string; last_event_id: number },
  contents: readonly string[],
): Promise<number> {
  const found: string[] = [];
  // A response has a part of them if they are many.
  for (let { last_event_id } = queue; ; ) {
    const { events } = await client.getEvents({ ...queue, last_event_id, dont_block: true });
    const messages = events.filter((event) => event.type === 'message') as unknown as {
      message: { content: string };
    }[];
    found.push(...messages.map(({ message }) => message.content));
    last_event_id = events.at(-1)?.id ?? last_event_id;
    if (events.length > 0 && found.length < contents.length) continue;
    expect(found).toEqual([...contents]);
    return last_event_id;
  }
}

/** Everything a client sees: the result of register, messages, search results, the bytes of a file. */
async function look(client: Client): Promise<unknown> {
  const { queue_id, last_event_id: _, ...state } = await client.registerQueue({});
  await client.deleteQueue({ queue_id: queue_id! });
  const { messages } = await client.getMessages({ anchor: 'newest', num_before: 500, num_after: 0 });
  const narrow = [{ operator: 'search', operand: 'words' }] as const;
  const found = await client.getMessages({ anchor: 'newest', num_before: 500, num_after: 0, narrow: [...narrow] });
  expect(found.messages.length).toBeGreaterThan(50);
  const changing = [
    'presences',
    'server_timestamp',
    'max_message_id',
    'queue_id',
    'presence_last_update_id',
    'server_generation',
  ];
  for (const name of changing) delete (state as Record<string, unknown>)[name];
  return { state, messages, found: found.messages.map(({ id }) => id) };
}

/** The schema is that of a new database, and nothing is wrong with the data. */
async function expectWhole(location: StoreLocation): Promise<void> {
  const { data, database } = location;
  const { stdout } = await stoa(['check', '--data', data, ...(database === null ? [] : ['--database', database])]);
  expect(stdout.split('\n').filter((line) => !line.startsWith('ok'))).toEqual(['Nothing is wrong.', '']);
  const { db, close } = await openReadOnly(location);
  expect(await schemaText(db)).toBe(readFileSync(schemaFile(db.engine), 'utf8'));
  await close();
}

async function forgetNewestMigration(url: string): Promise<void> {
  const store = await openStoreWithoutMigrating({ data: '', database: url });
  await store.transaction((tx) =>
    tx.run(sql`delete from schema_version where version = (select max(version) from schema_version)`),
  );
  await store.close();
}

const LOOK_EVERY_MS = 5;
/** Each kill costs a start of the command. */
const MOST_KILLS = 6;

/** Kills the command whenever its copy has got further, and at last lets it end by itself; how often it was killed. */
async function killedAgainAndAgain(args: readonly string[], target: StoreLocation): Promise<number> {
  let reached = 0;
  for (let kills = 0; ; kills++) {
    const child: ChildProcess = spawn(STOA, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const errors = text(child.stderr!);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    const isToBeKilled = async () => kills < MOST_KILLS && (await stepsOf(target)) > reached;
    while (child.exitCode === null && !(await isToBeKilled())) await sleep(LOOK_EVERY_MS);
    if (child.exitCode !== null) {
      // A kill between the end of the work and that of the process leaves nothing to do.
      if (child.exitCode !== 0) expect(await errors).toContain('everything in the source was moved elsewhere');
      return kills;
    }
    child.kill('SIGKILL');
    await ended;
    reached = await stepsOf(target);
  }
}

/** How many marks of its progress a copy has left in its target; 0 also while there is no database yet. */
async function stepsOf(location: StoreLocation): Promise<number> {
  if (location.database === null && !existsSync(join(location.data, 'stoa.db'))) return 0;
  try {
    const store = await openReadOnly(location);
    try {
      return (await readMarks(store.db)).size;
    } finally {
      await store.close();
    }
  } catch {
    return 0;
  }
}
