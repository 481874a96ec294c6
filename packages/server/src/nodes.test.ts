// Two nodes on one database. PostgreSQL only: an embedded database belongs to one process.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageId, RealmId, ReceivedEvent } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import {
  basic,
  type Cast,
  createTestDatabase,
  freePort,
  rawRequest,
  runStoa,
  spawnServer,
  startServer,
  type TestNode,
  type TestServer,
} from '@stoa/testkit';
import { findQueue, insertQueue } from './feed/queue.ts';
import type { WriteContext } from './kit/write/write-context.ts';

setDefaultTimeout(30_000);

describe.skipIf(!process.env.STOA_TEST_DATABASE)('two nodes', () => {
  let server: TestServer;
  let node: TestNode;
  let cast: Cast;
  beforeAll(async () => {
    server = await startServer();
    cast = await server.cast();
    node = await server.startNode();
    const principals = [cast.ada, cast.dara, cast.eli].map(({ user_id }) => user_id);
    await cast.ada.subscribe({ subscriptions: [{ name: 'both' }], principals, send_new_subscription_messages: false });
  });
  afterAll(async () => {
    await node?.stop();
    await server?.stop();
  });

  const post = (client: Client, content: string) =>
    client.sendMessage({ type: 'channel', to: 'both', topic: 't', content });

  /** Events of a queue until one satisfies, polled at these nodes in turn. */
  async function readUntil(clients: readonly Client[], queue_id: string, is_last: (event: ReceivedEvent) => boolean) {
    const read: ReceivedEvent[] = [];
    let last_event_id = -1;
    for (let turn = 0; turn < 50; turn++) {
      const { events } = await clients[turn % clients.length]!.getEvents({ queue_id, last_event_id });
      for (const event of events as ReceivedEvent[]) {
        last_event_id = event.id;
        if (event.type !== 'heartbeat') read.push(event);
        if (is_last(event)) return read;
      }
    }
    throw new Error('it did not come');
  }

  const isMessage = (id: MessageId) => (event: ReceivedEvent) =>
    event.type === 'message' && (event.message as { id: MessageId }).id === id;

  it('[ND1] deliver one order of events, whichever wrote and whichever is polled', async () => {
    const { ada, dara, eli } = cast;
    const here = (await dara.registerQueue({ event_types: ['message'] })).queue_id!;
    const there = (await node.as(eli).registerQueue({ event_types: ['message'] })).queue_id!;
    const through = [ada, node.as(ada)];
    await Promise.all(Array.from({ length: 40 }, (_, at) => post(through[at % 2]!, `number ${at}`)));
    const { id } = await post(node.as(dara), 'the last');
    const [hers, his] = await Promise.all([
      readUntil([node.as(dara), dara], here, isMessage(id)),
      readUntil([node.as(eli), eli], there, isMessage(id)),
    ]);
    const idsOf = (events: ReceivedEvent[]) => events.map(({ id, message }) => [id, (message as { id: number }).id]);
    expect(idsOf(hers)).toEqual(idsOf(his));
    expect(new Set(hers.map(({ message }) => (message as { content: string }).content)).size).toBe(41);
    expect(idsOf(hers)).toEqual(idsOf(hers).toSorted(([a], [b]) => a! - b!));
  });

  it('[DB52] write and register without waiting for each other', async () => {
    const { ada, dara } = cast;
    /** Runs `doing` at the other node while a transaction of the first one is open. */
    const beside = async (
      realm_id: RealmId | null,
      step: (context: WriteContext) => Promise<void>,
      doing: () => unknown,
    ) => {
      const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = server.app.writer.write(realm_id, async (context) => {
        await step(context);
        begun.resolve();
        await done.promise;
      });
      await begun.promise;
      try {
        await Promise.race([doing(), Bun.sleep(2000).then(() => Promise.reject(new Error('it waits')))]);
      } finally {
        done.resolve();
      }
      await writing;
    };
    const { realm_id } = server.realm;
    const register = () => node.as(dara).registerQueue({ fetch_event_types: [] });
    await beside(realm_id, async () => {}, register);
    const { queue_id } = await register();
    const copyQueue = async ({ tx }: WriteContext) => {
      await insertQueue(tx, { ...(await findQueue(tx, queue_id!))!, queue_id: 'DB52' });
    };
    await beside(null, copyQueue, () => post(node.as(ada), 'beside a new queue'));
  });

  it('[ND2] carry out a repeated write once', async () => {
    const { ada } = cast;
    const send = (url: string) =>
      rawRequest(`${url}/api/v1/messages`, {
        method: 'POST',
        headers: { ...basic(ada), 'idempotency-key': 'both-nodes' },
        body: new URLSearchParams({ type: 'channel', to: 'both', topic: 't', content: 'only once' }),
      });
    const answers = await Promise.all([send(server.url), send(node.app.url), send(server.url), send(node.app.url)]);
    expect(new Set(answers.map(({ body }) => (body as { id: MessageId }).id)).size).toBe(1);
  });

  it('[ND3] share presence', async () => {
    const { dara, eli } = cast;
    const { queue_id } = await dara.registerQueue({ event_types: ['presence'], slim_presence: true });
    const params = { ping_only: false, new_user_input: true, slim_presence: true } as const;
    await node.as(eli).updatePresence({ ...params, status: 'active' });
    const [event] = await readUntil([dara], queue_id!, ({ type }) => type === 'presence');
    expect(event).toMatchObject({ type: 'presence', user_id: eli.user_id });
    const { presences } = await dara.updatePresence({ ...params, status: 'active', last_update_id: -1 });
    expect(Object.keys(presences!)).toContain(String(eli.user_id));
  });

  it('[ND4] share typing', async () => {
    const { dara, eli } = cast;
    const { queue_id } = await dara.registerQueue({ event_types: ['typing'] });
    const reading = readUntil([dara], queue_id!, ({ type }) => type === 'typing');
    await node.as(eli).setTypingStatus({ op: 'start', type: 'direct', to: [dara.user_id] });
    expect(await reading).toMatchObject([{ type: 'typing', op: 'start', sender: { user_id: eli.user_id } }]);
  });

  it('[ND5] both refuse an account whose access ended at one of them', async () => {
    const { ada, chen, finn } = cast;
    const there = node.as(finn);
    await there.getOwnUser({});
    await ada.deactivateUser({ user_id: finn.user_id });
    await expect(there.getOwnUser({})).rejects.toMatchObject({ status: 401, message: 'Account is deactivated' });
    const old = node.as(chen);
    await old.getOwnUser({});
    await chen.regenerateOwnApiKey({});
    await expect(old.getOwnUser({})).rejects.toMatchObject({ status: 401 });
  });

  it('[ND6] run each job once', async () => {
    const { ada, dara } = cast;
    const scheduled_delivery_timestamp = Math.floor(server.clock.now() / 1000) + 600;
    const later = { type: 'direct' as const, to: [dara.user_id], scheduled_delivery_timestamp };
    for (let n = 0; n < 10; n++) await node.as(ada).createScheduledMessage({ ...later, content: `later ${n}` });
    server.clock.advance(601_000);
    await Promise.all([server.app.jobs.settle(), node.app.jobs.settle()]);
    const range = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    const { messages } = await node.as(dara).getMessages(range);
    const contents = messages.map(({ content }) => content).filter((content) => content.startsWith('later'));
    expect(contents.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `later ${n}`));
  });

  it('[ND7] share files', async () => {
    const { ada } = cast;
    const { url } = await ada.uploadFile({}, { file: new File(['both read this'], 'plan.txt') });
    const answer = await fetch(node.app.url + url, { headers: basic(ada) });
    expect([answer.status, await answer.text()]).toEqual([200, 'both read this']);
  });

  it('[ND8] can start for the first time at once', async () => {
    const data = mkdtempSync(join(tmpdir(), 'stoa-nodes-'));
    const database = await createTestDatabase({ empty: true });
    const ports = [await freePort(), await freePort()];
    const nodes = await Promise.all(ports.map((port) => spawnServer({ data, port, database: database.url })));
    const zuliprc = join(data, 'zuliprc');
    const who = ['--org', 'First', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', 'http://first.example'];
    const made = await runStoa(['init', '--data', data, '--database', database.url!, ...who, '--zuliprc', zuliprc]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const api_key = readFileSync(zuliprc, 'utf8').match(/^key *= *(\S+)$/m)![1]!;
    const headers = { ...basic({ email: 'ada@stoa.example', api_key }), host: 'first.example' };
    const answers = await Promise.all(nodes.map(({ url }) => rawRequest(`${url}/api/v1/users/me`, { headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const node of nodes) await node.end('SIGTERM');
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });

  it('[ND16] count requests and failed logins of all nodes together', async () => {
    const rule = (requests: number) => ({ requests, period_ms: 3600_000 });
    const limited = await startServer({ rate_limits: { user: rule(60), ip: null, login: rule(4), mail: null } });
    const { ada } = await limited.cast();
    const second = await limited.startNode();
    /** Tries until the node refuses: it was told of the others within a second. */
    const triesOf = async (origin: string, path: string, init: RequestInit) => {
      for (let tries = 1; tries < 100; tries++) {
        const { status } = await fetch(`${origin}/api/v1${path}`, init);
        if (status === 429) return tries;
        await Bun.sleep(200);
      }
      throw new Error('never refused');
    };
    const wrong = { method: 'POST', body: new URLSearchParams({ username: 'nobody@stoa.example', password: 'x' }) };
    expect(await triesOf(limited.app.url, '/fetch_api_key', wrong)).toBe(5);
    expect(await triesOf(second.app.url, '/fetch_api_key', wrong)).toBeLessThan(5);
    const own = { headers: basic(ada) };
    await Promise.all(Array.from({ length: 55 }, () => fetch(`${limited.app.url}/api/v1/users/me`, own)));
    expect(await triesOf(second.app.url, '/users/me', own)).toBeLessThan(50);
    await second.stop();
    await limited.stop();
  });
});
