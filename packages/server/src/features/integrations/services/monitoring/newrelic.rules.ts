// New Relic: https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { code, codeBlock, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { type Fact, listed, maybe, scalar, shown, timeOfMilliseconds } from './report.rules.ts';

const names = z.array(z.string()).nullish();
const Issue = z.looseObject({
  title: z.string().min(1),
  state: z.string().min(1),
  issueUrl: maybe,
  priority: maybe,
  totalIncidents: scalar,
  createdAt: scalar,
  updatedAt: scalar,
  alertPolicyNames: names,
  alertConditionNames: names,
  impactedEntities: names,
  owner: maybe,
  zulipCustomFields: z.record(z.string(), z.unknown()).nullish().catch(null),
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
const rows = (mark: string, entries: readonly Fact[]): string =>
  entries.flatMap(([name, value]) => (value ? [`${mark}**${name}**: ${value}`] : [])).join('\n');

/** The fields that the organization added to its payloads. */
function customField([name, value]: [string, unknown]): Fact {
  const one = scalar.safeParse(value);
  const many = z.array(z.union([z.string(), z.number(), z.boolean()])).safeParse(value);
  const plain = one.success ? shown(one.data) : many.success ? listed(many.data.map(shown)) : null;
  return [inline(name).replaceAll('*', ''), plain ?? code(JSON.stringify(value))];
}

export const newrelic: PayloadFormat = ({ payload }) => {
  const issue = Issue.parse(payload);
  const priority = issue.priority ?? '';
  const state = issue.state.toLowerCase();
  const mark = Object.hasOwn(MARKS, priority) ? MARKS[priority]! : ':alert:';
  const title = link(issue.title.replaceAll('*', ''), issue.issueUrl) || 'Issue';
  const details = rows('- ', [
    ['Alert policies', listed((issue.alertPolicyNames ?? []).map(inline))],
    ['Conditions', listed((issue.alertConditionNames ?? []).map(inline))],
    ['Impacted entities', listed((issue.impactedEntities ?? []).map(inline))],
    ['Total incidents', shown(issue.totalIncidents)],
    ['Incident created at', timeOfMilliseconds(issue.createdAt)],
    ...Object.entries(issue.zulipCustomFields ?? {})
      .slice(0, CUSTOM_FIELDS_SHOWN)
      .map(customField),
  ]);
  return {
    topic: topicOf(issue.title),
    content: paragraphs(
      `${mark} **${title}**`,
      quote(
        rows('', [
          ['Priority', capitalized(priority)],
          ['State', capitalized(state)],
          ['Updated at', timeOfMilliseconds(issue.updatedAt)],
          ['Owner', issue.owner === 'N/A' ? '' : shown(issue.owner)],
        ]),
      ),
      details && codeBlock('spoiler Incident details', details),
    ),
    event: STATES.has(state) ? state : null,
  };
};
