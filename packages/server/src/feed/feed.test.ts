// Queues and polls over the event log: what is delivered, how often, to whom, and when a queue ends.

import { afterEach, beforeEach, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { type ChannelId, type EventId, ROLE, type UserId } from '@stoa/contract';
import { type FeedStage, type Numbered, openFeedStage, polled, TestClock } from '@stoa/testkit/kit';
import { sql } from '../kit/database/sql.ts';
import { type Audience, LOG_STEP, type LogEntry } from '../kit/write/log-entry.ts';
import { EventLog, openEventLog, readEntries } from './event-log.ts';
import { pruneLog } from './prune.ts';

setDefaultTimeout(30_000);

const HEARTBEAT_MS = 60_000;
const GENERAL = 1 as ChannelId;
const everyone: Audience = { everyone: true };
const lost = { code: 'BAD_EVENT_QUEUE_ID' };
const numbers = (events: readonly Numbered[]) => events.map(({ n }) => n);
const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

let stage: FeedStage;
/** The account by its API key. */
const by = (user_id: UserId) => ({ realm_id: stage.realm.realm_id, user_id, token_id: null });
let ada: UserId;
let dara: UserId;
beforeEach(async () => {
  stage = await openFeedStage({ heartbeat_ms: HEARTBEAT_MS });
  ada = stage.addReader(1, ROLE.owner);
  dara = stage.addReader(2);
});
afterEach(() => stage.close());

describe('[EV1] a poll', () => {
  it('returns the events after the acknowledged one, by increasing id', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 3 });
    const events = await stage.poll(dara, queue, -1);
    expect(numbers(events)).toEqual([1, 2, 3]);
    expect(events.map(({ id }) => id)).toEqual([LOG_STEP, 2 * LOG_STEP, 3 * LOG_STEP]);
    expect(numbers(await stage.poll(dara, queue, events[1]!.id))).toEqual([3]);
  });

  it('returns nothing from before the queue was registered', async () => {
    await stage.emit(everyone, 1);
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 2);
    expect(numbers(await stage.poll(dara, queue, -1))).toEqual([2]);
    expect(numbers(await stage.poll(dara, queue, 0))).toEqual([2]);
  });

  it('[EV29] returns large events in parts, to polls that waited too', async () => {
    const large = { type: 'x'.repeat(1_000_000), count: 6 };
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, large);
    const events = await stage.poll(dara, queue, -1);
    expect(numbers(events)).toEqual([1, 2, 3, 4, 5]);
    const rest = await stage.poll(dara, queue, events.at(-1)!.id);
    expect(numbers(rest)).toEqual([6]);
    const polling = stage.poll(dara, queue, rest[0]!.id, { wait: true });
    await soon();
    await stage.emit(everyone, 7, large);
    const waited = await polling;
    expect(numbers(waited)).toEqual([7, 8, 9, 10, 11]);
    expect(numbers(await stage.poll(dara, queue, waited.at(-1)!.id))).toEqual([12]);
    // After a restart they are read from the store.
    await stage.restart();
    expect(numbers(await stage.poll(dara, queue, rest[0]!.id))).toEqual([7, 8, 9, 10, 11]);
  });

  it('[EV30] returns every event, whether large entries are in memory or only in the store', async () => {
    const large = { text: 'x'.repeat(3_000_000) };
    const queue = await stage.addQueue(dara);
    for (let n = 1; n <= 9; n++) await stage.emit(everyone, n, large);
    const events: Numbered[] = [];
    for (let last = -1; ; last = events.at(-1)!.id) {
      const more = await stage.poll(dara, queue, last);
      if (more.length === 0) break;
      events.push(...more);
    }
    expect(numbers(events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const from_store = await readEntries(stage.test.store.db, stage.realm.realm_id, 0 as EventId, 100);
    expect(from_store).toHaveLength(2);
  });

  it('[EV31] reads the newest entries from the store once after a start, for all clients', async () => {
    const { realm_id } = stage.realm;
    for (let n = 1; n <= 5; n++) await stage.emit(everyone, n);
    let statements = 0;
    const counting = new Proxy(stage.test.store.db, {
      get: (db, name) => {
        statements++;
        const value = Reflect.get(db, name);
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const log = await openEventLog(stage.test.store.db, realm_id);
    const missed = (await readEntries(stage.test.store.db, realm_id, 0 as EventId, 100)).map(({ id }) => id);
    const [first, again] = await Promise.all([log.after(counting, missed[0]!), log.after(counting, missed[0]!)]);
    expect(first!.map(({ id }) => id)).toEqual(missed.slice(1));
    expect(again).toEqual(first!);
    const used = statements;
    expect((await log.after(counting, missed.at(-2)!))![0]).toBe(first!.at(-1)!);
    expect(statements).toBe(used);
    // Entries before those are read for each client.
    expect((await log.after(counting, 0 as EventId))!.map(({ id }) => id)).toEqual(missed);
    expect(statements).toBeGreaterThan(used);
  });

  it('[EV31] keeps the order of entries that are added while it reads', async () => {
    const { realm_id } = stage.realm;
    for (let n = 1; n <= 3; n++) await stage.emit(everyone, n);
    const [one, two, three] = await readEntries(stage.test.store.db, realm_id, 0 as EventId, 100);
    const log = new EventLog(realm_id, two!.id);
    const reading = log.after(stage.test.store.db, one!.id);
    log.append([three!]);
    expect((await reading)!.map(({ id }) => id)).toEqual([two!.id, three!.id]);
    expect(log.inMemory(one!.id, 'all')!.map(({ id }) => id)).toEqual([two!.id, three!.id]);
  });

  it('[EV30] keeps large entries in memory up to a bound, the newest', () => {
    const log = new EventLog(stage.realm.realm_id, 0 as EventId);
    const entry = (id: number, text: string): LogEntry => ({
      realm_id: stage.realm.realm_id,
      id: id as EventId,
      type: 'numbered',
      op: null,
      body: { n: id, text },
      audience: everyone,
      invalidated_user_ids: [],
    });
    const text = 'x'.repeat(1_000_000);
    for (let id = 1; id <= 40; id++) log.append([entry(id, text)]);
    expect(log.inMemory(0 as EventId, 'all')).toBeNull();
    const kept = [...Array(40).keys()].filter((id) => log.inMemory(id as EventId, 'all') !== null);
    expect(kept.length).toBeWithin(8, 17);
    expect(log.inMemory(39 as EventId, 'all')!.map(({ id }) => Number(id))).toEqual([40]);
    // One that is larger than all of them is not kept, and what follows is.
    log.append([entry(41, 'x'.repeat(20_000_000)), entry(42, '')]);
    log.append([entry(43, '')]);
    expect(log.inMemory(40 as EventId, 'all')).toBeNull();
    expect(log.inMemory(42 as EventId, 'all')).toHaveLength(1);
  });

  it('waits for an event and returns it when it comes', async () => {
    const queue = await stage.addQueue(dara);
    const polling = stage.poll(dara, queue, -1, { wait: true });
    await soon();
    expect(stage.feed.waiting_polls).toBe(1);
    await stage.emit({ users: [ada] }, 1);
    await soon();
    expect(stage.feed.waiting_polls).toBe(1);
    await stage.emit(everyone, 2);
    expect(numbers(await polling)).toEqual([2]);
    expect(stage.feed.waiting_polls).toBe(0);
  });

  it('returns at once with dont_block', async () => {
    const queue = await stage.addQueue(dara);
    expect(await stage.poll(dara, queue, -1)).toEqual([]);
  });

  it('is dropped when its client disconnects', async () => {
    const queue = await stage.addQueue(dara);
    const client = new AbortController();
    const polling = stage.poll(dara, queue, -1, { wait: true, signal: client.signal });
    await soon();
    client.abort();
    expect(await polling).toEqual([]);
    expect(stage.feed.waiting_polls).toBe(0);
    expect(await stage.poll(dara, queue, -1, { wait: true, signal: client.signal })).toEqual([]);
    expect(stage.feed.waiting_polls).toBe(0);
  });
});

describe('[EV2] an event', () => {
  it('is sent again until it is acknowledged, also to a poll that names no event', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 2 });
    const first = await stage.poll(dara, queue, null);
    expect(numbers(first)).toEqual([1, 2]);
    expect(numbers(await stage.poll(dara, queue, null))).toEqual([1, 2]);
    expect(numbers(await stage.poll(dara, queue, first[0]!.id))).toEqual([2]);
    expect(numbers(await stage.poll(dara, queue, null))).toEqual([2]);
  });

  it('can’t be acknowledged before it was delivered', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1);
    for (const id of [LOG_STEP * 2, Number.MAX_SAFE_INTEGER])
      await expect(stage.poll(dara, queue, id)).rejects.toMatchObject(lost);
    expect(numbers(await stage.poll(dara, queue, null))).toEqual([1]);
  });
});

describe('[EV3] a filter', () => {
  it('on event types leaves out all others', async () => {
    const queue = await stage.addQueue(dara, { event_types: ['b', 'unknown'] });
    for (const [at, type] of ['a', 'b', 'a', 'b'].entries()) await stage.emit(everyone, at, { type });
    expect(numbers(await stage.poll(dara, queue, -1))).toEqual([1, 3]);
    expect(await stage.poll(dara, await stage.addQueue(dara, { event_types: [] }), -1)).toEqual([]);
  });
});

describe('[EV4] an event is delivered', () => {
  const roles = { owner: 1, administrator: 3, moderator: 4, member: 2, guest: 5 } as const;
  /** The roles whose reader receives an event for this audience. */
  async function receivers(audience: Audience, options: { all_public_streams?: boolean } = {}): Promise<string[]> {
    const queues = new Map<string, string>();
    for (const [role, id] of Object.entries(roles)) {
      if (!stage.readers.has(id as UserId)) stage.addReader(id, ROLE[role as keyof typeof ROLE]);
      queues.set(role, await stage.addQueue(id as UserId, options));
    }
    await stage.emit(audience, 1);
    const got: string[] = [];
    for (const [role, queue] of queues)
      if ((await stage.poll(roles[role as keyof typeof roles] as UserId, queue, -1)).length > 0) got.push(role);
    return got;
  }

  it('to everyone, to named accounts, or to roles', async () => {
    expect(await receivers(everyone)).toEqual(Object.keys(roles));
    expect(await receivers({})).toEqual([]);
    expect(await receivers({ users: [dara, ada] })).toEqual(['owner', 'member']);
    expect(await receivers({ role_at_most: ROLE.moderator })).toEqual(['owner', 'administrator', 'moderator']);
    expect(await receivers({ role_above: ROLE.moderator })).toEqual(['member', 'guest']);
  });

  it('never to excluded accounts, whatever else matches', async () => {
    expect(await receivers({ everyone: true, users: [dara], except: [dara] })).not.toContain('member');
    await stage.setSubscribed(dara, GENERAL, true);
    expect(await receivers({ stream_id: GENERAL, except: [dara] })).toEqual([]);
  });

  it('to accounts subscribed when it happened, no matter when they poll', async () => {
    const queue = await stage.addQueue(dara);
    const send = (n: number) => stage.emit({ stream_id: GENERAL }, n);
    await send(1);
    await stage.setSubscribed(dara, GENERAL, true);
    await send(2);
    await stage.setSubscribed(dara, GENERAL, false);
    await send(3);
    await stage.setSubscribed(dara, GENERAL, true);
    await send(4);
    expect(numbers(await stage.poll(dara, queue, -1))).toEqual([2, 4]);
  });

  it('of a public channel to queues with all_public_streams, except guests’', async () => {
    const all = { all_public_streams: true };
    expect(await receivers({ stream_id: GENERAL, public: true }, all)).toEqual([
      'owner',
      'administrator',
      'moderator',
      'member',
    ]);
    expect(await receivers({ stream_id: GENERAL }, all)).toEqual([]);
    expect(await receivers({ stream_id: GENERAL, public: true })).toEqual([]);
  });

  it('by the access at its own log position, even if access changes while a response is assembled', async () => {
    const queue = await stage.addQueue(dara);
    await stage.setSubscribed(dara, GENERAL, true);
    await stage.emit(everyone, 1, { count: 1100 });
    // First one process serves the queue and another writes; then one process does both.
    const node = await stage.startNode();
    for (const feed of [node.feed, stage.feed]) {
      if (feed === stage.feed) await stage.restart();
      const signal = new AbortController().signal;
      const request = { ...by(dara), queue_id: queue, last_event_id: -1, dont_block: true, signal };
      const serving = feed === node.feed ? node.feed : stage.feed;
      await polled(serving, request);
      let reads = 0;
      const atSecondPage = async () => {
        if (++reads === 1) {
          stage.beforeLogRead = atSecondPage;
          return;
        }
        await stage.setSubscribed(dara, GENERAL, false);
        await stage.emit({ stream_id: GENERAL }, -1);
        await stage.setSubscribed(dara, GENERAL, true);
        await stage.emit({ stream_id: GENERAL }, -2);
      };
      stage.beforeLogRead = atSecondPage;
      const seen = numbers(await polled(serving, request));
      expect(reads).toBe(2);
      expect(seen).not.toContain(-1);
      const later = numbers(await polled(serving, request));
      expect(later).not.toContain(-1);
    }
    expect(numbers(await stage.poll(dara, queue, -1)).filter((n) => n < 0)).toEqual([-2, -2]);
    await node.stop();
  });
});

describe('[EV5] a queue', () => {
  it('that is unknown and one of another account get the same error and stay unchanged', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1);
    await expect(stage.poll(ada, queue, -1)).rejects.toMatchObject({ ...lost, fields: { queue_id: queue } });
    await expect(stage.poll(ada, 'unknown', -1)).rejects.toMatchObject({ ...lost, fields: { queue_id: 'unknown' } });
    const elsewhere = await stage.test.addRealm('b.example');
    const foreign = { ...by(dara), realm_id: elsewhere.realm_id, queue_id: queue, last_event_id: -1 };
    const signal = new AbortController().signal;
    await expect(polled(stage.feed, { ...foreign, dont_block: true, signal })).rejects.toMatchObject(lost);
    await expect(stage.feed.end(queue, foreign)).rejects.toMatchObject(lost);
    await expect(stage.feed.end(queue, by(ada))).rejects.toMatchObject(lost);
    expect(numbers(await stage.poll(dara, queue, -1))).toEqual([1]);
  });

  it('of a deactivated account is gone, also while a poll waits', async () => {
    const queue = await stage.addQueue(dara);
    const polling = stage.poll(dara, queue, -1, { wait: true });
    polling.catch(() => {});
    await soon();
    stage.readers.get(dara)!.is_active = false;
    await stage.emit({}, 1, { invalidates: [dara] });
    await expect(polling).rejects.toMatchObject(lost);
    stage.readers.get(dara)!.is_active = true;
    await stage.emit({}, 1, { invalidates: [dara] });
    await expect(stage.poll(dara, queue, -1)).rejects.toMatchObject(lost);
  });

  it('that is deleted ends its poll and is gone', async () => {
    const queue = await stage.addQueue(dara);
    const polling = stage.poll(dara, queue, -1, { wait: true });
    await soon();
    await stage.feed.end(queue, by(dara));
    expect(await polling).toEqual([]);
    await expect(stage.poll(dara, queue, -1)).rejects.toMatchObject(lost);
  });
});

describe('[EV6] a heartbeat', () => {
  const beat = async (queue: string, after: number): Promise<number> => {
    const polling = stage.poll(dara, queue, after, { wait: true });
    await Promise.resolve();
    while (stage.feed.waiting_polls === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    stage.test.clock.advance(HEARTBEAT_MS + 1);
    const [event] = await polling;
    expect(event!.type).toBe('heartbeat');
    return event!.id;
  };

  it('ends a quiet poll, with ids that increase among event ids', async () => {
    const queue = await stage.addQueue(dara);
    const first = await beat(queue, -1);
    const second = await beat(queue, first);
    expect(second).toBeGreaterThan(first);
    await stage.emit(everyone, 1);
    const [event] = await stage.poll(dara, queue, second);
    expect(event!.n).toBe(1);
    expect(event!.id).toBeGreaterThan(second);
    expect(await beat(queue, event!.id)).toBeGreaterThan(event!.id);
  });

  it('never takes the id of a later event, however long the queue is quiet', async () => {
    const queue = await stage.addQueue(dara);
    const late = LOG_STEP / 2 - 1;
    const last = await beat(queue, late);
    await soon();
    await stage.emit(everyone, 1);
    const events = await stage.poll(dara, queue, last);
    expect(numbers(events)).toEqual([1]);
    expect(events[0]!.id).toBeGreaterThan(last + LOG_STEP / 2);
  });
});

describe('[EV7] the event log', () => {
  /** Two rounds of pruning, as two runs of the feed's own timer. */
  const prune = async () => {
    await pruneLog(stage.test.store, stage.test.writer);
    await pruneLog(stage.test.store, stage.test.writer);
  };
  const entries = async () => (await stage.test.store.db.all(sql`select id from events`)).length;

  it('keeps every event that a queue has not acknowledged', async () => {
    const slow = await stage.addQueue(ada);
    const quick = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 10 });
    const events = await stage.poll(dara, quick, -1);
    await stage.poll(dara, quick, events.at(-1)!.id);
    await stage.restart();
    await prune();
    expect(await entries()).toBe(10);
    expect(numbers(await stage.poll(ada, slow, -1))).toHaveLength(10);
    await stage.poll(ada, slow, events[4]!.id);
    await stage.restart();
    await prune();
    expect(await entries()).toBe(5);
    expect(numbers(await stage.poll(ada, slow, null))).toEqual([6, 7, 8, 9, 10]);
  });

  it('[EV25] is retained for unread queues up to a limit; then they end and others stay', async () => {
    const kept = await stage.addQueue(ada);
    const left = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 10 });
    const events = await stage.poll(ada, kept, -1);
    await stage.poll(ada, kept, events[6]!.id);
    await stage.restart();
    const bounded = () => pruneLog(stage.test.store, stage.test.writer, 5);
    expect((await pruneLog(stage.test.store, stage.test.writer, 10)).removed).toEqual([]);
    expect((await bounded()).removed).toEqual([left]);
    await bounded();
    await bounded();
    expect(await entries()).toBe(3);
    await expect(stage.poll(dara, left, null)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    expect(numbers(await stage.poll(ada, kept, null))).toEqual([8, 9, 10]);
  });

  it('has dropped the events a client requests: its queue is lost', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 10 });
    const events = await stage.poll(dara, queue, -1);
    await stage.poll(dara, queue, events.at(-1)!.id);
    await stage.restart();
    await prune();
    await stage.restart();
    await expect(stage.poll(dara, queue, events[2]!.id)).rejects.toMatchObject(lost);
  });

  it('is never pruned beyond the last entry because of acknowledged heartbeats', async () => {
    const old = await stage.addQueue(dara);
    await stage.emit(everyone, 1);
    const [event] = await stage.poll(dara, old, -1);
    const polling = stage.poll(dara, old, event!.id, { wait: true });
    await soon();
    stage.test.clock.advance(HEARTBEAT_MS + 1);
    const [heartbeat] = await polling;
    await stage.poll(dara, old, heartbeat!.id);
    await stage.restart();
    await prune();
    const young = await stage.addQueue(ada);
    await stage.emit(everyone, 2);
    await stage.restart();
    expect(numbers(await stage.poll(ada, young, -1))).toEqual([2]);
  });
});

it('[EV8] a queue has one poll: a second one ends the first with no events', async () => {
  const queue = await stage.addQueue(dara);
  const first = stage.poll(dara, queue, -1, { wait: true });
  await soon();
  const second = stage.poll(dara, queue, -1, { wait: true });
  expect(await first).toEqual([]);
  expect(stage.feed.waiting_polls).toBe(1);
  await stage.emit(everyone, 1);
  expect(numbers(await second)).toEqual([1]);
});

describe('[EV9] a queue that nobody polls', () => {
  it('is removed after its idle time, and not before', async () => {
    const short = await stage.addQueue(dara, { idle_secs: 60 });
    const long = await stage.addQueue(dara, { idle_secs: 600 });
    for (const queue of [short, long]) await stage.poll(dara, queue, -1);
    stage.test.clock.advance(59_000);
    await stage.poll(dara, short, -1);
    stage.test.clock.advance(90_000);
    await expect(stage.poll(dara, short, -1)).rejects.toMatchObject(lost);
    expect(await stage.poll(dara, long, -1)).toEqual([]);
  });

  it('here but at another node is not idle', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 60 });
    await stage.poll(dara, queue, -1);
    const node = await stage.startNode();
    stage.test.clock.advance(59_000);
    const signal = new AbortController().signal;
    const request = { ...by(dara), queue_id: queue, dont_block: true, signal };
    await polled(node.feed, { ...request, last_event_id: -1 });
    await node.stop();
    stage.test.clock.advance(59_000);
    expect(await stage.poll(dara, queue, -1)).toEqual([]);
  });

  it('is not idle while its poll waits', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 1 });
    const polling = stage.poll(dara, queue, -1, { wait: true });
    await soon();
    stage.test.clock.advance(30_000);
    await stage.emit(everyone, 1);
    const [event] = await polling;
    expect(event!.n).toBe(1);
    expect(await stage.poll(dara, queue, event!.id)).toEqual([]);
  });
});

describe('[EV28] a clock that somebody sets', () => {
  const HOURS = 6 * 60 * 60_000;

  it('while queues are tidied ends none', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 60 });
    // There is progress to save.
    await stage.poll(dara, await stage.addQueue(dara), -1);
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const holding = stage.test.writer.write(null, () => held);
    const tidying = stage.feed.queues.tidy();
    await soon();
    stage.test.clock.jump(HOURS);
    goOn();
    await Promise.all([holding, tidying]);
    expect(await stage.poll(dara, queue, -1)).toEqual([]);
  });

  it('at one node ends no queue of another', async () => {
    const clock = new TestClock();
    const node = await stage.startNode(clock);
    const before = await stage.addQueue(dara, { idle_secs: 60 });
    clock.jump(HOURS);
    await node.feed.queues.tidy();
    const meanwhile = await stage.addQueue(dara, { idle_secs: 60 });
    clock.jump(-HOURS);
    await node.feed.queues.tidy();
    await stage.feed.queues.tidy();
    for (const queue of [before, meanwhile]) expect(await stage.poll(dara, queue, -1)).toEqual([]);
    await node.stop();
  });

  it('keeps no queue that is idle', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 60 });
    await stage.poll(dara, queue, -1);
    stage.test.clock.jump(-HOURS);
    stage.test.clock.advance(90_000);
    await stage.feed.queues.tidy();
    await expect(stage.poll(dara, queue, -1)).rejects.toMatchObject(lost);
  });
});

describe('[EV10] a restart', () => {
  it('keeps queues unchanged: nothing lost, nothing repeated', async () => {
    const queue = await stage.addQueue(dara);
    await stage.emit(everyone, 1, { count: 3 });
    const events = await stage.poll(dara, queue, -1);
    await stage.poll(dara, queue, events[1]!.id);
    await stage.restart();
    await stage.emit(everyone, 4);
    expect(numbers(await stage.poll(dara, queue, null))).toEqual([3, 4]);
  });

  it('does not count downtime as idle', async () => {
    const queue = await stage.addQueue(dara, { idle_secs: 60 });
    await stage.feed.stop();
    stage.test.clock.advance(3_600_000);
    await stage.restart();
    expect(await stage.poll(dara, queue, -1)).toEqual([]);
  });

  it('ends waiting polls with no events, and new ones too', async () => {
    const queue = await stage.addQueue(dara);
    const polling = stage.poll(dara, queue, -1, { wait: true });
    await soon();
    await stage.feed.stop();
    expect(await polling).toEqual([]);
    expect(await stage.poll(dara, queue, -1, { wait: true })).toEqual([]);
  });
});

it('[EV15] a long backlog is returned in pages, each event once', async () => {
  const queue = await stage.addQueue(dara);
  await stage.emit(everyone, 0, { count: 4200 });
  const seen: number[] = [];
  let last = -1;
  for (;;) {
    const events = await stage.poll(dara, queue, last);
    if (events.length === 0) break;
    expect(events.length).toBeLessThan(2000);
    seen.push(...numbers(events));
    last = events.at(-1)!.id;
  }
  expect(seen).toEqual(Array.from({ length: 4200 }, (_, n) => n));
});

it('[EV16] commits of another process arrive in the same order, also for waiting polls', async () => {
  const queue = await stage.addQueue(dara);
  const node = await stage.startNode();
  const signal = new AbortController().signal;
  const request = { ...by(dara), queue_id: queue, dont_block: false, signal };
  const polling = polled(node.feed, { ...request, last_event_id: -1 });
  await soon();
  await stage.emit(everyone, 1);
  const [first] = await polling;
  expect(first!.n).toBe(1);
  const next = polled(node.feed, { ...request, last_event_id: first!.id });
  await stage.emit({ users: [ada] }, 2);
  await stage.emit(everyone, 3, { count: 2 });
  expect(numbers(await next)).toEqual([3, 4]);
  await node.stop();
});

it('[EV16] a process that missed notices of commits before it had polls still catches up', async () => {
  const node = await stage.startNode();
  await stage.emit(everyone, 1);
  await soon();
  const queue = await stage.addQueue(dara);
  const signal = new AbortController().signal;
  const request = { ...by(dara), queue_id: queue, dont_block: false, signal };
  const polling = polled(node.feed, { ...request, last_event_id: -1 });
  await soon();
  await stage.emit(everyone, 2);
  expect(numbers(await polling)).toEqual([2]);
  await node.stop();
});
