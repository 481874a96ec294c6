// What a reader chose for a topic: muted, unmuted, followed, or nothing. Pure.
import type { State } from '../state/state.ts';
import { sameTopic } from './conversations.ts';

export function policyOf({ user_topics }: Pick<State, 'user_topics'>, channel_id: number, topic: string): number {
  const row = user_topics.find((policy) => policy.stream_id === channel_id && sameTopic(policy.topic_name, topic));
  return row?.visibility_policy ?? 0;
}
