// Prometheus Alertmanager and Grafana: both send groups of alerts that fire and are resolved. Pure.
import { z } from 'zod';
import type { Delivery, Integration, Notice } from './integration.ts';
import { bullets, code, inline, link, paragraphs, quote, topicOf } from './markdown.rules.ts';

const maybe = z.string().nullish();
const Labels = z.record(z.string(), z.string()).default({});
const Alert = z.looseObject({
  status: z.string().optional(),
  labels: Labels,
  annotations: Labels,
  generatorURL: maybe,
  silenceURL: maybe,
  dashboardURL: maybe,
  panelURL: maybe,
  valueString: maybe,
});
type Alert = z.output<typeof Alert>;
const Group = z.looseObject({
  status: z.string(),
  alerts: z.array(Alert).min(1),
  groupLabels: Labels,
  commonLabels: Labels,
  externalURL: maybe,
});

const ALERTS_SHOWN = 20;
const LABELS_SHOWN = 8;

function describe({ status, labels, annotations, ...urls }: Alert): string {
  const { alertname, ...others } = labels;
  const about = annotations.summary || annotations.description || annotations.message || alertname || 'alert';
  const named = Object.entries(others).slice(0, LABELS_SHOWN);
  const details = named.map(([name, value]) => code(`${name}=${value}`)).join(' ');
  const links = [
    ['source', urls.generatorURL],
    ['dashboard', urls.dashboardURL],
    ['panel', urls.panelURL],
    ['silence', urls.silenceURL],
  ] as const;
  const ways = links.flatMap(([name, url]) => (url ? [link(name, url)] : [])).join(', ');
  const state = status === 'resolved' ? 'Resolved' : 'Firing';
  return [`${state}: ${inline(about)}`, details, ways && `(${ways})`].filter((part) => part).join(' ');
}

function group(payload: unknown, fallback: string): Notice {
  const { status, alerts, groupLabels, commonLabels } = Group.parse(payload);
  const name = groupLabels.alertname || commonLabels.alertname || alerts[0]!.labels.alertname || fallback;
  const firing = alerts.filter((alert) => alert.status !== 'resolved').length;
  const mark = firing > 0 ? ':alert:' : ':check:';
  const counts = firing > 0 ? `${firing} firing` : 'all resolved';
  return {
    topic: topicOf(name),
    content: paragraphs(
      `${mark} ${code(name)}: ${counts}`,
      bullets(alerts.slice(0, ALERTS_SHOWN).map(describe), alerts.length),
    ),
    event: status === 'resolved' ? 'resolved' : 'firing',
  };
}

/** What Grafana sent before it had groups of alerts. */
const Legacy = z.looseObject({
  title: z.string(),
  ruleName: maybe,
  ruleUrl: maybe,
  state: z.string(),
  message: maybe,
  evalMatches: z
    .array(z.looseObject({ metric: z.string(), value: z.union([z.number(), z.string()]).nullish() }))
    .nullish(),
});
const STATES: Readonly<Record<string, string>> = { alerting: ':alert:', ok: ':check:', no_data: ':question:' };

function legacy(payload: unknown): Notice {
  const { title, ruleName, ruleUrl, state, message, evalMatches } = Legacy.parse(payload);
  const mark = Object.hasOwn(STATES, state) ? STATES[state]! : ':info:';
  const matches = evalMatches ?? [];
  const values = matches
    .slice(0, ALERTS_SHOWN)
    .map(({ metric, value }) => `${inline(metric)}: ${inline(String(value ?? 'none'))}`);
  return {
    topic: topicOf(ruleName || title),
    content: paragraphs(`${mark} ${link(title, ruleUrl)}`, quote(message), bullets(values, matches.length)),
    event: state === 'ok' ? 'resolved' : 'firing',
  };
}

const isGroup = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && Array.isArray((payload as { alerts?: unknown }).alerts);

const event_types = ['firing', 'resolved'];

export const alertmanager: Integration = {
  name: 'alertmanager',
  display_name: 'Prometheus Alertmanager',
  event_types,
  format: ({ payload }: Delivery) => group(payload, 'Alertmanager'),
};

export const grafana: Integration = {
  name: 'grafana',
  display_name: 'Grafana',
  event_types,
  format: ({ payload }: Delivery) => (isGroup(payload) ? group(payload, 'Grafana') : legacy(payload)),
};
