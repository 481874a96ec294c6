// Which names a move may give. Pure.
import { RESOLVED_TOPIC_PREFIX, Refused } from '@stoa/contract';

/** Throws for a mark without a name: the empty topic can't be resolved. [ED20] */
export function checkTopicName(from: string, to: string): void {
  if (to === RESOLVED_TOPIC_PREFIX.trim() && from === '') throw Refused('topic_resolve_general');
}
