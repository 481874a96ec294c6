// Whether a message is worth calling somebody who is not looking, and why. Pure; push and mail decide alike.
import { LIMITS, type UserSettings } from '@stoa/contract';

/** Why somebody is called, the weightiest reason first. */
export type Trigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic'
  | 'stream';

export type Medium = 'push' | 'email';

/** The values of `visibility_policy`. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Whoever was there so lately is there. */
const ONLINE_MS = LIMITS.server_presence_offline_threshold_seconds * 1000;

export interface Seen {
  /** Seconds. */
  readonly active_timestamp: number | null;
  /** Milliseconds. */
  readonly last_polled_at: number | null;
  /** They tell their presence. */
  readonly says: boolean;
}

/**
 * From when on somebody is not looking any more, in milliseconds: clients say so by presence. An open window says nothing
 * where they do, for it may be a window on an empty desk; only of who does not tell their presence is it asked. [PU11]
 */
export function awayFrom({ active_timestamp, last_polled_at, says }: Seen): number {
  const last = says && active_timestamp !== null ? active_timestamp * 1000 : last_polled_at;
  return last === null ? 0 : last + ONLINE_MS + 1;
}

export function isOnline(seen: Seen, now: number): boolean {
  return awayFrom(seen) > now;
}

/** One message and one person who received it and did not send it. */
export interface Situation {
  readonly is_direct: boolean;
  /** By name, or as a member of a group. */
  readonly is_mentioned: boolean;
  /** As a participant of the topic. */
  readonly is_topic_mentioned: boolean;
  /** As everybody who received it. */
  readonly is_everyone_mentioned: boolean;
  readonly visibility_policy: number;
  readonly is_channel_muted: boolean;
  /** What they set for the channel; null inherits. */
  readonly channel_setting: boolean | null;
  readonly channel_wildcards: boolean | null;
  readonly is_read: boolean;
  readonly is_online: boolean;
  readonly settings: UserSettings;
}

interface MediumSettings {
  readonly direct_and_mentions: boolean;
  readonly while_online: boolean;
  readonly followed_topics: boolean;
  readonly channels: boolean;
}

function settingsOf(settings: UserSettings, medium: Medium): MediumSettings {
  return medium === 'push'
    ? {
        direct_and_mentions: settings.enable_offline_push_notifications,
        while_online: settings.enable_online_push_notifications,
        followed_topics: settings.enable_followed_topic_push_notifications,
        channels: settings.enable_stream_push_notifications,
      }
    : {
        direct_and_mentions: settings.enable_offline_email_notifications,
        while_online: false,
        followed_topics: settings.enable_followed_topic_email_notifications,
        channels: settings.enable_stream_email_notifications,
      };
}

/** The reason to call somebody, or null where there is none. [PU10] [PU11] */
export function findTrigger(situation: Situation, medium: Medium): Trigger | null {
  const wants = settingsOf(situation.settings, medium);
  if (situation.is_read) return null;
  if (situation.is_online && !wants.while_online) return null;
  if (situation.is_direct) return wants.direct_and_mentions ? 'direct_message' : null;
  if (situation.is_mentioned && wants.direct_and_mentions) return 'mentioned';
  return (wants.direct_and_mentions ? wildcardTrigger(situation) : null) ?? subscriptionTrigger(situation, wants);
}

function isFollowed({ visibility_policy }: Situation): boolean {
  return visibility_policy === POLICY.followed;
}

/** What is muted calls nobody, except by their name. */
function isMuted({ visibility_policy, is_channel_muted }: Situation): boolean {
  return visibility_policy === POLICY.muted || (is_channel_muted && visibility_policy === POLICY.none);
}

function wildcardTrigger(situation: Situation): Trigger | null {
  const { settings, is_topic_mentioned, is_everyone_mentioned, channel_wildcards } = situation;
  if (!is_topic_mentioned && !is_everyone_mentioned) return null;
  if (isFollowed(situation) && settings.enable_followed_topic_wildcard_mentions_notify)
    return is_topic_mentioned
      ? 'topic_wildcard_mentioned_in_followed_topic'
      : 'stream_wildcard_mentioned_in_followed_topic';
  if (isMuted(situation) || !(channel_wildcards ?? settings.wildcard_mentions_notify)) return null;
  return is_topic_mentioned ? 'topic_wildcard_mentioned' : 'stream_wildcard_mentioned';
}

function subscriptionTrigger(situation: Situation, wants: MediumSettings): Trigger | null {
  if (isFollowed(situation) && wants.followed_topics) return 'followed_topic';
  if (isMuted(situation)) return null;
  return (situation.channel_setting ?? wants.channels) ? 'stream' : null;
}

/** What a device is told, before it is encrypted. */
export type Payload = Readonly<Record<string, unknown>> & { readonly type: 'message' | 'remove' | 'test' };
