// Who is said to be typing.
import { expect, it } from 'bun:test';
import { keyOf } from '../../base/views/view.ts';
import { TypingNotices } from './typing-notices.ts';

const typing = (sender: number, op: 'start' | 'stop') =>
  ({ type: 'typing', op, sender: { user_id: sender }, recipients: [{ user_id: 1 }, { user_id: 2 }] }) as never;
const editing = (sender_id: number) =>
  ({ type: 'typing_edit_message', op: 'start', sender_id, message_id: 7 }) as never;

it("[WB87] others are typing until they stop or the server's expiry passes, never the reader", async () => {
  const notices = new TypingNotices(20, 1);
  const there = () => notices.cell.get().get('#narrow/dm/2') ?? [];
  notices.apply(typing(1, 'start'));
  notices.applyEditing(editing(1));
  expect([there(), notices.editing.get().get(7)]).toEqual([[], undefined]);
  notices.apply(typing(2, 'start'));
  notices.applyEditing(editing(2));
  expect([there(), notices.editing.get().get(7)]).toEqual([[2], [2]]);
  notices.apply(typing(2, 'stop'));
  expect(there()).toEqual([]);
  notices.apply(typing(2, 'start'));
  for (let tries = 0; tries < 500 && there().length > 0; tries++) await Bun.sleep(10);
  expect(there()).toEqual([]);
});

it('[WB312] others are typing in a topic in every spelling', () => {
  const notices = new TypingNotices(1000, 1);
  const event = { type: 'typing', op: 'start', sender: { user_id: 2 }, stream_id: 1, topic: 'Über' };
  notices.apply(event as never);
  expect(notices.cell.get().get(keyOf({ kind: 'topic', channel_id: 1, topic: 'über' }))).toEqual([2]);
  notices.apply({ ...event, op: 'stop' } as never);
});
