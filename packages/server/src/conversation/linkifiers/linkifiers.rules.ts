// Rules for valid linkifiers. Pure.
import { type Linkifier, MAX_LINKIFIER_LENGTH, Refused } from '@stoa/contract';
import { templateVariables } from '@stoa/contract/url-rules';
import { compileLinkifier, compileLinkifiers } from '@stoa/markdown';
import { isReordering } from '../../kit/collections/is-reordering.ts';

export type NewLinkifier = Omit<Linkifier, 'id'>;

export interface LinkifierInput {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input?: string | null;
  readonly reverse_template?: string | null;
  readonly alternative_url_templates?: readonly string[];
}

/** [LK3] The validated linkifier; absent fields become empty. */
export function checkLinkifier(linkifier: LinkifierInput): NewLinkifier {
  const { pattern, url_template } = linkifier;
  const example_input = linkifier.example_input || null;
  const reverse_template = linkifier.reverse_template || null;
  const alternative_url_templates = [...(linkifier.alternative_url_templates ?? [])];
  for (const text of [pattern, url_template, example_input, reverse_template, ...alternative_url_templates])
    if ([...(text ?? '')].length > MAX_LINKIFIER_LENGTH)
      throw Refused('linkifier_long', { count: MAX_LINKIFIER_LENGTH });
  if (pattern.trim() === '') throw Refused('linkifier_empty');
  const groups = groupsOf(pattern);
  for (const name of groups)
    if (!variablesOf(url_template).includes(name)) throw Refused('linkifier_not_in_template', { group: name });
  for (const template of [url_template, ...alternative_url_templates, ...(reverse_template ? [reverse_template] : [])])
    for (const name of variablesOf(template))
      if (!groups.includes(name)) throw Refused('linkifier_not_in_pattern', { group: name });
  if (example_input !== null && !matches(pattern, example_input)) throw Refused('linkifier_example');
  return { pattern, url_template, example_input, reverse_template, alternative_url_templates };
}

function groupsOf(pattern: string): string[] {
  try {
    return compileLinkifier({ pattern, url_template: '' }).names;
  } catch (error) {
    throw Refused('linkifier_expression', { detail: (error as Error).message });
  }
}

function variablesOf(template: string): string[] {
  const variables = templateVariables(template);
  if (variables === null) throw Refused('url_template');
  return variables;
}

function matches(pattern: string, text: string): boolean {
  const linkifiers = compileLinkifiers([{ id: 0, pattern, url_template: 'https://example.com' }]);
  return linkifiers.findIn(text).length > 0;
}

/** [LK5] Throws unless the order names each linkifier exactly once. */
export function checkOrder(order: readonly number[], ids: readonly number[]): void {
  if (!isReordering(ids, order)) throw Refused('linkifier_order_changed');
}
