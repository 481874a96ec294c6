// Who is reported as missing in a channel follows those who join and leave it.
import { describe, expect, it } from 'bun:test';
import type { ReceivedEvent } from '@stoa/contract';
import { Cell, Signal } from '../../base/cells/cell.ts';
import type { Engine } from '../../model/engine/engine.ts';
import { knownSubscribers, learnSubscribers } from './known-subscribers.ts';

const OWN_ID = 1;
let channel_id = 0;

function start(subscribers: number[]) {
  const applied: Engine['applied'] = new Signal();
  const epoch = new Cell(0);
  let calls = 0;
  let answer = () => Promise.resolve();
  const client = {
    async getSubscribers() {
      calls++;
      const seen = [...subscribers];
      await answer();
      return { subscribers: seen };
    },
  };
  const engine = { applied, epoch, own_id: OWN_ID, client } as unknown as Parameters<typeof learnSubscribers>[0];
  const id = ++channel_id;
  return {
    id,
    subscribers,
    learn: () => learnSubscribers(engine, id),
    known: () => [...(knownSubscribers(id) ?? [])],
    emit: (op: string, fields: object) =>
      applied.emit({
        event: { id: 1, type: 'subscription', op, ...fields } as unknown as ReceivedEvent,
        message: undefined,
      }),
    missEvents: () => epoch.set(epoch.get() + 1),
    calls: () => calls,
    hold(until: Promise<void>) {
      answer = () => until;
    },
  };
}

describe('[WB961] the known subscribers of a channel', () => {
  it('[WB961] follow those who join and leave, among them the reader', async () => {
    const { id, learn, known, emit, calls } = start([2]);
    await learn();
    emit('peer_add', { stream_ids: [id], user_ids: [3, 4] });
    emit('peer_remove', { stream_ids: [id, 900], user_ids: [2] });
    expect(known()).toEqual([3, 4]);
    emit('add', { subscriptions: [{ stream_id: id }] });
    expect(known()).toEqual([3, 4, OWN_ID]);
    emit('remove', { subscriptions: [{ stream_id: id }] });
    await learn();
    expect(known()).toEqual([3, 4]);
    expect(calls()).toBe(1);
  });

  it('[WB961] are fetched again if somebody came meanwhile, and after missed events', async () => {
    const { id, subscribers, learn, known, emit, missEvents, calls, hold } = start([2]);
    const { promise, resolve } = Promise.withResolvers<void>();
    hold(promise);
    const learned = learn();
    subscribers.push(3);
    emit('peer_add', { stream_ids: [id], user_ids: [3] });
    resolve();
    await learned;
    expect(known()).toEqual([2, 3]);
    expect(calls()).toBe(2);
    missEvents();
    expect(known()).toEqual([]);
    await learn();
    expect(known()).toEqual([2, 3]);
  });
});
