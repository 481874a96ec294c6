// Why nothing can be sent to a topic or to people, shown before somebody writes in vain. Pure.
import { holdsRealmPermission, ROLE } from '@stoa/contract';
import type { TextKey } from '../../base/text/text.ts';
import { findChannel, findPerson, type State } from '../../model/state/state.ts';
import { mayBeginTopics, mayRead, maySend, topicsPolicy } from './channel-permissions.ts';

export type Obstacle = Extract<TextKey, `cannot_send_${string}`>;

interface Target {
  readonly channel_id: number;
  /** Null until one is chosen. */
  readonly topic: string | null;
  /** The topic has no messages, as far as the client knows. */
  readonly is_new?: boolean;
}

export function sendingObstacle(state: State, { channel_id, topic, is_new = false }: Target): Obstacle | null {
  const channel = findChannel(state, channel_id);
  if (!channel) return null;
  if (channel.is_archived) return 'cannot_send_archived';
  if (!mayRead(state, channel)) return 'cannot_send_no_access';
  if (!maySend(state, channel)) return 'cannot_send_no_permission';
  if (topic === null) return null;
  const policy = topicsPolicy(state, channel);
  const is_empty = topic.trim() === '';
  if (is_empty && policy === 'disable_empty_topic') return 'cannot_send_topic_needed';
  if (!is_empty && policy === 'empty_topic_only') return 'cannot_send_no_topics';
  if (is_new && !mayBeginTopics(state, channel)) return 'cannot_send_no_new_topics';
  return null;
}

/** All must be known and active. At least one recipient must be allowed to receive direct messages; bots always are. */
export function directObstacle(state: State, user_ids: readonly number[]): Obstacle | null {
  if (user_ids.some((id) => !findPerson(state, id))) return 'cannot_send_no_person';
  const others = user_ids
    .flatMap((id) => findPerson(state, id) ?? [])
    .filter((person) => person.user_id !== state.user_id);
  if (others.some(({ is_active }) => !is_active)) return 'cannot_send_deactivated';
  if (others.every(({ is_bot }) => is_bot)) return null;
  const may = (person: { user_id: number; role: number }) =>
    holdsRealmPermission(
      { ...state, user_id: person.user_id, is_guest: person.role === ROLE.guest },
      'direct_message_permission_group',
    );
  const allowed = holdsRealmPermission(state, 'direct_message_permission_group') || others.some(may);
  return allowed ? null : 'cannot_send_no_direct';
}
