// Which visibility policy wins, and which one an account's settings ask for. Pure.
import {
  BadRequest,
  MAX_TOPIC_LENGTH,
  type UserSettings,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import { normalizeTopic } from '../message-rules/topics.rules.ts';

const { none, muted, unmuted, followed } = VISIBILITY_POLICY;
/** From least to most visible. */
const BY_VISIBILITY: readonly VisibilityPolicy[] = [muted, none, unmuted, followed];

/** Validates a topic for a policy: unlike a topic to send to, it is refused if too long, not cut. [UT2] */
export function checkTopic(topic: string): string {
  if ([...topic.trim()].length > MAX_TOPIC_LENGTH)
    throw BadRequest(`topic is too long (limit: ${MAX_TOPIC_LENGTH} characters)`);
  return normalizeTopic(topic);
}

/** When topics merge, the more visible policy stays. [UT8] */
export function mergedPolicy(a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy {
  return BY_VISIBILITY.indexOf(a) > BY_VISIBILITY.indexOf(b) ? a : b;
}

/** An action of an account in a topic; each includes those before it. */
export type TopicAction = 'participated' | 'sent' | 'started';
const TOPIC_ACTIONS: readonly TopicAction[] = ['participated', 'sent', 'started'];

/** Values of the two settings. */
const NEVER = 4;

/** The policy that the account's settings ask for after an action; null for none. [UT5] */
export function policyAfter(
  action: TopicAction,
  settings: Pick<
    UserSettings,
    'automatically_follow_topics_policy' | 'automatically_unmute_topics_in_muted_streams_policy'
  >,
  channel_is_muted: boolean,
): VisibilityPolicy | null {
  const includes = (setting: number) => setting !== NEVER && setting <= TOPIC_ACTIONS.indexOf(action) + 1;
  if (includes(settings.automatically_follow_topics_policy)) return followed;
  if (channel_is_muted && includes(settings.automatically_unmute_topics_in_muted_streams_policy)) return unmuted;
  return null;
}

/** Whether an action may replace the current policy: it never makes a topic less visible. [UT5] */
export function mayReplace(current: VisibilityPolicy, wanted: VisibilityPolicy): boolean {
  return current !== wanted && current !== followed;
}
