// Prometheus Alertmanager and Grafana: groups of firing and resolved alerts. Pure.
import { z } from 'zod';
import type { Delivery, Notice, PayloadFormat } from '../../integration.rules.ts';
import { bullets, clip, inline, link, literal, paragraphs, time, topicOf } from '../../markdown.rules.ts';

const maybe = z.string().nullish();
const Labels = z.record(z.string(), z.unknown()).nullish();
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
const Group = z.looseObject({ alerts: z.array(Alert).min(1) });

const ALERTS_SHOWN = 20;
const LABELS_SHOWN = 20;
const MESSAGE_MAX = 4000;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** A field of an alert, from its labels, otherwise from its annotations. */
function field({ labels, annotations }: Alert, name: string): string | null {
  for (const among of [labels, annotations])
    if (among && Object.hasOwn(among, name)) return textOf(among[name]) || null;
  return null;
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
function alertmanagerNotices({ payload, options }: Delivery): Notice[] {
  const { alerts } = Group.parse(payload);
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
}

const GrafanaGroup = z.looseObject({
  status: z.string(),
  alerts: z.array(Alert),
  message: maybe,
  truncatedAlerts: z.number().nullish(),
});

const rows = (title: string, labels: z.output<typeof Labels>): string => {
  const named = Object.entries(labels ?? {}).slice(0, LABELS_SHOWN);
  if (named.length === 0) return '';
  return [`${title}:`, ...named.map(([name, value]) => `- ${inline(name)}: ${inline(textOf(value) ?? '')}`)].join('\n');
};

function describe(alert: Alert, at: number): string {
  const ways = [
    ['Generator', alert.generatorURL],
    ['Silence', alert.silenceURL],
    ['Dashboard', alert.dashboardURL],
    ['Panel', alert.panelURL],
    ['Image', alert.imageURL],
  ] as const;
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
    ways.flatMap(([word, url]) => (url ? [link(word, url)] : [])).join('\n'),
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
  title: z.string(),
  ruleName: maybe,
  ruleUrl: maybe,
  state: z.string(),
  message: maybe,
  evalMatches: z.array(z.looseObject({ metric: maybe, value: z.unknown().optional() })).nullish(),
});
const STATES: Readonly<Record<string, string>> = { alerting: ':alert:', ok: ':squared_ok:' };

function legacy(payload: unknown): Notice {
  const { title, ruleName, ruleUrl, state, message, evalMatches } = Legacy.parse(payload);
  const mark = Object.hasOwn(STATES, state) ? STATES[state]! : ':info:';
  const values = (evalMatches ?? [])
    .slice(0, ALERTS_SHOWN)
    .map(
      ({ metric, value }) => `**${inline(metric ?? 'value').replaceAll('*', '')}:** ${inline(textOf(value) ?? 'none')}`,
    );
  return {
    topic: topicOf(title),
    content: paragraphs(
      `${mark} **${inline(state).replaceAll('*', '').toUpperCase()}**`,
      link(ruleName || title, ruleUrl),
      template(message),
      values.join('\n'),
    ),
    event: state,
  };
}

const isGroup = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && Array.isArray((payload as { alerts?: unknown }).alerts);

export const alertmanager: PayloadFormat = alertmanagerNotices;

export const grafana: PayloadFormat = ({ payload }) => (isGroup(payload) ? grafanaGroup(payload) : legacy(payload));
