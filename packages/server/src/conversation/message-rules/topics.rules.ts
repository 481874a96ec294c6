// What a topic may be called and when two names are the same topic. Pure.
import { BadRequest, EMPTY_TOPIC_DISPLAY_NAME, MAX_TOPIC_LENGTH } from '@stoa/contract';

/** Names that older clients send when they mean the empty topic. */
const EMPTY_TOPIC_NAMES = ['(no topic)', EMPTY_TOPIC_DISPLAY_NAME];
const ELLIPSIS = '...';

/** The form that two equal topics share. */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase();
}

/** A topic as it is stored: trimmed, and cut where it is too long. [MS4] */
export function normalizeTopic(topic: string): string {
  const trimmed = topic.trim();
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) throw BadRequest('Invalid character in topic!');
  if (EMPTY_TOPIC_NAMES.includes(trimmed)) return '';
  const characters = [...trimmed];
  if (characters.length <= MAX_TOPIC_LENGTH) return trimmed;
  return characters.slice(0, MAX_TOPIC_LENGTH - ELLIPSIS.length).join('') + ELLIPSIS;
}

/** A topic as a reader gets it: some clients do not know of the empty one. */
export function displayTopic(topic: string, knows_empty_topic: boolean): string {
  return topic === '' && !knows_empty_topic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
