// The text of a message before it is stored. Pure.
import { MAX_MESSAGE_LENGTH, Refused } from '@stoa/contract';

const TRUNCATED = '\n[message truncated]';

/** Trimmed, and cut with a mark if too long. [MS3] */
export function normalizeContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  if (trimmed === '') throw Refused('message_empty');
  if (trimmed.length <= MAX_MESSAGE_LENGTH) return trimmed;
  const characters = [...trimmed];
  if (characters.length <= MAX_MESSAGE_LENGTH) return trimmed;
  return characters.slice(0, MAX_MESSAGE_LENGTH - TRUNCATED.length).join('') + TRUNCATED;
}
