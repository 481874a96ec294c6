// Validation of code playgrounds. Pure.
import {
  MAX_PLAYGROUND_LANGUAGE_LENGTH,
  MAX_PLAYGROUND_NAME_LENGTH,
  MAX_PLAYGROUND_URL_LENGTH,
  type Playground,
  Refused,
} from '@stoa/contract';
import { playgroundTemplateProblem } from '@stoa/contract/url-rules';

export type NewPlayground = Omit<Playground, 'id'>;

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]+$/;

/** [PL2] The playground as it is stored. */
export function checkPlayground(playground: NewPlayground): NewPlayground {
  const name = checkText('name', playground.name.trim(), MAX_PLAYGROUND_NAME_LENGTH);
  const language = checkText('pygments_language', playground.pygments_language.trim(), MAX_PLAYGROUND_LANGUAGE_LENGTH);
  const url_template = checkText('url_template', playground.url_template, MAX_PLAYGROUND_URL_LENGTH);
  if (!LANGUAGE.test(language)) throw Refused('playground_language');
  const problem = playgroundTemplateProblem(url_template);
  if (problem !== null) throw Refused(problem);
  return { name, pygments_language: language, url_template };
}

function checkText(parameter: string, text: string, limit: number): string {
  if (text === '') throw Refused('playground_text_empty', { parameter });
  if ([...text].length > limit) throw Refused('playground_text_long', { parameter, count: limit });
  return text;
}

/** [PL3] Throws if the same playground exists. */
export function checkAmong(existing: readonly Playground[], { name, pygments_language }: NewPlayground): void {
  if (existing.some((other) => other.name === name && other.pygments_language === pygments_language))
    throw Refused('playground_taken');
}
