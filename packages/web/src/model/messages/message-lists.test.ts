// What the client keeps of messages: a bounded number, the conversations that were looked at last among them.
import { describe, expect, it } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { Cell } from '../../base/cells/cell.ts';
import type { View } from '../../base/views/view.ts';
import type { State } from '../state/state.ts';
import { MessageLists } from './message-lists.ts';
import { MESSAGES_MOST, MessageStore, type StoredMessage } from './message-store.ts';

const message = (id: number, subject: string, stream_id: number | undefined = 1) =>
  ({ id, subject, stream_id, flags: [], sender_id: 8, reactions: [], submessages: [] }) as unknown as StoredMessage;

const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const topic = (name: string): View => ({ kind: 'topic', channel_id: 1, topic: name });

const AT_ONCE = 1000;

/** Topics as long as is said, told in answers of a thousand messages at most. */
function world() {
  const there = { length: 1000, gate: null as Promise<void> | null };
  let asked = 0;
  const getMessages = async ({ narrow, anchor, include_anchor }: { narrow: { operand: string }[] } & Anchor) => {
    asked++;
    const name = String(narrow.at(-1)!.operand);
    const first = 1 + (Number(name) || 0) * 1000;
    const last = first + there.length - 1;
    const from = typeof anchor === 'number' ? anchor + (include_anchor ? 0 : 1) : first;
    const count = Math.min(AT_ONCE, last - from + 1);
    if (from > first) await there.gate;
    const messages = Array.from({ length: count }, (_, at) => message(from + at, name));
    return { messages, found_oldest: true, found_newest: from + count > last };
  };
  const store = new MessageStore();
  const state = new Cell({ user_id: 7, subscriptions: [], user_topics: [] } as unknown as State);
  const lists = new MessageLists({ getMessages } as unknown as Client, store, state);
  const look = async (name: string) => {
    const list = lists.of(topic(name), null)!;
    await later();
    return list;
  };
  return { store, lists, look, there, asked: () => asked };
}
interface Anchor {
  readonly anchor: number | string;
  readonly include_anchor: boolean;
}

describe('[WB92] messages in memory', () => {
  it('are limited: the oldest outside of open lists are dropped first', async () => {
    const { store, look } = world();
    await look('0');
    store.put([message(1_000_000, '', undefined)]);
    for (let id = 100_000; id < 100_000 + 2 * MESSAGES_MOST; id++) store.put([message(id, 'elsewhere')]);
    await later();
    expect(store.size).toBeLessThanOrEqual(MESSAGES_MOST);
    expect(store.get(100_000)).toBeUndefined();
    expect(store.get(100_000 + 2 * MESSAGES_MOST - 1)).toBeDefined();
    // Direct messages say whom the reader writes to.
    expect(store.get(1_000_000)).toBeDefined();
    // What is on the screen is whole.
    for (let id = 1; id <= 1000; id++) expect(store.get(id)).toBeDefined();
  });

  it('drop the least recently viewed conversations, which are fetched again on return', async () => {
    const { store, look, asked } = world();
    const topics = Array.from({ length: 1.5 * (MESSAGES_MOST / 1000) }, (_, at) => String(at));
    for (const name of topics) await look(name);
    expect(store.size).toBeLessThanOrEqual(MESSAGES_MOST);
    const last = await look(topics.at(-1)!);
    expect(last.cell.get().ids.every((id) => store.get(id) !== undefined)).toBe(true);
    const before = asked();
    const again = await look('0');
    expect(asked()).toBe(before + 1);
    expect(again.cell.get().ids.length).toBe(1000);
    expect(again.cell.get().ids.every((id) => store.get(id) !== undefined)).toBe(true);
  });

  it('include those of a response being assembled', async () => {
    const { store, look, there } = world();
    const list = await look('0');
    // Much has come meanwhile: it takes two answers, and between them many others.
    there.length = 1500;
    const second = Promise.withResolvers<void>();
    there.gate = second.promise;
    const refreshed = list.refresh();
    await later();
    list.cell.set({ ...list.cell.get(), ids: [1] });
    for (let id = 100_000; id < 100_000 + 2 * MESSAGES_MOST; id++) store.put([message(id, 'elsewhere')]);
    await later();
    second.resolve();
    await refreshed;
    expect(list.cell.get().ids).toEqual(Array.from({ length: 1500 }, (_, at) => at + 1));
  });
});

it('[WB312] a topic that moves away as a whole takes its reader along in every spelling', async () => {
  const { store, lists } = world();
  const list = lists.of(topic('über'), null)!;
  await later();
  store.startOver(new Set());
  store.put([message(1, 'Über')]);
  list.cell.set({ ...list.cell.get(), ids: [1] });
  const moves: unknown[] = [];
  lists.moves.subscribe(({ from, to }) => moves.push([from.topic, to.topic]));
  const place = { stream_id: 1, orig_subject: 'Über', subject: 'unter', propagate_mode: 'change_all' };
  const event = { type: 'update_message', message_id: 1, message_ids: [1], flags: [], edit_timestamp: 1, ...place };
  store.apply(event as unknown as ReceivedEvent);
  lists.apply(event as unknown as ReceivedEvent);
  expect(moves).toEqual([['Über', 'unter']]);
});

it('[WB803] fetches the rest of a conversation whose loaded messages were all deleted', async () => {
  const { store, lists, look } = world();
  const list = await look('0');
  list.cell.set({ ...list.cell.get(), ids: [999, 1000], found_oldest: false });
  const event = { type: 'delete_message', message_ids: [999, 1000] } as unknown as ReceivedEvent;
  store.apply(event);
  lists.apply(event);
  await later();
  expect(list.cell.get()).toMatchObject({ status: 'ready', had_messages: true });
  expect(list.cell.get().ids[0]).toBe(1);
});

it('[WB801] knows where a topic went that was moved on and on', () => {
  const { lists } = world();
  const move = (orig_subject: string, subject: string, propagate_mode = 'change_all') =>
    lists.apply({
      type: 'update_message',
      ...{ message_id: 1, message_ids: [], flags: [], edit_timestamp: 1 },
      ...{ stream_id: 1, orig_subject, subject, propagate_mode },
    } as unknown as ReceivedEvent);
  move('first', 'second');
  move('second', 'third');
  move('second', 'fourth', 'change_one');
  expect(lists.movedTo(topic('First'))).toEqual({ kind: 'topic', channel_id: 1, topic: 'third' });
  expect(lists.movedTo(topic('second'))).toEqual({ kind: 'topic', channel_id: 1, topic: 'third' });
  expect(lists.movedTo(topic('third'))).toBeNull();
});
