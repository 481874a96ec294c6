// Rows follow their messages, and stay the same objects where their messages do.
import { describe, expect, it } from 'bun:test';
import type { View } from '../../base/views/view.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { type Row, RowBuilder } from './rows.ts';

const DAY_S = 24 * 60 * 60;
const NOON_S = 1_800_014_400;

function message(id: number, changes: Partial<StoredMessage> = {}): StoredMessage {
  const message = { id, sender_id: 8, stream_id: 1, subject: 'a', timestamp: NOON_S + id, flags: [] };
  return { ...message, is_me_message: false, ...changes } as unknown as StoredMessage;
}
const topic: View = { kind: 'topic', channel_id: 1, topic: 'a' };
const kinds = (rows: readonly Row[]) =>
  rows.map((row) => (row.kind === 'message' ? `${row.message.id}${row.grouped ? '+' : ''}` : row.kind)).join(' ');

describe('[WB116] rows', () => {
  it('group messages of one author, and separate days, conversations and new messages', () => {
    const messages = [
      message(1),
      message(2),
      message(3, { sender_id: 9 as never }),
      message(4, { sender_id: 9 as never, subject: 'b' }),
      message(5, { sender_id: 9 as never, subject: 'b', timestamp: NOON_S + DAY_S }),
    ];
    expect(kinds(new RowBuilder(topic, 7, 2).build(messages, []))).toBe('date 1 new 2 3 4+ date 5');
    expect(kinds(new RowBuilder({ kind: 'feed' }, 7, null).build(messages, []))).toBe(
      'date heading 1 2+ 3 heading 4 date heading 5',
    );
  });

  it('are the same objects up to the first message that changed', () => {
    const builder = new RowBuilder({ kind: 'feed' }, 7, null);
    const messages = Array.from({ length: 50 }, (_, at) => message(at, { subject: at < 25 ? 'a' : 'b' }));
    const before = builder.build(messages, []);
    const more = builder.build([...messages, message(50, { subject: 'c' })], []);
    expect(more.slice(0, before.length).every((row, at) => row === before[at])).toBe(true);
    expect(kinds(more.slice(before.length))).toBe('heading 50');
    const changed = [...messages];
    changed[30] = message(30, { subject: 'b', flags: ['read'] });
    const after = builder.build(changed, []);
    expect(after.findIndex((row, at) => row !== before[at])).toBe(before.findIndex(({ key }) => key === '30'));
    expect(kinds(after)).toBe(kinds(before));
  });

  it('disappear with their messages, wherever those were', () => {
    const messages = Array.from({ length: 9 }, (_, at) => message(at));
    for (let gone = 0; gone < messages.length; gone += 1) {
      const builder = new RowBuilder(topic, 7, 4);
      builder.build(messages, []);
      const left = messages.filter(({ id }) => id !== gone);
      expect(kinds(builder.build(left, []))).toBe(kinds(new RowBuilder(topic, 7, 4).build(left, [])));
      expect(kinds(builder.build(messages, []))).toBe(kinds(new RowBuilder(topic, 7, 4).build(messages, [])));
    }
  });
});
