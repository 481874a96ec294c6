// When two names are the same topic, and when a rename only marks one as resolved. Pure, and without zod, which the
// first view of the web client does not load.

/** In Unicode code points. */
export const MAX_TOPIC_LENGTH = 60;
/** The prefix of a resolved topic's name. */
export const RESOLVED_TOPIC_PREFIX = '✔ ';
const ELLIPSIS = '...';

/** The form that all spellings of a topic share. */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase();
}

/** A name within the limit, as the server stores longer ones. */
export function cutTopic(topic: string): string {
  const characters = [...topic];
  if (characters.length <= MAX_TOPIC_LENGTH) return topic;
  return characters.slice(0, MAX_TOPIC_LENGTH - ELLIPSIS.length).join('') + ELLIPSIS;
}

export function isResolvedTopic(topic: string): boolean {
  return topic.startsWith(RESOLVED_TOPIC_PREFIX);
}

/** The name without the mark of resolved topics. */
export function withoutResolvedMark(topic: string): string {
  return isResolvedTopic(topic) ? topic.slice(RESOLVED_TOPIC_PREFIX.length) : topic;
}

export type Resolution = 'resolved' | 'unresolved';

/** Whether a rename only resolves or unresolves a topic. Clients may remove several marks at once. */
export function resolutionOf(from: string, to: string): Resolution | null {
  if (!isResolvedTopic(from)) return from !== '' && to === cutTopic(RESOLVED_TOPIC_PREFIX + from) ? 'resolved' : null;
  return to === withoutResolvedMark(from) || to === from.replace(/^[✔ ]+/u, '') ? 'unresolved' : null;
}
