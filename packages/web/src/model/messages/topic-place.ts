// Topics as places of messages: those that moved, and a message by which one is found again.
import { withoutResolvedMark } from '@stoa/contract/topics';
import type { View } from '../../base/views/view.ts';
import { sameTopic } from './conversations.ts';
import type { MessageStore } from './message-store.ts';

export type Topic = Extract<View, { kind: 'topic' }>;

export const isSameButResolved = (from: View, to: Topic): boolean =>
  from.kind === 'topic' &&
  from.channel_id === to.channel_id &&
  withoutResolvedMark(from.topic) === withoutResolvedMark(to.topic);

/** The newest known message of a topic; null if there is none. */
export function newestOf(store: MessageStore, view: View): number | null {
  if (view.kind !== 'topic') return null;
  let newest: number | null = null;
  for (const { id, stream_id, subject } of store.all())
    if (stream_id === view.channel_id && id > (newest ?? 0) && sameTopic(subject, view.topic)) newest = id;
  return newest;
}
