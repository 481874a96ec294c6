// What a reader is told of, by the settings that say so.
import { describe, expect, it } from 'bun:test';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import { decideNotification } from '../../model/messages/notification-reasons.ts';
import type { State } from '../../model/state/state.ts';
import { badgeCount } from './badge-count.ts';

const ME = 7;
type Settings = Partial<State['user_settings']>;

function stateWith(settings: Settings = {}, parts: Partial<Record<keyof State, unknown>> = {}): State {
  return {
    user_id: ME,
    user_settings: {
      enable_desktop_notifications: true,
      enable_sounds: true,
      enable_stream_desktop_notifications: false,
      enable_stream_audible_notifications: false,
      enable_followed_topic_desktop_notifications: true,
      enable_followed_topic_audible_notifications: false,
      wildcard_mentions_notify: true,
      enable_followed_topic_wildcard_mentions_notify: true,
      desktop_icon_count_display: 1,
      ...settings,
    },
    user_topics: [],
    muted_users: [],
    subscriptions: [channel(1)],
    unread_msgs: { count: 0, pms: [], huddles: [], streams: [], mentions: [] },
    ...parts,
  } as unknown as State;
}

const channel = (stream_id: number, more: object = {}) => ({
  stream_id,
  is_muted: false,
  desktop_notifications: null,
  audible_notifications: null,
  wildcard_mentions_notify: null,
  ...more,
});
const topic = (visibility_policy: number) => ({
  user_topics: [{ stream_id: 1, topic_name: 'Lunch', visibility_policy }],
});
const messageWith = (flags: string[] = [], more: object = {}) =>
  ({ id: 9, sender_id: 8, stream_id: 1, subject: 'lunch', flags, ...more }) as unknown as StoredMessage;
const direct = (more: object = {}) => messageWith([], { stream_id: undefined, subject: '', ...more });
const decisionOf = (message: StoredMessage, state: State) => {
  const decision = decideNotification(message, state);
  return decision && [decision.reason, decision.desktop, decision.sound];
};

describe('[WB83] a notification', () => {
  it('is shown for direct messages and mentions, as the settings say', () => {
    expect(decisionOf(direct(), stateWith())).toEqual(['direct', true, true]);
    expect(decisionOf(direct(), stateWith({ enable_desktop_notifications: false }))).toEqual(['direct', false, true]);
    expect(decisionOf(direct(), stateWith({ enable_desktop_notifications: false, enable_sounds: false }))).toBeNull();
    expect(decisionOf(messageWith(['mentioned']), stateWith({ enable_sounds: false }))).toEqual([
      'mention',
      true,
      false,
    ]);
    expect(decisionOf(messageWith(['has_alert_word']), stateWith())).toEqual(['alert_word', true, true]);
  });

  it("is never shown for own, read or muted people's messages", () => {
    expect(decisionOf(direct({ sender_id: ME }), stateWith())).toBeNull();
    expect(decisionOf(direct({ flags: ['read'] }), stateWith())).toBeNull();
    expect(decisionOf(direct(), stateWith({}, { muted_users: [{ id: 8, timestamp: 1 }] }))).toBeNull();
    expect(decisionOf(messageWith(['mentioned'], { sender_id: ME }), stateWith())).toBeNull();
  });

  it('is shown for channels only if chosen, for all or for one', () => {
    expect(decisionOf(messageWith(), stateWith())).toBeNull();
    expect(decisionOf(messageWith(), stateWith({ enable_stream_desktop_notifications: true }))).toEqual([
      'channel',
      true,
      false,
    ]);
    const loud = { subscriptions: [channel(1, { desktop_notifications: true, audible_notifications: true })] };
    expect(decisionOf(messageWith(), stateWith({}, loud))).toEqual(['channel', true, true]);
    const quiet = { subscriptions: [channel(1, { desktop_notifications: false })] };
    expect(decisionOf(messageWith(), stateWith({ enable_stream_desktop_notifications: true }, quiet))).toBeNull();
    expect(
      decisionOf(messageWith(), stateWith({ enable_stream_desktop_notifications: true }, { subscriptions: [] })),
    ).toBeNull();
  });

  it('is shown for followed topics, ignoring case', () => {
    expect(decisionOf(messageWith(), stateWith({}, topic(3)))).toEqual(['followed', true, false]);
    const off = { enable_followed_topic_desktop_notifications: false };
    expect(decisionOf(messageWith(), stateWith(off, topic(3)))).toBeNull();
    expect(
      decisionOf(messageWith(), stateWith({ ...off, enable_stream_desktop_notifications: true }, topic(3))),
    ).toEqual(['channel', true, false]);
  });

  it('is shown for wildcard mentions, unless off for the channel; followed topics have their own setting', () => {
    const everybody = messageWith(['stream_wildcard_mentioned']);
    expect(decisionOf(everybody, stateWith())).toEqual(['wildcard', true, true]);
    expect(decisionOf(everybody, stateWith({ wildcard_mentions_notify: false }))).toBeNull();
    const never = { subscriptions: [channel(1, { wildcard_mentions_notify: false })] };
    expect(decisionOf(everybody, stateWith({}, never))).toBeNull();
    expect(decisionOf(everybody, stateWith({}, { ...never, ...topic(3) }))).toEqual(['wildcard', true, true]);
  });

  it('is shown in muted conversations only for personal mentions', () => {
    const muted = { subscriptions: [channel(1, { is_muted: true, desktop_notifications: true })] };
    for (const state of [stateWith({}, topic(1)), stateWith({}, muted)]) {
      expect(decisionOf(messageWith(), state)).toBeNull();
      expect(decisionOf(messageWith(['has_alert_word']), state)).toBeNull();
      expect(decisionOf(messageWith(['stream_wildcard_mentioned']), state)).toBeNull();
      expect(decisionOf(messageWith(['mentioned']), state)).toEqual(['mention', true, true]);
    }
    expect(decisionOf(messageWith(), stateWith({}, { ...muted, ...topic(2) }))).toEqual(['channel', true, false]);
    expect(decisionOf(messageWith(), stateWith({}, { ...muted, ...topic(3) }))).toEqual(['followed', true, false]);
  });
});

describe('[WB83] the number in the title', () => {
  const unread = {
    count: 6,
    pms: [{ other_user_id: 8, sender_id: 8, unread_message_ids: [1, 2] }],
    huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [3] }],
    streams: [
      { stream_id: 1, topic: 'lunch', unread_message_ids: [4, 5] },
      { stream_id: 1, topic: 'other', unread_message_ids: [6] },
    ],
    mentions: [2, 6],
  };
  const count = (desktop_icon_count_display: 1 | 2 | 3 | 4) =>
    badgeCount(stateWith({ desktop_icon_count_display }, { unread_msgs: unread, ...topic(3) }));

  it('counts all, unmuted, personal messages, or none', () => {
    expect(count(1)).toBe(6);
    expect(count(2)).toBe(6);
    expect(count(3)).toBe(4);
    expect(count(4)).toBe(0);
    const muted = { unread_msgs: unread, ...topic(1) };
    expect(badgeCount(stateWith({ desktop_icon_count_display: 1 }, muted))).toBe(4);
    expect(badgeCount(stateWith({ desktop_icon_count_display: 2 }, muted))).toBe(4);
  });
});
