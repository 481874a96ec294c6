// SonarQube: https://docs.sonarsource.com/sonarqube-server/latest/project-administration/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bullets, inline, link, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const value = z.union([z.string(), z.number()]).nullish();
const Analysis = z.looseObject({
  status: maybe,
  project: z.looseObject({ name: z.string(), url: maybe }),
  branch: z.looseObject({ name: maybe, type: maybe, url: maybe }).nullish(),
  qualityGate: z
    .looseObject({
      status: z.string(),
      conditions: z
        .array(z.looseObject({ metric: z.string(), operator: maybe, value, status: maybe, errorThreshold: value }))
        .nullish(),
    })
    .nullish(),
});
type Condition = NonNullable<NonNullable<z.output<typeof Analysis>['qualityGate']>['conditions']>[number];

const CONDITIONS_SHOWN = 20;
/** The service names what is wrong; readers need to know what would be right. */
const WANTED: Readonly<Record<string, string>> = {
  GREATER_THAN: 'should be less than or equal to',
  LESS_THAN: 'should be greater than or equal to',
};

const RESULTS: Readonly<Record<string, string>> = { ERROR: 'error', OK: 'success', WARN: 'warning' };
const resultOf = (status: string): string => (Object.hasOwn(RESULTS, status) ? RESULTS[status]! : inline(status));

function failed({ metric, operator, value, status, errorThreshold }: Condition): string {
  const named = `${inline(metric.replaceAll('_', ' '))}: **${resultOf(status ?? 'ERROR')}**`;
  const wanted = operator && Object.hasOwn(WANTED, operator) ? WANTED[operator]! : null;
  if (value == null || wanted === null || errorThreshold == null) return named;
  return `${named} ${inline(String(value))} ${wanted} ${inline(String(errorThreshold))}.`;
}

export const sonarqube: PayloadFormat = ({ payload }) => {
  const { status, project, branch, qualityGate } = Analysis.parse(payload);
  const name = branch?.name;
  const kind = branch?.type === 'PULL_REQUEST' ? 'pull request' : 'branch';
  const of = name ? ` of ${kind} ${inline(name)}` : '';
  const result =
    qualityGate || status === 'SUCCESS' ? `resulted in ${resultOf(qualityGate?.status ?? 'OK')}` : 'failed';
  const summary = `Project ${link(project.name, branch?.url || project.url)} analysis${of} ${result}`;
  const wrong = (qualityGate?.conditions ?? []).filter((one) => one.status === 'ERROR' || one.status === 'WARN');
  const rows = bullets(wrong.slice(0, CONDITIONS_SHOWN).map(failed), wrong.length);
  return {
    topic: topicOf(project.name, name),
    content: rows === '' ? `${summary}.` : `${summary}:\n${rows}`,
    event: null,
  };
};
