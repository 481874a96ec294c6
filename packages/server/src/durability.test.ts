// A real process, killed with SIGKILL during concurrent sends, again and again: every acknowledged message exists
// exactly once.
import { expect, it } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReceivedEvent } from '@stoa/contract';
import { type Client, ConnectionError, createClient } from '@stoa/sdk';
import { createTestDatabase, freePort, runStoa, SeededRandom, spawnServer } from '@stoa/testkit';

const KILLS = 8;
const SENDERS = 8;
const CHANNEL = 'under fire';

interface Acknowledged {
  readonly id: number;
  readonly content: string;
}

async function found(data: string, database: string | null, port: number): Promise<Client> {
  const url = `http://127.0.0.1:${port}`;
  const zuliprc = join(data, 'zuliprc');
  const where = ['--data', data, ...(database === null ? [] : ['--database', database])];
  const who = ['--org', 'Fire', '--email', 'ada@stoa.example', '--name', 'Ada', '--url', url, '--zuliprc', zuliprc];
  const { code, stderr } = await runStoa(['init', ...where, ...who]);
  if (code !== 0) throw new Error(`stoa init failed: ${stderr}`);
  const api_key = readFileSync(zuliprc, 'utf8').match(/^key *= *(\S+)$/m)![1]!;
  return createClient({ site: url, email: 'ada@stoa.example', api_key });
}

/** Sends until the server is gone; every content is unique. */
async function fire(ada: Client, sender: number, round: number, acknowledged: Acknowledged[]): Promise<void> {
  for (let n = 0; ; n++) {
    const content = `s${sender} r${round} n${n}`;
    try {
      const { id } = await ada.sendMessage({ type: 'stream', to: CHANNEL, topic: `sender ${sender}`, content });
      acknowledged.push({ id, content });
    } catch (error) {
      if (error instanceof ConnectionError) return;
      throw error;
    }
  }
}

async function readHistory(ada: Client): Promise<Acknowledged[]> {
  const all: Acknowledged[] = [];
  let anchor = 0;
  for (;;) {
    const { messages, found_newest } = await ada.getMessages({
      anchor,
      include_anchor: false,
      num_before: 0,
      num_after: 1000,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: CHANNEL }],
    });
    all.push(...messages.map(({ id, content }) => ({ id, content })));
    if (found_newest) return all;
    anchor = messages.at(-1)!.id;
  }
}

it('[WR9] kills lose no acknowledged message, and the queue continues', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-kill-'));
  const database = await createTestDatabase();
  const port = await freePort();
  const random = new SeededRandom(20);
  const ada = await found(data, database.url, port);
  const options = { data, port, database: database.url };
  let server = await spawnServer(options);
  await ada.subscribe({ subscriptions: [{ name: CHANNEL }], send_new_subscription_messages: false });
  const { queue_id, last_event_id } = await ada.registerQueue({ event_types: ['message'], apply_markdown: false });

  const reader = new AbortController();
  const received: Acknowledged[] = [];
  const ids: number[] = [];
  const reading = (async () => {
    const backoff = { first_ms: 10, longest_ms: 50 };
    const events = ada.events({ queue_id: queue_id!, last_event_id, signal: reader.signal, timeout_ms: 5000, backoff });
    for await (const event of events) {
      ids.push(event.id);
      if (event.type !== 'message') continue;
      const { id, content } = (event as ReceivedEvent & { message: Acknowledged }).message;
      received.push({ id, content });
    }
  })();

  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < KILLS; round++) {
    const before = acknowledged.length;
    const firing = Array.from({ length: SENDERS }, (_, sender) => fire(ada, sender, round, acknowledged));
    while (acknowledged.length < before + SENDERS) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, random.below(60)));
    expect(await server.end('SIGKILL')).toBeNull();
    await Promise.all(firing);
    server = await spawnServer(options);
  }

  const { id: last } = await ada.sendMessage({ type: 'stream', to: CHANNEL, topic: 'end', content: 'end' });
  const patience = performance.now() + 5000;
  while (received.at(-1)?.id !== last && performance.now() < patience)
    await new Promise((resolve) => setTimeout(resolve, 10));
  reader.abort();
  await reading;

  const history = await readHistory(ada);
  expect(await server.end('SIGTERM')).toBe(0);
  const check = await runStoa([
    'check',
    '--data',
    data,
    ...(database.url === null ? [] : ['--database', database.url]),
  ]);
  expect(check).toMatchObject({ code: 0 });

  const contents = new Map(history.map(({ id, content }) => [content, id]));
  expect(contents.size).toBe(history.length);
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * SENDERS);
  for (const { id, content } of acknowledged) expect([content, contents.get(content)]).toEqual([content, id]);
  // Messages stored without acknowledgement were in progress at a kill: at most one per sender and kill.
  expect(history.length - acknowledged.length - 1).toBeLessThanOrEqual(KILLS * SENDERS);
  const increasing = (list: readonly number[]) => list.every((id, at) => at === 0 || id > list[at - 1]!);
  expect(increasing(history.map(({ id }) => id))).toBe(true);
  for (let sender = 0; sender < SENDERS; sender++) {
    const own = acknowledged.filter(({ content }) => content.startsWith(`s${sender} `));
    expect(increasing(own.map(({ id }) => id))).toBe(true);
  }
  expect(received).toEqual(history);
  expect(increasing(ids)).toBe(true);

  rmSync(data, { recursive: true, force: true });
  await database.drop();
}, 120_000);
