// What is wrong with the texts of a linkifier, in the words of the server's refusals (LK3). The expression itself is left to
// the server, whose engine decides.
import { templateVariables } from '@stoa/contract/url-rules';
import { t } from '../../base/text/all-texts.ts';
import { refusalText } from '../../base/text/failures.ts';

/** Parts of a pattern that begin no group: escaped characters, and classes of characters. */
const NO_GROUP = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]/gs;

/** The names of the groups of a pattern. */
const groupsOf = (pattern: string): string[] => pattern.replace(NO_GROUP, '').match(/(?<=\(\?P?<)\w+(?=>)/g) ?? [];

const missing = (reason: string, group: string | undefined) =>
  group === undefined ? null : refusalText(reason, { group });

export function patternProblem(pattern: string, url_template: string): string | null {
  const variables = url_template === '' ? null : templateVariables(url_template);
  if (variables === null) return null;
  return missing(
    'linkifier_not_in_template',
    groupsOf(pattern).find((group) => !variables.includes(group)),
  );
}

export function templateProblem(template: string, pattern: string): string | null {
  const variables = templateVariables(template);
  if (variables === null) return refusalText('url_template');
  if (pattern === '') return null;
  const groups = groupsOf(pattern);
  return missing(
    'linkifier_not_in_pattern',
    variables.find((variable) => !groups.includes(variable)),
  );
}

/** Addresses without a scheme are accepted, and lead to a host of that name. */
export const addressProblem = (template: string): string | null =>
  /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(template.trim()) ? null : t('org_linkifier_no_scheme');

export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function firstProblem(lines: readonly string[], check: (line: string) => string | null): string | null {
  for (const line of lines) {
    const problem = check(line);
    if (problem !== null) return problem;
  }
  return null;
}
