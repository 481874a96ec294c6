// SonarQube: https://docs.sonarsource.com/sonarqube-server/latest/project-administration/webhooks. Pure.
import { z } from 'zod';
import type { PayloadFormat } from '../../integration.rules.ts';
import { bullets, inline, link, topicOf } from '../../markdown.rules.ts';
import { items, lookUp, maybe, part, scalar, text } from '../../payload.rules.ts';
import { shown } from '../facts.rules.ts';

const Condition = z.looseObject({
  metric: text,
  operator: maybe,
  value: scalar,
  status: maybe,
  errorThreshold: scalar,
});
const Analysis = z.looseObject({
  status: maybe,
  project: z.looseObject({ name: text, url: maybe }),
  branch: part(z.looseObject({ name: maybe, type: maybe, url: maybe })),
  qualityGate: part(z.looseObject({ status: text, conditions: items(Condition) })),
});
type Condition = z.output<typeof Condition>;

const CONDITIONS_SHOWN = 20;
/** The service names what is wrong; readers need to know what would be right. */
const WANTED: Readonly<Record<string, string>> = {
  GREATER_THAN: 'should be less than or equal to',
  LESS_THAN: 'should be greater than or equal to',
};

const RESULTS: Readonly<Record<string, string>> = { ERROR: 'error', OK: 'success', WARN: 'warning' };
const resultOf = (status: string): string => lookUp(RESULTS, status) ?? inline(status);

function failed({ metric, operator, value, status, errorThreshold }: Condition): string {
  const named = `${inline(metric.replaceAll('_', ' '))}: **${resultOf(status ?? 'ERROR')}**`;
  const wanted = lookUp(WANTED, operator);
  if (value == null || !wanted || errorThreshold == null) return named;
  return `${named} ${shown(value)} ${wanted} ${shown(errorThreshold)}.`;
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
