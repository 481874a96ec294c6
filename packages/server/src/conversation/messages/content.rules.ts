// The text of a message before it is stored. Pure.
import { BadRequest, MAX_MESSAGE_LENGTH } from '@stoa/contract';

const TRUNCATED = '\n[message truncated]';

/** Trimmed, and cut where it is too long, with a mark that says so. [MS3] */
export function normalizeContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  if (trimmed === '') throw BadRequest('Message must not be empty');
  if (trimmed.length <= MAX_MESSAGE_LENGTH) return trimmed;
  const characters = [...trimmed];
  if (characters.length <= MAX_MESSAGE_LENGTH) return trimmed;
  return characters.slice(0, MAX_MESSAGE_LENGTH - TRUNCATED.length).join('') + TRUNCATED;
}

/** A statement about its sender: the first paragraph is, whatever follows it. [MD61] */
export function isMeMessage(content: string, rendered_content: string): boolean {
  return content.startsWith('/me ') && rendered_content.startsWith('<p>/me ');
}
