// Prometheus Alertmanager and Grafana: groups of firing and resolved alerts. Pure.
import { z } from 'zod';
import type { Notice, PayloadFormat } from '../../integration.rules.ts';
import { bold, bullets, clip, inline, link, literal, paragraphs, time, topicOf } from '../../markdown.rules.ts';
import { anything, count, hasFields, items, lookUp, maybe, part, required, text } from '../../payload.rules.ts';
import { linksTo, textOf } from '../facts.rules.ts';

const Labels = part(z.record(z.string(), z.unknown()));
const Alert = z.looseObject({
  status: maybe,
  labels: Labels,
  annotations: Labels,
  startsAt: maybe,
  endsAt: maybe,
  values: Labels,
  generatorURL: maybe,
  silenceURL: maybe,
  dashboardURL: maybe,
  panelURL: maybe,
  imageURL: maybe,
});
type Alert = z.output<typeof Alert>;
const Group = z.looseObject({ alerts: items(Alert) });

const ALERTS_SHOWN = 20;
const LABELS_SHOWN = 20;
const MESSAGE_MAX = 4000;

/** A field of an alert, from its labels, otherwise from its annotations. */
function field({ labels, annotations }: Alert, name: string): string | null {
  const value = lookUp(labels ?? {}, name) ?? lookUp(annotations ?? {}, name);
  return textOf(value) || null;
}

/** Text of a user-defined template, unable to open a code block over the rest. */
const template = (message: string | null | undefined) => literal(clip((message ?? '').trim(), MESSAGE_MAX));

const isResolved = ({ status }: Alert) => status === 'resolved';

/** The name and description of an alert if the URL names no field. */
function described(alert: Alert, name: string | null): string {
  const more = field(alert, 'description') ?? field(alert, 'summary');
  return [name ?? 'alert', more].filter((part) => part).join(': ');
}

/** One message per topic and state, for the alerts that share them. [WH9] */
export const alertmanager: PayloadFormat = ({ payload, options }) => {
  const { alerts } = Group.parse(payload);
  required(alerts[0]);
  const topics = new Map<string, { event: string; topic: string; lines: string[]; count: number }>();
  for (const alert of alerts) {
    const name = field(alert, 'alertname');
    const topic = field(alert, options.name ?? 'instance') ?? name ?? 'Alertmanager';
    const event = isResolved(alert) ? 'resolved' : 'firing';
    const key = `${event} ${topic}`;
    const group = topics.get(key) ?? { event, topic: topicOf(topic), lines: [], count: 0 };
    topics.set(key, group);
    group.count += 1;
    if (group.lines.length === ALERTS_SHOWN) continue;
    const about = options.desc === null ? described(alert, name) : (field(alert, options.desc) ?? name ?? 'alert');
    const source = link('source', alert.generatorURL?.replace('tab=1', 'tab=0'));
    group.lines.push(source === 'source' ? inline(about) : `${inline(about)} (${source})`);
  }
  return [...topics.values()].slice(0, ALERTS_SHOWN).map(({ event, topic, lines, count }) => {
    const mark = event === 'firing' ? ':alert: **FIRING**' : ':squared_ok: **Resolved**';
    return { topic, event, content: count === 1 ? `${mark} ${lines[0]}` : `${mark}\n${bullets(lines, count)}` };
  });
};

const GrafanaGroup = z.looseObject({
  status: maybe,
  alerts: items(Alert),
  message: maybe,
  truncatedAlerts: count,
});

const rows = (title: string, labels: z.output<typeof Labels>): string => {
  const named = Object.entries(labels ?? {}).slice(0, LABELS_SHOWN);
  if (named.length === 0) return '';
  return [`${title}:`, ...named.map(([name, value]) => `- ${inline(name)}: ${inline(textOf(value) ?? '')}`)].join('\n');
};

function describe(alert: Alert, at: number): string {
  const pages = linksTo([
    ['Generator', alert.generatorURL],
    ['Silence', alert.silenceURL],
    ['Dashboard', alert.dashboardURL],
    ['Panel', alert.panelURL],
    ['Image', alert.imageURL],
  ]);
  const fired = time(alert.startsAt);
  const resolved = isResolved(alert) ? time(alert.endsAt) : null;
  const name = field(alert, 'alertname');
  return paragraphs(
    `---\n**Alert ${at + 1}**${name ? `: ${inline(name)}.` : ''}`,
    fired && `This alert was fired at ${fired}.`,
    resolved && `This alert was resolved at ${resolved}.`,
    rows('Labels', alert.labels),
    rows('Values', alert.values),
    rows('Annotations', alert.annotations),
    pages.join('\n'),
  );
}

function grafanaGroup(payload: unknown): Notice {
  const { status, alerts, message, truncatedAlerts } = GrafanaGroup.parse(payload);
  const event = status === 'resolved' ? 'resolved' : 'firing';
  const truncated = Math.max(0, alerts.length - ALERTS_SHOWN) + Math.max(0, truncatedAlerts ?? 0);
  return {
    topic: topicOf(`[${event.toUpperCase()}:${alerts.length}]`),
    content: paragraphs(
      event === 'firing' ? ':alert: **FIRING**' : ':checkbox: **RESOLVED**',
      template(message),
      ...alerts.slice(0, ALERTS_SHOWN).map(describe),
      truncated > 0 ? `${truncated} alert(s) truncated.` : '',
    ),
    event,
  };
}

/** Grafana's format before alert groups. */
const Legacy = z.looseObject({
  title: text,
  ruleName: maybe,
  ruleUrl: maybe,
  state: text,
  message: maybe,
  evalMatches: items(z.looseObject({ metric: maybe, value: anything })),
});
const STATES: Readonly<Record<string, string>> = { alerting: ':alert:', ok: ':squared_ok:' };

function legacy(payload: unknown): Notice {
  const { title, ruleName, ruleUrl, state, message, evalMatches } = Legacy.parse(payload);
  const mark = lookUp(STATES, state) ?? ':info:';
  const values = evalMatches
    .slice(0, ALERTS_SHOWN)
    .map(({ metric, value }) => `${bold(`${metric || 'value'}:`)} ${inline(textOf(value) ?? 'none')}`);
  return {
    topic: topicOf(title),
    content: paragraphs(
      `${mark} ${bold(state.toUpperCase())}`.trim(),
      link(ruleName || title, ruleUrl),
      template(message),
      values.join('\n'),
    ),
    event: state,
  };
}

const isGroup = (payload: unknown): boolean =>
  hasFields(payload, 'alerts') && Array.isArray((payload as { alerts: unknown }).alerts);

export const grafana: PayloadFormat = ({ payload }) => (isGroup(payload) ? grafanaGroup(payload) : legacy(payload));
