// Classifies moves. Pure.
import { RESOLVED_TOPIC_PREFIX, Refused } from '@stoa/contract';
import { normalizeTopic } from '../message-rules/topics.rules.ts';

export type Resolution = 'resolved' | 'unresolved';

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_TOPIC_PREFIX);
}

/** Whether a rename only resolves or unresolves a topic. Clients may remove several marks at once. [ED20] */
export function resolutionOf(from: string, to: string): Resolution | null {
  if (!isResolved(from)) return from !== '' && to === normalizeTopic(RESOLVED_TOPIC_PREFIX + from) ? 'resolved' : null;
  const unmarked = from.slice(RESOLVED_TOPIC_PREFIX.length);
  return to === unmarked || to === from.replace(/^[✔ ]+/u, '') ? 'unresolved' : null;
}

/** Throws for a mark without a name: the empty topic can't be resolved. [ED20] */
export function checkTopicName(from: string, to: string): void {
  if (to === RESOLVED_TOPIC_PREFIX.trim() && from === '') throw Refused('topic_resolve_general');
}
