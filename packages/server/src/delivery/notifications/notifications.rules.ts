// Whether and why a message notifies somebody who is not looking. Shared by push and mail. Pure.
import { LIMITS, type UserSettings } from '@stoa/contract';

/** The reason of a notification, the strongest first. */
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

/** How long after the last activity an account counts as online. */
const ONLINE_MS = LIMITS.server_presence_offline_threshold_seconds * 1000;

export interface Activity {
  /** In seconds. */
  readonly active_timestamp: number | null;
  /** In milliseconds. */
  readonly last_polled_at: number | null;
  /** The account shares its presence. */
  readonly shares_presence: boolean;
}

/**
 * Since when somebody is away, in milliseconds. Presence decides where it is shared: an open window may be on an unattended
 * computer, so it counts only for accounts that do not share presence. [PU11]
 */
export function awayFrom({ active_timestamp, last_polled_at, shares_presence }: Activity): number {
  const last = shares_presence && active_timestamp !== null ? active_timestamp * 1000 : last_polled_at;
  return last === null ? 0 : last + ONLINE_MS + 1;
}

export function isOnline(activity: Activity, now: number): boolean {
  return awayFrom(activity) > now;
}

/** One message and one recipient other than its sender. */
export interface Situation {
  readonly is_direct: boolean;
  /** Mentioned by name, or as a member of a group. */
  readonly is_mentioned: boolean;
  /** Mentioned as a participant of the topic. */
  readonly is_topic_mentioned: boolean;
  /** Mentioned by a wildcard for everybody. */
  readonly is_everyone_mentioned: boolean;
  readonly visibility_policy: number;
  readonly is_channel_muted: boolean;
  /** The recipient's setting of the channel; null inherits. */
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

/** The reason to notify somebody, or null. [PU10] [PU11] */
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

/** Muted conversations notify only of mentions by name. */
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

/** The content of a notification before encryption. */
export type Payload = Readonly<Record<string, unknown>> & { readonly type: 'message' | 'remove' | 'test' };
