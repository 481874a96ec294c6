// Whom a message notifies, decided from facts alone.
import { describe, expect, it } from 'bun:test';
import { INITIAL_USER_SETTINGS, type UserSettings } from '@stoa/contract';
import { findTrigger, isOnline, type Situation } from './notifications.rules.ts';

const settings = (changes: Partial<UserSettings> = {}): UserSettings => ({ ...INITIAL_USER_SETTINGS, ...changes });
const PLAIN: Situation = {
  is_direct: false,
  is_mentioned: false,
  is_topic_mentioned: false,
  is_everyone_mentioned: false,
  visibility_policy: 0,
  is_channel_muted: false,
  channel_setting: null,
  channel_wildcards: null,
  is_read: false,
  is_online: false,
  settings: settings(),
};
const push = (changes: Partial<Situation>) => findTrigger({ ...PLAIN, ...changes }, 'push');
const OFF = settings({ enable_offline_push_notifications: false });
const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3];

describe('push', () => {
  it('[PU10] notifies of direct messages and mentions if enabled', () => {
    expect(push({})).toBeNull();
    expect(push({ is_direct: true })).toBe('direct_message');
    expect(push({ is_mentioned: true })).toBe('mentioned');
    for (const message of [{ is_direct: true }, { is_mentioned: true }, { is_everyone_mentioned: true }])
      expect(push({ ...message, settings: OFF })).toBeNull();
    // A mention notifies even in a muted topic or channel.
    expect(push({ is_mentioned: true, is_channel_muted: true, visibility_policy: MUTED })).toBe('mentioned');
  });

  it('[PU10] notifies of wildcard mentions if enabled and nothing is muted', () => {
    expect(push({ is_everyone_mentioned: true })).toBe('stream_wildcard_mentioned');
    expect(push({ is_topic_mentioned: true })).toBe('topic_wildcard_mentioned');
    const off = { is_everyone_mentioned: true, settings: settings({ wildcard_mentions_notify: false }) };
    expect(push(off)).toBeNull();
    expect(push({ ...off, channel_wildcards: true })).toBe('stream_wildcard_mentioned');
    expect(push({ is_everyone_mentioned: true, channel_wildcards: false })).toBeNull();
    expect(push({ is_everyone_mentioned: true, visibility_policy: MUTED })).toBeNull();
    expect(push({ is_everyone_mentioned: true, is_channel_muted: true })).toBeNull();
    expect(push({ is_everyone_mentioned: true, is_channel_muted: true, visibility_policy: UNMUTED })).toBe(
      'stream_wildcard_mentioned',
    );
    const followed = { visibility_policy: FOLLOWED, is_channel_muted: true, channel_wildcards: false };
    expect(push({ ...followed, is_everyone_mentioned: true })).toBe('stream_wildcard_mentioned_in_followed_topic');
    expect(push({ ...followed, is_topic_mentioned: true })).toBe('topic_wildcard_mentioned_in_followed_topic');
    const unheard = settings({
      enable_followed_topic_wildcard_mentions_notify: false,
      enable_followed_topic_push_notifications: false,
    });
    expect(push({ ...followed, is_everyone_mentioned: true, settings: unheard })).toBeNull();
  });

  it('[PU10] notifies of followed topics and of channels with notifications', () => {
    expect(push({ visibility_policy: FOLLOWED })).toBe('followed_topic');
    expect(push({ visibility_policy: FOLLOWED, is_channel_muted: true, settings: OFF })).toBe('followed_topic');
    const all = settings({ enable_stream_push_notifications: true });
    expect(push({ settings: all })).toBe('stream');
    expect(push({ settings: all, channel_setting: false })).toBeNull();
    expect(push({ channel_setting: true })).toBe('stream');
    expect(push({ channel_setting: true, visibility_policy: MUTED })).toBeNull();
    expect(push({ channel_setting: true, is_channel_muted: true })).toBeNull();
    expect(push({ channel_setting: true, is_channel_muted: true, visibility_policy: UNMUTED })).toBe('stream');
    const quiet = settings({ enable_followed_topic_push_notifications: false });
    expect(push({ visibility_policy: FOLLOWED, settings: quiet })).toBeNull();
    expect(push({ visibility_policy: FOLLOWED, settings: quiet, channel_setting: true })).toBe('stream');
  });

  it('[PU11] notifies nobody who has read it, and online people only if they want it', () => {
    const everything = { is_direct: true, is_mentioned: true, channel_setting: true, visibility_policy: FOLLOWED };
    expect(push({ ...everything, is_read: true })).toBeNull();
    expect(push({ ...everything, is_online: true })).toBe('direct_message');
    const away = settings({ enable_online_push_notifications: false });
    expect(push({ ...everything, is_online: true, settings: away })).toBeNull();
    expect(push({ ...everything, settings: away })).toBe('direct_message');
  });

  it('[PU11] presence decides who is online, otherwise an open window', () => {
    const now = 1_700_000_000_000;
    const at = (seconds_ago: number) => Math.floor(now / 1000) - seconds_ago;
    const online = (active: number | null, polled: number | null, says = true) =>
      isOnline({ active_timestamp: active, last_polled_at: polled, shares_presence: says }, now);
    expect([139, 140, 141].map((ago) => online(at(ago), null))).toEqual([true, true, false]);
    expect(online(null, null)).toBe(false);
    expect(online(at(500), now - 1000)).toBe(false);
    expect(online(null, now - 1000)).toBe(true);
    expect(online(null, now - 141_000)).toBe(false);
    expect(online(at(500), now - 1000, false)).toBe(true);
    expect(online(at(1), now - 500_000, false)).toBe(false);
  });
});

describe('mail', () => {
  it('[PU10] is decided by its own settings, and never sent to online people', () => {
    const mail = (changes: Partial<Situation>) => findTrigger({ ...PLAIN, ...changes }, 'email');
    expect(mail({ is_direct: true, settings: OFF })).toBe('direct_message');
    expect(mail({ is_direct: true, settings: settings({ enable_offline_email_notifications: false }) })).toBeNull();
    expect(mail({ is_direct: true, is_online: true })).toBeNull();
    expect(mail({ settings: settings({ enable_stream_email_notifications: true }) })).toBe('stream');
    expect(mail({ visibility_policy: FOLLOWED })).toBe('followed_topic');
  });
});
