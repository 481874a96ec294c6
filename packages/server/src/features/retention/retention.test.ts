// Expired messages: which are deleted, when, and the events. With a test clock.

import { describe, expect, it } from 'bun:test';
import type { ApiError, ChannelId, MessageId, ReceivedEvent } from '@stoa/contract';
import { type Person, serveTests, verifyEvents } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { Retention } from './retention.actions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const { server, cast } = await serveTests();

const expire = () => new Retention(server.app.store, server.app.writer).run(server.clock.now());
const isDeleted = (person: Person, message_id: MessageId): Promise<boolean> =>
  person.getMessage({ message_id }).then(
    () => false,
    (error: ApiError) => {
      expect(error.message).toBe('Invalid message(s)');
      return true;
    },
  );

async function make(name: string, people: Person[] = [], options: object = {}): Promise<ChannelId> {
  const principals = [cast.ada, ...people].map(({ user_id }) => user_id);
  await cast.ada.subscribe({ subscriptions: [{ name }], principals, ...options });
  return (await cast.ada.getStreamId({ stream: name })).stream_id;
}

async function post(who: Person, to: string, topic = 't'): Promise<MessageId> {
  return (await who.sendMessage({ type: 'channel', to, topic, content: 'said' })).id;
}

const deletions = (events: readonly ReceivedEvent[]) =>
  events.filter(({ type }) => type === 'delete_message').map(({ id: _, type: __, ...event }) => event);

describe('expired messages', () => {
  it('[RT1] are older than the retention of the channel', async () => {
    await make('week', [], { message_retention_days: 7 });
    const message_id = await post(cast.ada, 'week');
    server.clock.advance(7 * DAY_MS - MINUTE_MS);
    const later = await post(cast.ada, 'week');
    await expire();
    expect(await isDeleted(cast.ada, message_id)).toBe(false);
    server.clock.advance(2 * MINUTE_MS);
    await expire();
    expect([await isDeleted(cast.ada, message_id), await isDeleted(cast.ada, later)]).toEqual([true, false]);
  });

  it('[RT1] follow the retention of the organization in channels without their own and in direct messages', async () => {
    const { ada, dara } = cast;
    await make('inherits');
    await make('for ever', [], { message_retention_days: 'unlimited' });
    await make('longer', [], { message_retention_days: 30 });
    const send = { type: 'direct' as const, to: [dara.user_id], content: 'between us' };
    const first = [await post(ada, 'inherits'), (await ada.sendMessage(send)).id];
    const kept = [await post(ada, 'for ever'), await post(ada, 'longer')];
    server.clock.advance(5 * DAY_MS);
    await expire();
    for (const id of [...first, ...kept]) expect(await isDeleted(ada, id)).toBe(false);
    await ada.updateRealm({ message_retention_days: 4 });
    await ada.sendMessage(send);
    const { events } = await verifyEvents([dara, ada], expire);
    for (const received of events)
      expect(deletions(received)).toContainEqual({ message_id: first[1], message_type: 'private' });
    for (const id of first) expect(await isDeleted(ada, id)).toBe(true);
    for (const id of kept) expect(await isDeleted(ada, id)).toBe(false);
    await ada.updateRealm({ message_retention_days: 'unlimited' });
  });

  it('[RT2] are deleted at the start, in archived channels too', async () => {
    const stream_id = await make('restarted', [], { message_retention_days: 1 });
    const message_id = await post(cast.ada, 'restarted');
    await cast.ada.archiveStream({ stream_id });
    server.clock.advance(DAY_MS + MINUTE_MS);
    await server.restart();
    for (let patience = 50; patience > 0 && !(await isDeleted(cast.ada, message_id)); patience--) await Bun.sleep(20);
    expect(await isDeleted(cast.ada, message_id)).toBe(true);
  });

  it('[RT2] are kept if the retention is extended during a run', async () => {
    const stream_id = await make('saved', [], { message_retention_days: 1 });
    const message_id = await post(cast.ada, 'saved');
    server.clock.advance(2 * DAY_MS);
    // Meanwhile the run has found the expired message and waits for its write.
    const saving = server.app.writer.write(server.realm.realm_id, async ({ tx }) => {
      await Bun.sleep(300);
      await tx.run(sql`update channels set message_retention_days = -1 where stream_id = ${stream_id}`);
    });
    await Promise.all([saving, expire()]);
    expect(await isDeleted(cast.ada, message_id)).toBe(false);
  });
});

describe('events of deletion', () => {
  it('[RT3] [RT4] are sent by topic, with the new first message of the channel, and nothing of the messages is left', async () => {
    const { ada, dara, eli } = cast;
    const stream_id = await make('topics', [dara], { message_retention_days: 1 });
    const first = [
      await post(dara, 'topics', 'one'),
      await post(dara, 'topics', 'two'),
      await post(dara, 'topics', 'ONE'),
    ];
    const empty = await post(dara, 'topics', '');
    await ada.addReaction({ message_id: first[0]!, emoji_name: 'tada' });
    server.clock.advance(DAY_MS + MINUTE_MS);
    const last = await post(dara, 'topics', 'one');
    await eli.sendMessage({ type: 'direct', to: [eli.user_id], content: 'newest' });
    const bulk = await dara.registerQueue({
      client_capabilities: { bulk_message_deletion: true, empty_topic_name: true },
    });
    const { events } = await verifyEvents([ada, dara, eli], expire);
    const about = { message_type: 'stream', stream_id };
    for (const at of [0, 1]) {
      expect(deletions(events[at]!)).toEqual([
        { ...about, message_id: first[0], topic: 'one' },
        { ...about, message_id: first[2], topic: 'one' },
        { ...about, message_id: first[1], topic: 'two' },
        { ...about, message_id: empty, topic: 'general chat' },
      ]);
    }
    expect(deletions(events[2]!)).toEqual([]);
    for (const received of events)
      expect(received.at(-1)).toMatchObject({ type: 'stream', property: 'first_message_id', value: last });
    const queue = { queue_id: bulk.queue_id!, last_event_id: bulk.last_event_id, dont_block: true };
    expect(deletions((await dara.getEvents(queue)).events as ReceivedEvent[])).toEqual([
      { ...about, message_ids: [first[0], first[2]], topic: 'one' },
      { ...about, message_ids: [first[1]], topic: 'two' },
      { ...about, message_ids: [empty], topic: '' },
    ]);
    const narrow = [{ operator: 'channel', operand: stream_id }];
    const { messages } = await dara.getMessages({ anchor: 'newest', num_before: 10, num_after: 0, narrow });
    expect(messages.map(({ id }) => id)).toEqual([last]);
    expect((await dara.getStreamTopics({ stream_id })).topics).toMatchObject([{ name: 'one', max_id: last }]);
    const reactions = await server.app.store.db.all(sql`select id from reactions where message_id = ${first[0]!}`);
    expect(reactions).toEqual([]);
  });

  it('[RT4] of protected history are sent only to those who received the messages', async () => {
    const { dara, eli } = cast;
    const stream_id = await make('protected', [dara], { invite_only: true, message_retention_days: 1 });
    const before = await post(dara, 'protected', 'secret');
    await cast.ada.subscribe({ subscriptions: [{ name: 'protected' }], principals: [eli.user_id] });
    const both = await post(dara, 'protected', 'secret');
    server.clock.advance(DAY_MS + MINUTE_MS);
    await post(dara, 'protected', 'now');
    const { events } = await verifyEvents([dara, eli], expire);
    const ids = (at: number) => {
      const here = deletions(events[at]!).filter((deletion) => deletion.stream_id === stream_id);
      return here.map(({ message_id }) => message_id);
    };
    expect(ids(0)).toEqual([before, both]);
    expect(ids(1)).toEqual([both]);
  });

  it('[RT2] come in batches for many messages', async () => {
    const { ada } = cast;
    const stream_id = await make('long', [], { message_retention_days: 1 });
    await Promise.all(Array.from({ length: 450 }, () => post(ada, 'long')));
    server.clock.advance(DAY_MS + MINUTE_MS);
    const last = await post(ada, 'long');
    const capable = { client_capabilities: { bulk_message_deletion: true } };
    const { queue_id, last_event_id } = await ada.registerQueue({ ...capable, event_types: ['delete_message'] });
    const single = await ada.registerQueue({ event_types: ['delete_message'] });
    await expire();
    const { events } = await ada.getEvents({ queue_id: queue_id!, last_event_id, dont_block: true });
    const batches = events
      .filter((event) => event.stream_id === stream_id)
      .map(({ message_ids }) => message_ids as number[]);
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
    const flat = batches.flat();
    expect(flat).toEqual([...flat].sort((a, b) => a - b));
    const each = { queue_id: single.queue_id!, last_event_id: single.last_event_id, dont_block: true };
    const { events: singly } = await ada.getEvents(each);
    expect(singly.filter((event) => event.stream_id === stream_id).map(({ message_id }) => message_id)).toEqual(flat);
    expect((await ada.getStream({ stream_id })).stream.first_message_id).toBe(last);
  });
});
