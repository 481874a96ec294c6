// A list of messages stays a run without gaps, whatever comes while answers are on their way.
import { describe, expect, it } from 'bun:test';
import type { Client } from '@stoa/sdk';
import type { State } from '../state/state.ts';
import { MessageList } from './message-list.ts';
import { MessageStore, type StoredMessage } from './message-store.ts';
import { openAgain } from './open-again.ts';

const message = (id: number, flags: string[] = ['read']) =>
  ({
    id,
    flags,
    stream_id: 1,
    subject: 'a',
    sender_id: 8,
    content: '',
    reactions: [],
    submessages: [],
  }) as unknown as StoredMessage;

/** A server of one topic, which answers when it is told to. */
function world(first: number, last: number) {
  const there = new Map<number, StoredMessage>();
  for (let id = first; id <= last; id++) there.set(id, message(id));
  const waiting: (() => void)[] = [];
  let held = false;
  const getMessages = async (params: {
    anchor: number | string;
    num_before: number;
    num_after: number;
    include_anchor: boolean;
  }) => {
    const ids = [...there.keys()].sort((a, b) => a - b);
    const unread = ids.find((id) => !there.get(id)!.flags.includes('read'));
    const anchor =
      params.anchor === 'first_unread'
        ? (unread ?? ids.at(-1)! + 1)
        : params.anchor === 'newest'
          ? Number.MAX_SAFE_INTEGER
          : Number(params.anchor);
    const before = ids.filter((id) => id < anchor);
    const after = ids.filter((id) => id > anchor);
    const at = params.include_anchor && there.has(anchor) ? [anchor] : [];
    const earlier = params.num_before > 0 ? before.slice(-params.num_before) : [];
    const answer = {
      messages: [...earlier, ...at, ...after.slice(0, params.num_after)].map((id) => there.get(id)!),
      found_oldest: before.length <= params.num_before,
      found_newest: after.length <= params.num_after,
    };
    if (held) await new Promise<void>((resolve) => waiting.push(resolve));
    return answer;
  };
  const store = new MessageStore();
  const list = new MessageList(
    { kind: 'topic', channel_id: 1, topic: 'a' },
    [],
    { getMessages } as unknown as Client,
    store,
  );
  /** An event of a message, as the engine takes it in. */
  const arrive = (id: number) => {
    there.set(id, message(id, []));
    store.put([message(id, [])]);
    list.add(message(id, []));
  };
  return {
    list,
    store,
    there,
    arrive,
    ids: () => list.cell.get().ids,
    hold: () => {
      held = true;
    },
    releaseOne: () => waiting.shift()?.(),
    release: () => {
      held = false;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

const to = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('[WB85] a list', () => {
  it('has messages that arrived while it was opening', async () => {
    const { list, arrive, ids, hold, release } = world(1, 3);
    hold();
    const opened = list.open(null);
    arrive(4);
    release();
    await opened;
    expect(ids()).toEqual([1, 2, 3, 4]);
  });

  it('has messages that arrived while its end was loading', async () => {
    const { list, arrive, ids, hold, release } = world(1, 140);
    await list.open(1);
    expect(ids()).toEqual(to(1, 51));
    hold();
    const grown = list.newer();
    arrive(141);
    release();
    await grown;
    expect(ids()).toEqual(to(1, 141));
  });

  it('has no gap: messages after its loaded end wait until that is loaded', async () => {
    const { list, arrive, ids } = world(1, 200);
    await list.open(1);
    arrive(201);
    expect(ids().at(-1)).toBe(51);
    await list.newer();
    await list.newer();
    expect(ids()).toEqual(to(1, 201));
  });

  it('takes moved messages within the loaded range, not before it', async () => {
    const { list, there, arrive, ids } = world(100, 300);
    there.delete(299);
    await list.open('newest');
    arrive(299);
    expect(ids()).toContain(299);
    arrive(50);
    expect(ids()).not.toContain(50);
  });

  it('does not show a message deleted while a response with it was pending', async () => {
    const { list, store, ids, hold, release } = world(1, 3);
    hold();
    const opened = list.open(null);
    store.apply({ id: 1, type: 'delete_message', message_ids: [2] });
    release();
    await opened;
    expect(ids()).toEqual([1, 3]);
    expect(store.get(2)).toBeUndefined();
  });

  it('ignores the response to an earlier opening', async () => {
    const { list, ids, hold, release } = world(1, 200);
    hold();
    const earlier = list.open(1);
    const later = list.open('newest');
    release();
    await Promise.all([earlier, later]);
    expect(ids().at(-1)).toBe(200);
    expect(ids()[0]).toBe(151);
  });
});

describe('[WB85] a reloaded list', () => {
  it('drops deleted messages, adds new ones, and keeps its start', async () => {
    const { list, there, ids } = world(1, 120);
    await list.open('newest');
    expect(ids()[0]).toBe(71);
    there.delete(80);
    for (const id of [121, 122]) there.set(id, message(id, []));
    await list.refresh();
    expect(ids()).toEqual(to(71, 122).filter((id) => id !== 80));
    expect(list.cell.get()).toMatchObject({ found_newest: true, first_unread: 121, prepended: false });
  });

  it('keeps messages that arrived during two refreshes whose responses lack them', async () => {
    const { list, arrive, ids, hold, release, releaseOne } = world(1, 3);
    await list.open(null);
    hold();
    const refreshes = [list.refresh(), list.refresh()];
    arrive(4);
    releaseOne();
    await Promise.race(refreshes);
    release();
    await Promise.all(refreshes);
    expect(ids()).toEqual([1, 2, 3, 4]);
    // Nothing is left of them that would hold the next pages back.
    arrive(5);
    await list.refresh();
    expect(ids()).toEqual([1, 2, 3, 4, 5]);
  });

  it('after a long absence has one page at once, and loads the rest later', async () => {
    const { list, there, ids } = world(1, 60);
    await list.open('newest');
    const first = ids()[0]!;
    for (const id of to(61, 5000)) there.set(id, message(id, []));
    await list.refresh();
    expect(list.cell.get().found_newest).toBe(false);
    expect(ids()).toEqual(to(first, ids().at(-1)!));
    expect(ids().length).toBeGreaterThan(2000);
    await list.newer();
    expect(ids()).toEqual(to(first, ids().at(-1)!));
  });

  it('stays unchanged if the server is unreachable', async () => {
    const { list, ids } = world(1, 3);
    await list.open(null);
    const before = ids();
    Object.assign((list as unknown as { client: object }).client, {
      getMessages: () => Promise.reject(new Error('away')),
    });
    await expect(list.refresh()).rejects.toThrow('away');
    expect(ids()).toBe(before);
    expect(list.cell.get().status).toBe('ready');
  });

  it('opens again if none of its messages are left', async () => {
    const { list, there, ids } = world(1, 3);
    await list.open(null);
    there.clear();
    there.set(9, message(9, []));
    await list.refresh();
    expect(ids()).toEqual([9]);
  });
});

describe('[WB222] a list opened again', () => {
  const stateWith = (...unread_message_ids: number[]) => {
    const streams = [
      { stream_id: 1, topic: 'A', unread_message_ids },
      { stream_id: 1, topic: 'b', unread_message_ids: [1] },
    ];
    const unread_msgs = { streams, pms: [], huddles: [], mentions: [] };
    return { user_id: 7, subscriptions: [], user_topics: [], unread_msgs } as unknown as State;
  };
  const isReadIn = (store: MessageStore) => (id: number) => store.get(id)?.flags.includes('read') ?? false;

  it('moves its anchor and its line of unread messages to what is unread now', async () => {
    const { list, store, there, arrive } = world(1, 3);
    const isRead = isReadIn(store);
    there.set(2, message(2, []));
    await list.open(null);
    expect(list.cell.get()).toMatchObject({ anchor: 2, first_unread: 2 });
    store.setFlag([2], 'read', true);
    // The server doesn't know yet that it was read.
    expect(openAgain(list, stateWith(2), isRead)).toBe(true);
    expect(list.cell.get()).toMatchObject({ anchor: null, first_unread: null });
    arrive(4);
    openAgain(list, stateWith(2, 4), isRead);
    expect(list.cell.get()).toMatchObject({ anchor: 4, first_unread: 4 });
  });

  it('is fetched where reading continues if that part is not loaded', async () => {
    const { list, store, there, ids } = world(1, 500);
    const isRead = isReadIn(store);
    there.set(20, message(20, []));
    await list.open(400);
    expect(openAgain(list, stateWith(20), isRead)).toBe(true);
    await Bun.sleep(1);
    expect(list.cell.get()).toMatchObject({ status: 'ready', anchor: 20 });
    expect(ids()).toContain(20);
    there.set(20, message(20));
    await list.open(100);
    openAgain(list, stateWith(), isRead);
    await Bun.sleep(1);
    expect(list.cell.get()).toMatchObject({ found_newest: true, anchor: null });
  });
});
