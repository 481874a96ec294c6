// Whether a new message notifies the reader, why, and by which means. Pure.
import type { State } from '../state/state.ts';
import type { StoredMessage } from './message-store.ts';
import { policyOf } from './topic-policy.ts';

export type Reason = 'direct' | 'mention' | 'alert_word' | 'wildcard' | 'followed' | 'channel';

export interface NotificationDecision {
  readonly reason: Reason;
  readonly desktop: boolean;
  readonly sound: boolean;
}

const MUTED = 1;
const UNMUTED = 2;
const FOLLOWED = 3;
const WILDCARDS = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

type ReaderState = Pick<State, 'user_id' | 'user_settings' | 'user_topics' | 'subscriptions' | 'muted_users'>;

/** Null if the message is no reason for a notification. */
export function decideNotification(message: StoredMessage, state: ReaderState): NotificationDecision | null {
  const { flags, sender_id, stream_id, subject } = message;
  const { user_settings: settings, subscriptions, muted_users, user_id } = state;
  if (sender_id === user_id || flags.includes('read')) return null;
  if (muted_users.some(({ id }) => id === sender_id)) return null;
  const personal = (reason: Reason) =>
    some({ reason, desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds });
  if (stream_id === undefined) return personal('direct');
  // Mentions by name notify even in muted topics.
  if (flags.includes('mentioned')) return personal('mention');
  const channel = subscriptions.find((subscription) => subscription.stream_id === stream_id);
  if (!channel) return null;
  const policy = policyOf(state, stream_id, subject);
  const followed = policy === FOLLOWED;
  if (policy === MUTED || (channel.is_muted && policy !== UNMUTED && !followed)) return null;
  if (flags.includes('has_alert_word')) return personal('alert_word');
  const everybody = flags.some((flag) => WILDCARDS.includes(flag));
  const enabled = channel.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  if (everybody && (enabled || (followed && settings.enable_followed_topic_wildcard_mentions_notify)))
    return personal('wildcard');
  return (
    (followed
      ? some({
          reason: 'followed',
          desktop: settings.enable_followed_topic_desktop_notifications,
          sound: settings.enable_followed_topic_audible_notifications,
        })
      : null) ??
    some({
      reason: 'channel',
      desktop: channel.desktop_notifications ?? settings.enable_stream_desktop_notifications,
      sound: channel.audible_notifications ?? settings.enable_stream_audible_notifications,
    })
  );
}

const some = (decision: NotificationDecision): NotificationDecision | null =>
  decision.desktop || decision.sound ? decision : null;
