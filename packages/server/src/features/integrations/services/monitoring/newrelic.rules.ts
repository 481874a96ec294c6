// New Relic: https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, codeBlock, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, scalar, text } from '../../payload.rules.ts';
import { type Fact, facts, listed, shown, textsOf, timeOfMilliseconds } from '../facts.rules.ts';

const names = items(text);
const Issue = z.looseObject({
  title: text.pipe(z.string().min(1)),
  state: text.pipe(z.string().min(1)),
  issueUrl: maybe,
  priority: maybe,
  totalIncidents: scalar,
  createdAt: scalar,
  updatedAt: scalar,
  alertPolicyNames: names,
  alertConditionNames: names,
  impactedEntities: names,
  owner: maybe,
  zulipCustomFields: part(z.record(z.string(), z.unknown())),
});

const CUSTOM_FIELDS_SHOWN = 20;
const MARKS: Readonly<Record<string, string>> = {
  CRITICAL: ':red_circle:',
  HIGH: ':orange_circle:',
  MEDIUM: ':yellow_circle:',
  LOW: ':blue_circle:',
};
const STATES: ReadonlySet<string> = new Set(['acknowledged', 'activated', 'closed', 'created', 'deactivated']);

const capitalized = (word: string): string => inline(word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());

/** The fields that the organization added to its payloads. */
function customField([name, value]: [string, unknown]): Fact {
  const values = textsOf(value);
  const is_plain = value === null || values.length === [value].flat().length;
  return [name, is_plain ? listed(values.map(shown)) : code(JSON.stringify(value))];
}

export const newrelic: PayloadFormat = ({ payload }) => {
  const issue = Issue.parse(payload);
  const priority = issue.priority ?? '';
  const state = issue.state.toLowerCase();
  const mark = lookUp(MARKS, priority) ?? ':alert:';
  const title = link(issue.title.replaceAll('*', ''), issue.issueUrl) || 'Issue';
  const details = facts(
    [
      ['Alert policies', listed(issue.alertPolicyNames.map(inline))],
      ['Conditions', listed(issue.alertConditionNames.map(inline))],
      ['Impacted entities', listed(issue.impactedEntities.map(inline))],
      ['Total incidents', shown(issue.totalIncidents)],
      ['Incident created at', timeOfMilliseconds(issue.createdAt)],
      ...Object.entries(issue.zulipCustomFields ?? {})
        .slice(0, CUSTOM_FIELDS_SHOWN)
        .map(customField),
    ],
    '- ',
  );
  return {
    topic: topicOf(issue.title),
    content: paragraphs(
      `${mark} **${title}**`,
      quote(
        facts(
          [
            ['Priority', capitalized(priority)],
            ['State', capitalized(state)],
            ['Updated at', timeOfMilliseconds(issue.updatedAt)],
            ['Owner', issue.owner === 'N/A' ? '' : shown(issue.owner)],
          ],
          '',
        ),
      ),
      details && codeBlock('spoiler Incident details', details),
    ),
    event: STATES.has(state) ? state : null,
  };
};
