// What an event does not change stays the same object, so that nothing is rendered or computed again because of it.
import { describe, expect, it } from 'bun:test';
import { type ClientState, type ReceivedEvent, reduce } from '@stoa/contract';
import { derived } from '../base/cells/cell.ts';
import type { State } from '../model/state/state.ts';
import { unreadCounts } from '../model/state/unread.ts';

const channel = (stream_id: number) => ({
  stream_id,
  name: `channel ${stream_id}`,
  first_message_id: stream_id === 9 ? null : 1,
  is_recently_active: stream_id !== 9,
  is_muted: false,
});

const before = {
  user_id: 7,
  max_message_id: 10,
  realm_users: [{ user_id: 7 }, { user_id: 8 }],
  realm_non_active_users: [],
  cross_realm_bots: [],
  subscriptions: [channel(1), channel(2), channel(9)],
  unsubscribed: [],
  never_subscribed: [channel(3)],
  user_topics: [],
  starred_messages: [4],
  drafts: [],
  unread_msgs: {
    count: 1,
    pms: [],
    streams: [{ stream_id: 1, topic: 'a', unread_message_ids: [5] }],
    huddles: [],
    mentions: [],
  },
} as unknown as ClientState;

const message = (stream_id: number, flags: string[] = []) =>
  ({
    type: 'message',
    id: 1,
    flags,
    message: { id: 11, type: 'stream', stream_id, subject: 'a', sender_id: 8 },
  }) as unknown as ReceivedEvent;
const edit = {
  type: 'update_message',
  message_id: 5,
  message_ids: [5],
  content: 'x',
  rendered_content: '<p>x</p>',
  flags: [],
};

/** The fields whose value an event changed. */
function changedBy(event: ReceivedEvent): string[] {
  const after = reduce(before, event);
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

describe('[WB84] an event changes only the state it concerns', () => {
  it('a message changes unread counts, not channels', () => {
    expect(changedBy(message(1)).sort()).toEqual(['max_message_id', 'unread_msgs']);
    expect(changedBy(message(1, ['read']))).toEqual(['max_message_id']);
  });

  it('the first message of a channel changes only that channel', () => {
    const after = reduce(before, message(9)) as unknown as State;
    const old = before as unknown as State;
    expect(after.subscriptions[2]).toMatchObject({ first_message_id: 11, is_recently_active: true });
    expect(after.subscriptions[0]).toBe(old.subscriptions[0]!);
    expect(after.never_subscribed).toBe(old.never_subscribed);
  });

  it('an edit that mentions nobody, a typing notice and a reaction change nothing', () => {
    expect(changedBy({ ...edit, id: 2 } as unknown as ReceivedEvent)).toEqual([]);
    for (const type of ['typing', 'reaction', 'submessage'])
      expect(changedBy({ type, id: 2, op: 'start' } as unknown as ReceivedEvent)).toEqual([]);
  });

  it('unread counts are computed only when unread messages have changed', () => {
    const state = before as unknown as State;
    const counts = unreadCounts(state);
    expect(unreadCounts(reduce(before, message(1, ['read'])) as unknown as State)).toBe(counts);
    const next = unreadCounts(reduce(before, message(1)) as unknown as State);
    expect([counts.total, next.total]).toEqual([1, 2]);
  });
});

describe('[WB81] derived values', () => {
  it('are computed once per object', () => {
    let made = 0;
    const length = derived((list: readonly number[]) => {
      made++;
      return list.length;
    });
    const list = [1, 2];
    expect([length(list), length(list), length([3])]).toEqual([2, 2, 1]);
    expect(made).toBe(2);
  });
});
