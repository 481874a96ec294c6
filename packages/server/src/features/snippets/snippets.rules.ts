// Validation of saved snippets. Pure.
import { BadRequest, MAX_MESSAGE_LENGTH, MAX_SNIPPET_TITLE_LENGTH } from '@stoa/contract';

/** Trims white space. [SN3] */
export function checkTitle(input: string): string {
  return checkText('title', input, MAX_SNIPPET_TITLE_LENGTH);
}

export function checkContent(input: string): string {
  return checkText('content', input, MAX_MESSAGE_LENGTH);
}

function checkText(name: 'title' | 'content', input: string, limit: number): string {
  const text = input.trim();
  if (text === '') throw BadRequest(`The ${name} of a saved snippet can't be empty.`);
  if ([...text].length > limit)
    throw BadRequest(`The ${name} of a saved snippet is too long (limit: ${limit} characters).`);
  return text;
}
