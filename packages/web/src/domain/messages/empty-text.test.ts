// The text of an empty list of messages.
import { expect, it } from 'bun:test';
import type { Channel, InitialState } from '@stoa/contract';
import type { State } from '../../model/state/state.ts';
import { visitorState } from '../../model/state/visitor-state.ts';
import { emptyText, unknownOperator } from './empty-text.ts';

it('[WB93] an empty conversation invites a first message only where its reader may write', () => {
  const stateOf = (is_archived: boolean) =>
    ({
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: is_archived ? [{ stream_id: 1, is_archived }] : [],
      realm_users: [{ user_id: 8, is_active: true, is_bot: true }],
      realm_non_active_users: [{ user_id: 9, is_active: false, is_bot: true }],
      cross_realm_bots: [],
    }) as unknown as State;
  const topic = { kind: 'topic', channel_id: 1, topic: 'a' } as const;
  expect(emptyText(stateOf(true), topic)).toBe('nothing_here');
  expect(emptyText(stateOf(false), topic)).toBe('nothing_here_conversation');
  expect(emptyText(stateOf(true), { kind: 'direct', user_ids: [8] })).toBe('nothing_here_conversation');
  expect(emptyText(stateOf(true), { kind: 'direct', user_ids: [9] })).toBe('nothing_here');
  expect(emptyText(stateOf(true), { kind: 'channel', channel_id: 1 })).toBe('nothing_here');
  expect(emptyText(stateOf(false), { kind: 'channel', channel_id: 1 })).toBe('nothing_here_channel');
});

it('[WB923] an empty list of stars or mentions says what would be in it', () => {
  const state = {} as State;
  expect(emptyText(state, { kind: 'starred' })).toBe('nothing_here_starred');
  expect(emptyText(state, { kind: 'mentions' })).toBe('nothing_here_mentions');
  expect(emptyText(state, { kind: 'feed' })).toBe('nothing_here');
});

it('[WB285] an empty place invites visitors to no message', () => {
  const state = visitorState({
    registered: {} as InitialState,
    streams: [{ stream_id: 7, is_web_public: true, can_send_message_group: 4 } as unknown as Channel],
    members: [],
  });
  expect(emptyText(state, { kind: 'channel', channel_id: 7 })).toBe('nothing_here');
  expect(emptyText(state, { kind: 'topic', channel_id: 7, topic: 'news' })).toBe('nothing_here');
});

it('[WB996] names what looks like an operator and is none', () => {
  const found = (operand: string) =>
    unknownOperator({ kind: 'search', terms: [{ operator: 'search', operand, negated: false }] });
  expect(found('form:noor')).toBe('form');
  expect(found('soup -before:2026-12-01')).toBe('before');
  for (const text of ['soup', 'https://example.com', 'at 12:30', 'note: soup', 'a:b', 'soup:'])
    expect(found(text)).toBeNull();
  expect(unknownOperator({ kind: 'inbox' })).toBeNull();
});
