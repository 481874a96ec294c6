// Unread messages by conversation.
import { expect, it } from 'bun:test';
import { keyOf } from '../../base/views/view.ts';
import type { State } from './state.ts';
import { unreadCounts } from './unread.ts';

it('[WB312] the unread messages of a topic count together, however it is spelled', () => {
  const streams = [
    { stream_id: 1, topic: 'Über', unread_message_ids: [2, 5] },
    { stream_id: 1, topic: 'über', unread_message_ids: [3] },
    { stream_id: 2, topic: 'über', unread_message_ids: [4] },
  ];
  const unread_msgs = { streams, pms: [], huddles: [], mentions: [3] };
  const counts = unreadCounts({ user_id: 7, subscriptions: [], user_topics: [], unread_msgs } as unknown as State);
  expect(counts.conversations).toHaveLength(2);
  expect(counts.byKey.get(keyOf({ kind: 'topic', channel_id: 1, topic: 'ÜBER' }))).toMatchObject({
    view: { topic: 'Über' },
    ids: [2, 3, 5],
    newest: 5,
    count: 3,
    mentioned: true,
  });
  expect([...counts.byChannel]).toEqual([
    [1, 3],
    [2, 1],
  ]);
});
