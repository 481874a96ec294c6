// `stoa serve --workers`: several processes on one port. PostgreSQL only: an embedded database belongs to one process.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, ConnectionError, createClient } from '@stoa/sdk';
import { createTestDatabase, runStoa, sendMailTo, type TestDatabase } from '@stoa/testkit';
import { type Serving, serving, stoa } from './cli/stoa-process.ts';
import { freePort } from './cli/worker-port.ts';

setDefaultTimeout(90_000);

const WORKERS = 3;
const SENDERS = 8;

it('[ND14] workers of an embedded database are refused, and so is a port in use', async () => {
  const run = (...args: string[]) => stoa(['serve', '--data', join(tmpdir(), 'no-such-stoa'), ...args]);
  const refused = await run('--workers', '2');
  expect(refused).toMatchObject({
    code: 2,
    stderr: 'stoa: --workers 2 needs --database: the embedded database belongs to one process (--help explains)\n',
  });
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', reusePort: true, fetch: () => new Response('') });
  const taken = await run('--workers', '2', '--database', 'postgres://none@127.0.0.1:9/x', '--port', `${other.port}`);
  other.stop(true);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('the port is in use') });
});

it('[ND11] a first start that fails ends the command', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-workers-'));
  const ended = await stoa(['serve', '--data', data, '--workers', '2', '--database', 'postgres://none@127.0.0.1:9/x']);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("can't reach the database") });
  rmSync(data, { recursive: true, force: true });
}, 30_000);

describe.skipIf(!process.env.STOA_TEST_DATABASE)('workers', () => {
  let data: string;
  let database: TestDatabase;
  let server: Serving;
  let ada: Client;
  let mail_port: number;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'stoa-workers-'));
    database = await createTestDatabase();
    const store = ['--data', data, '--database', database.url!];
    const zuliprc = join(data, 'zuliprc');
    const who = ['--org', 'Many', '--email', 'ada@stoa.example', '--name', 'Ada', '--zuliprc', zuliprc];
    expect(await runStoa(['init', ...store, ...who])).toMatchObject({ code: 0 });
    mail_port = await freePort('127.0.0.1', 0);
    const mail = ['--incoming-mail', `127.0.0.1:${mail_port}`, '--incoming-mail-domain', 'chat.example'];
    server = await serving([...store, ...mail, '--workers', String(WORKERS), '--rate-limits', 'off']);
    const api_key = readFileSync(zuliprc, 'utf8').match(/^key *= *(\S+)$/m)![1]!;
    ada = createClient({ site: server.url, email: 'ada@stoa.example', api_key });
    await ada.subscribe({ subscriptions: [{ name: 'all' }], send_new_subscription_messages: false });
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });

  /** A request of a connection of its own, so that the system chooses a worker for it. */
  async function fresh(path: string): Promise<Response> {
    return fetch(`${server.url}${path}`, { headers: { connection: 'close' }, keepalive: false });
  }

  const samples = async (name: string) => {
    const text = await (await fresh('/metrics')).text();
    const lines = [...text.matchAll(new RegExp(`^${name}\\{worker="(\\d+)"[^}]*\\} (\\S+)$`, 'gm'))];
    return new Map(lines.map(([, worker, value]) => [Number(worker), Number(value)]));
  };

  const pidsSaid = (what: string) =>
    [...server.output().matchAll(new RegExp(`${what}.* pid=(\\d+)`, 'g'))].map(([, pid]) => Number(pid));
  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) if (await holds()) return;
    throw new Error(`it never held: ${server.output()}`);
  }
  /** The processes that listen on the port: each holds a listening socket of it. */
  const children = () => {
    const parent = server.pid;
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(/\s+/).map(Number);
  };

  interface Sent {
    readonly content: string;
    readonly id: number;
  }
  /** Sends until told to end. `acknowledged`: what was answered; `failed`: what was not. */
  function load(name: string, is_own_connection: (sender: number) => boolean) {
    const acknowledged: Sent[] = [];
    const failed: unknown[] = [];
    let is_over = false;
    const send = async (sender: number) => {
      for (let n = 0; !is_over; n++) {
        const content = `${name} ${sender} ${n}`;
        try {
          if (is_own_connection(sender)) await fresh('/health').then((answer) => answer.text());
          const { id } = await ada.sendMessage({ type: 'channel', to: 'all', topic: name, content });
          acknowledged.push({ content, id });
        } catch (error) {
          failed.push(error);
          await sleep(5);
        }
      }
    };
    const senders = Array.from({ length: SENDERS }, (_, sender) => send(sender));
    const end = async () => {
      is_over = true;
      await Promise.all(senders);
    };
    return { acknowledged, failed, end };
  }

  async function history(topic: string): Promise<Sent[]> {
    const all: Sent[] = [];
    for (let anchor = 0; ; anchor = all.at(-1)!.id) {
      const { messages, found_newest } = await ada.getMessages({
        anchor,
        include_anchor: false,
        num_before: 0,
        num_after: 1000,
        apply_markdown: false,
        narrow: [{ operator: 'topic', operand: topic }],
      });
      all.push(...messages.map(({ id, content }) => ({ id, content })));
      if (found_newest) return all;
    }
  }

  it('[ND10] share the connections of one port', async () => {
    for (let n = 0; n < 60; n++) await (await fresh('/health')).text();
    const served = await samples('stoa_requests_total');
    expect([...served.keys()].toSorted()).toEqual([1, 2, 3]);
    expect(new Set(children()).size).toBe(WORKERS);
  });

  it('[IC19] receive mail at one port', async () => {
    const { stream_id } = await ada.getStreamId({ stream: 'all' });
    const { email: to } = await ada.getStreamEmailAddress({ stream_id });
    const send = (at: number) => sendMailTo(mail_port, { to, subject: 'mail', text: `mail ${at}` });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at)));
    expect(replies.map(({ code }) => code)).toEqual(Array(12).fill(250));
    // The same mail by way of several workers is one message.
    const same = { to, messageId: '<same@elsewhere.example>', subject: 'same', text: 'once' };
    for (let at = 0; at < 6; at++) expect((await sendMailTo(mail_port, same)).code).toBe(250);
    const { messages } = await ada.getMessages({
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: 'topic', operand: 'same' }],
    });
    expect(messages).toHaveLength(1);
  });

  it('[MO10] return the metrics of all, whichever worker answers', async () => {
    for (let n = 0; n < 5; n++) expect((await samples('process_resident_memory_bytes')).size).toBe(WORKERS);
    const text = await (await fresh('/metrics')).text();
    expect(text.match(/^# TYPE stoa_waiting_polls gauge$/gm)).toHaveLength(1);
    const once = await stoa(['status', '--once', '--json', '--url', server.url]);
    expect(JSON.parse(once.stdout)).toMatchObject({ workers: WORKERS, engine: 'postgres' });
  });

  it('[ND11] one that is killed under load is restarted, and nothing acknowledged is lost', async () => {
    const { queue_id } = await ada.registerQueue({ event_types: ['message'], apply_markdown: false });
    const { acknowledged, failed, end } = load('killed', () => false);
    for (let kill = 0; kill < 3; kill++) {
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 2 * SENDERS);
      const known = children();
      const victim = known[kill % known.length]!;
      process.kill(victim, 'SIGKILL');
      await until(() => pidsSaid('worker started again').length === kill + 1);
      expect(server.output()).toMatch(
        new RegExp(`a worker ended with signal SIGKILL; it is started again.* pid=${victim}`),
      );
    }
    await end();
    expect(children()).toHaveLength(WORKERS);
    for (const error of failed) expect(error).toBeInstanceOf(ConnectionError);
    const there = new Map((await history('killed')).map(({ content, id }) => [content, id]));
    expect(acknowledged.length).toBeGreaterThan(6 * SENDERS);
    for (const { content, id } of acknowledged) expect([content, there.get(content)]).toEqual([content, id]);
    let messages = 0;
    for (let last_event_id = -1; ; ) {
      const { events } = await ada.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
      // A response has some thousand at most, and a fast machine sends more.
      if (events.length === 0) break;
      messages += events.filter(({ type }) => type === 'message').length;
      last_event_id = events.at(-1)!.id;
    }
    expect(messages).toBe(there.size);
  });

  it('[ND17] one that is paused is replaced, and all requests are answered again', async () => {
    const [paused] = children();
    process.kill(paused!, 'SIGSTOP');
    await until(() => pidsSaid('a worker hangs').includes(paused!));
    await until(() => server.output().split('worker started again').length > 2);
    // A connection that waited at the one that ended is reset.
    await until(async () => {
      const answers = await Promise.allSettled(Array.from({ length: 30 }, () => fresh('/live')));
      return answers.every((answer) => answer.status === 'fulfilled' && answer.value.ok);
    });
    expect(children()).not.toContain(paused!);
  });

  it('[ND12] SIGHUP replaces all of them under load, and no request fails', async () => {
    const before = children();
    const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'], apply_markdown: false });
    const signal = new AbortController();
    const received: number[] = [];
    const reading = (async () => {
      const options = { queue_id: queue_id!, last_event_id, signal: signal.signal, timeout_ms: 60_000 };
      for await (const event of ada.events(options))
        if (event.type === 'message') received.push((event.message as { id: number }).id);
    })();
    const { acknowledged, failed, end } = load('replaced', (sender) => sender % 2 === 0);
    await until(() => acknowledged.length > SENDERS);
    server.kill('SIGHUP');
    await until(() => pidsSaid('worker replaced').length === WORKERS);
    await end();
    await until(() => received.length === acknowledged.length);
    signal.abort();
    await reading;
    expect(failed).toEqual([]);
    expect(children().filter((pid) => before.includes(pid))).toEqual([]);
    expect(children()).toHaveLength(WORKERS);
    expect((await history('replaced')).map(({ id }) => id)).toEqual(received);
  });

  it('[ND13] SIGTERM stops all of them in order, and ends a waiting poll with a response', async () => {
    const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'] });
    const poll = ada.getEvents({ queue_id: queue_id!, last_event_id });
    await until(async () => [...(await samples('stoa_waiting_polls')).values()].some((waiting) => waiting > 0));
    const all = children();
    server.kill('SIGTERM');
    expect(await poll).toMatchObject({ events: [] });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
  });
});
