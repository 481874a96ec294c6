// Whether a message belongs to a view, as far as the client can tell; null where only the server knows.

import { topicKey } from '@stoa/contract/topics';
import { keyOf, type View } from '../../base/views/view.ts';
import { isTopicMuted, type State } from '../state/state.ts';
import type { StoredMessage } from './message-store.ts';

/** Whether two names are spellings of one topic. */
export const sameTopic = (a: string, b: string) => topicKey(a) === topicKey(b);

/** The participants of a direct message besides the reader. */
export function othersOf(message: StoredMessage, own_id: number): number[] {
  const { display_recipient } = message;
  if (typeof display_recipient === 'string') return [];
  return display_recipient
    .map(({ id }) => id as number)
    .filter((id) => id !== own_id)
    .sort((a, b) => a - b);
}

const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

export function matches(message: StoredMessage, view: View, state: State): boolean | null {
  switch (view.kind) {
    case 'feed':
      return message.stream_id === undefined || !isTopicMuted(state, message.stream_id, message.subject);
    case 'channel':
      return message.stream_id === view.channel_id;
    case 'topic':
      return message.stream_id === view.channel_id && sameTopic(message.subject, view.topic);
    case 'direct':
      return message.stream_id === undefined && othersOf(message, state.user_id).join() === view.user_ids.join();
    case 'mentions':
      return message.flags.some((flag) => MENTIONS.includes(flag));
    case 'starred':
      return message.flags.includes('starred');
    case 'search':
      return null;
    default:
      return false;
  }
}

const keys = new WeakMap<StoredMessage, string>();

/** The key of a message's conversation; computed once per message. */
export function conversationKey(message: StoredMessage, own_id: number): string {
  let key = keys.get(message);
  if (key === undefined) {
    key = keyOf(conversationOf(message, own_id));
    keys.set(message, key);
  }
  return key;
}

/** The view of a message's conversation. */
export function conversationOf(message: StoredMessage, own_id: number): Extract<View, { kind: 'topic' | 'direct' }> {
  if (message.stream_id !== undefined) return { kind: 'topic', channel_id: message.stream_id, topic: message.subject };
  return { kind: 'direct', user_ids: othersOf(message, own_id) };
}
