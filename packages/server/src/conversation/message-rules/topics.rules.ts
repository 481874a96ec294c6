// Rules for topic names. Pure.
import { cutTopic, EMPTY_TOPIC_DISPLAY_NAME, Refused } from '@stoa/contract';

/** Names that older clients send for the empty topic. */
const EMPTY_TOPIC_NAMES = ['(no topic)', EMPTY_TOPIC_DISPLAY_NAME];

/** A topic as stored: trimmed, and cut if too long. [MS4] */
export function normalizeTopic(topic: string): string {
  const trimmed = topic.trim();
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) throw Refused('topic_characters');
  return topicNamed(trimmed);
}

/** The topic that a name means, acceptable or not. */
export function topicNamed(name: string): string {
  const trimmed = name.trim();
  return EMPTY_TOPIC_NAMES.includes(trimmed) ? '' : cutTopic(trimmed);
}

/** A topic as a client receives it: some clients do not support the empty topic. */
export function displayTopic(topic: string, knows_empty_topic: boolean): string {
  return topic === '' && !knows_empty_topic ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
