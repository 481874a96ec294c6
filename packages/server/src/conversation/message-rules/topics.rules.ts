// Rules for topic names, and when two names are the same topic. Pure.
import { EMPTY_TOPIC_DISPLAY_NAME, MAX_TOPIC_LENGTH, Refused } from '@stoa/contract';

/** Names that older clients send for the empty topic. */
const EMPTY_TOPIC_NAMES = ['(no topic)', EMPTY_TOPIC_DISPLAY_NAME];
const ELLIPSIS = '...';

/** The form that equal topics share. */
export function topicKey(topic: string): string {
  return topic.normalize('NFC').toLowerCase();
}

/** A topic as stored: trimmed, and cut if too long. [MS4] */
export function normalizeTopic(topic: string): string {
  const trimmed = topic.trim();
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) throw Refused('topic_characters');
  if (EMPTY_TOPIC_NAMES.includes(trimmed)) return '';
  const characters = [...trimmed];
  if (characters.length <= MAX_TOPIC_LENGTH) return trimmed;
  return characters.slice(0, MAX_TOPIC_LENGTH - ELLIPSIS.length).join('') + ELLIPSIS;
}

/** A topic as a client receives it: some clients do not support the empty topic. */
export function displayTopic(topic: string, knows_empty_topic: boolean): string {
  return topic === '' && !knows_empty_topic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
