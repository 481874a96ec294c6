// Validation of saved snippets. Pure.
import { MAX_MESSAGE_LENGTH, MAX_SNIPPET_TITLE_LENGTH, Refused } from '@stoa/contract';

/** Trims white space. [SN3] */
export function checkTitle(input: string): string {
  return checkText('title', input, MAX_SNIPPET_TITLE_LENGTH);
}

export function checkContent(input: string): string {
  return checkText('content', input, MAX_MESSAGE_LENGTH);
}

function checkText(name: 'title' | 'content', input: string, limit: number): string {
  const text = input.trim();
  if (text === '') throw Refused('snippet_part_empty', { part: name });
  if ([...text].length > limit) throw Refused('snippet_part_long', { part: name, count: limit });
  return text;
}
