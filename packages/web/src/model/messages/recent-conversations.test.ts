// Recent conversations: paged back to the first, changed by events, and asked for again after a gap.
import { describe, expect, it } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import type { StoredMessage } from './message-store.ts';
import { RecentConversations } from './recent-conversations.ts';

const OWN = 7;
const message = (id: number, subject: string, sender_id = 8) =>
  ({ id, subject, stream_id: 1, timestamp: id, sender_id, flags: [] }) as unknown as StoredMessage;
const event = (fields: object) => fields as ReceivedEvent;
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A server with these messages; it fails while `down` is set. */
function world(all: StoredMessage[]) {
  const there = { all, down: false, calls: 0 };
  interface Asked {
    readonly anchor: number | string;
    readonly num_before: number;
    readonly narrow?: readonly { readonly operand: unknown }[];
  }
  const getMessages = async ({ anchor, num_before, narrow }: Asked) => {
    there.calls++;
    await settled();
    if (there.down) throw new Error('away');
    const topic = narrow?.at(-1)?.operand;
    const fitting = there.all.filter(
      ({ id, subject }) => (typeof anchor !== 'number' || id < anchor) && (topic === undefined || subject === topic),
    );
    const messages = fitting.slice(-num_before);
    return { messages, found_oldest: messages.length === fitting.length };
  };
  const recent = new RecentConversations({ getMessages } as unknown as Client, OWN);
  const names = () => recent.cell.get().list.map(({ view }) => (view.kind === 'topic' ? view.topic : ''));
  return { there, recent, names };
}

describe('[WB133] recent conversations', () => {
  it('are loaded back to the first, a page at a time', async () => {
    const { recent, there } = world(Array.from({ length: 2500 }, (_, n) => message(n + 1, `topic ${n % 1250}`)));
    const [first, same] = [recent.more(), recent.more()];
    await Promise.all([first, same]);
    expect(there.calls).toBe(1);
    expect(recent.cell.get().list).toHaveLength(1000);
    await recent.more();
    await recent.more();
    expect(recent.cell.get()).toMatchObject({ status: 'ready', found_oldest: true });
    expect(recent.cell.get().list).toHaveLength(1250);
    expect(recent.cell.get().list[0]).toMatchObject({ newest_id: 2500 });
    await recent.more();
    expect(there.calls).toBe(3);
  });

  it('list their senders, the last one first, and whether the reader is one', async () => {
    const { recent } = world([message(1, 'a', OWN), message(2, 'A', 8), message(3, 'a', 9), message(4, 'b', 9)]);
    await recent.more();
    expect(recent.cell.get().list.map(({ people, has_own }) => [people, has_own])).toEqual([
      [[9], false],
      [[9, 8, OWN], true],
    ]);
  });

  it('keep the loaded ones after a failure, and continue', async () => {
    const { recent, there } = world(Array.from({ length: 1500 }, (_, n) => message(n + 1, `topic ${n}`)));
    await recent.more();
    there.down = true;
    await recent.more();
    expect(recent.cell.get().status).toBe('failed');
    expect(recent.cell.get().list).toHaveLength(1000);
    there.down = false;
    await recent.more();
    expect(recent.cell.get()).toMatchObject({ status: 'ready', found_oldest: true });
    expect(recent.cell.get().list).toHaveLength(1500);
  });

  it('follow new, moved and deleted messages', async () => {
    const { recent, there, names } = world([message(1, 'a'), message(2, 'b'), message(3, 'c')]);
    recent.apply(event({ type: 'message' }), message(4, 'd'));
    expect(names()).toEqual([]);
    const loading = recent.more();
    const late = message(4, 'a');
    recent.apply(event({ type: 'message' }), late);
    await loading;
    expect(names()).toEqual(['a', 'c', 'b']);
    there.all = [message(1, 'a'), message(2, 'b'), message(3, 'moved')];
    recent.apply(event({ type: 'delete_message', message_ids: [4] }), undefined);
    recent.apply(
      event({ type: 'update_message', stream_id: 1, orig_subject: 'c', subject: 'moved', message_ids: [3] }),
      undefined,
    );
    for (let n = 0; n < 10; n++) await settled();
    expect(names()).toEqual(['moved', 'b', 'a']);
    // Changed again while it is looked at.
    there.all = [message(2, 'b'), message(3, 'moved')];
    recent.apply(event({ type: 'delete_message', message_ids: [1] }), undefined);
    there.all = [message(2, 'b')];
    recent.apply(event({ type: 'delete_message', message_ids: [3] }), undefined);
    recent.apply(event({ type: 'delete_message', message_ids: [3] }), undefined);
    for (let n = 0; n < 10; n++) await settled();
    expect(names()).toEqual(['b']);
    recent.apply(event({ type: 'stream', op: 'delete', stream_ids: [1] }), undefined);
    expect(names()).toEqual([]);
  });

  it('are fetched again as far as they were loaded after missed events', async () => {
    const { recent, there, names } = world(Array.from({ length: 3000 }, (_, n) => message(n + 1, `topic ${n}`)));
    await recent.more();
    await recent.more();
    there.all = [...there.all.filter(({ id }) => id !== 2990), message(3001, 'missed')];
    const again = recent.startOver();
    recent.apply(event({ type: 'message' }), message(3002, 'came meanwhile'));
    // What was there is shown until then.
    expect(names()).toHaveLength(2001);
    await again;
    expect(names().slice(0, 2)).toEqual(['came meanwhile', 'missed']);
    expect(names()).not.toContain('topic 2989');
    expect(names().length).toBeGreaterThan(2000);
  });

  it('are quick with 10,000 topics', async () => {
    const { recent } = world(Array.from({ length: 10_000 }, (_, n) => message(n + 1, `topic ${n}`)));
    while (!recent.cell.get().found_oldest) await recent.more();
    const began = performance.now();
    for (let n = 0; n < 20; n++) recent.apply(event({ type: 'message' }), message(10_001 + n, `topic ${n}`));
    expect((performance.now() - began) / 20).toBeLessThan(16);
    expect(recent.cell.get().list).toHaveLength(10_000);
  });
});

it('[WB312] recent conversations have a topic once, however it is spelled', async () => {
  const { recent, names } = world([message(1, 'Über'), message(2, 'u\u0308ber', 9), message(3, 'über')]);
  await recent.more();
  expect(names()).toEqual(['über']);
  expect(recent.has({ kind: 'topic', channel_id: 1, topic: 'ÜBER' })).toBe(true);
});
