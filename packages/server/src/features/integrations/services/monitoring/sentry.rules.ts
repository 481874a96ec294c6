// Sentry: https://docs.sentry.io/organization/integrations/integration-platform/webhooks. Pure.
import { z } from 'zod';
import type { Message, PayloadFormat } from '../../integration.rules.ts';
import { bold, codeBlock, inline, link, paragraphs, quote, topicOf } from '../../markdown.rules.ts';
import { anything, count, formatOf, hasFields, lookUp, maybe, part, required, text } from '../../payload.rules.ts';

const Person = part(z.looseObject({ name: maybe, email: maybe }));
const Action = z.looseObject({ action: text, actor: Person });
const Issue = z.looseObject({
  data: z.looseObject({
    issue: z.looseObject({
      title: text,
      level: maybe,
      lastSeen: maybe,
      web_url: maybe,
      permalink: maybe,
      assignedTo: Person,
    }),
  }),
});
const Frame = z.looseObject({
  filename: maybe,
  context_line: maybe,
  pre_context: part(z.array(maybe)),
  post_context: part(z.array(maybe)),
});
const Happened = z.looseObject({
  title: maybe,
  message: maybe,
  type: maybe,
  level: maybe,
  datetime: maybe,
  timestamp: count,
  web_url: maybe,
  platform: maybe,
  metadata: part(z.looseObject({ filename: maybe, value: maybe })),
  exception: anything,
});
type Happened = z.output<typeof Happened>;
const Exception = z.looseObject({
  values: z.array(z.looseObject({ stacktrace: part(z.looseObject({ frames: z.array(Frame) })) })),
});
const ErrorCreated = z.looseObject({ data: z.looseObject({ error: Happened }) });
const EventAlert = z.looseObject({ data: z.looseObject({ event: Happened }) });
const MetricAlert = z.looseObject({
  data: z.looseObject({ description_title: text, description_text: maybe, web_url: maybe }),
});
const Comment = z.looseObject({
  data: z.looseObject({
    comment: text,
    project_slug: maybe,
    issue_id: maybe,
  }),
});
/** The payload of projects whose webhook was set up as a legacy plug-in. */
const Plugin = z.looseObject({
  project_name: text,
  message: maybe,
  culprit: maybe,
  level: maybe,
  url: maybe,
  event: part(Happened),
});

const CONTEXT_LINES = 5;

const TIME_AT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})/;
function moment({ datetime, timestamp }: Pick<Happened, 'datetime' | 'timestamp'>): string {
  const seconds = timestamp ?? Number.NaN;
  const date = new Date(seconds * 1000);
  const iso_date = datetime ?? (Number.isNaN(date.getTime()) ? '' : date.toISOString());
  const [, day, clock] = TIME_AT.exec(iso_date) ?? [];
  return day ? `${day} ${clock}` : 'unknown';
}

const facts = (entries: readonly (readonly [string, string])[]) =>
  quote(entries.map(([name, value]) => `**${name}:** ${value}`).join('\n'));

/** The source lines around the failing one. */
function traceback({ exception, metadata, platform }: Happened): string {
  const read = Exception.safeParse(exception);
  const frames = (read.success ? read.data.values : [])
    .flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
    .slice(-200);
  const with_context = frames.filter(({ context_line }) => typeof context_line === 'string');
  const frame = with_context.findLast(({ filename }) => filename === metadata?.filename) ?? with_context.at(-1);
  if (!frame) return '';
  const lines = (values: readonly (string | null | undefined)[] | null | undefined) =>
    (values ?? []).map((line) => line ?? '');
  const shown = [
    ...lines(frame.pre_context).slice(-CONTEXT_LINES),
    `---> ${frame.context_line}`,
    ...lines(frame.post_context).slice(0, CONTEXT_LINES),
  ];
  return `Traceback:\n${codeBlock(/^[a-z]{1,20}$/.test(platform ?? '') ? platform! : '', shown.join('\n'))}`;
}

function happened(event: Happened): Message {
  const { type, level, web_url, metadata } = event;
  const title = required(event.title || event.message || metadata?.value || null);
  const is_message = type === 'default' || (type == null && event.exception === undefined);
  const entries: [string, string][] = [
    ['level', inline(level ?? 'error')],
    ['timestamp', moment(event)],
  ];
  if (!is_message) entries.push(['filename', inline(metadata?.filename ?? 'unknown')]);
  return {
    topic: topicOf(title),
    content: paragraphs(
      `**New ${is_message ? 'message event' : 'exception'}:** ${link(title, web_url)}\n${facts(entries)}`,
      is_message ? '' : traceback(event),
    ),
  };
}

const ISSUE_ACTIONS: Readonly<Record<string, string>> = {
  resolved: 'was marked as resolved',
  ignored: 'was ignored',
  archived: 'was archived',
  unresolved: 'was marked as unresolved',
};

function issue(payload: unknown): Message {
  const { action, actor } = Action.parse(payload);
  const { title, level, lastSeen, web_url, permalink, assignedTo } = Issue.parse(payload).data.issue;
  const topic = topicOf(title);
  const named = link(title, web_url ?? permalink);
  const by = bold(actor?.name || 'Somebody');
  const assignee = assignedTo?.name || assignedTo?.email || 'No one';
  if (action === 'created') {
    const entries = facts([
      ['level', inline(level ?? 'error')],
      ['timestamp', moment({ datetime: lastSeen, timestamp: null })],
      ['assignee', inline(assignee)],
    ]);
    return { topic, content: `**New issue created:** ${named}\n${entries}` };
  }
  const which = bold(title);
  if (action === 'assigned')
    return { topic, content: `Issue ${which} has now been assigned to ${bold(assignee)} by ${by}.` };
  const did = lookUp(ISSUE_ACTIONS, action) ?? `was ${inline(action)}`;
  return { topic, content: `Issue ${which} ${did} by ${by}.` };
}

const FORMATS: Readonly<Record<string, (payload: unknown) => Message>> = {
  issue,
  error: (payload) => happened(ErrorCreated.parse(payload).data.error),
  event_alert: (payload) => happened(EventAlert.parse(payload).data.event),
  metric_alert(payload) {
    const { action } = Action.parse(payload);
    const { description_title, description_text, web_url } = MetricAlert.parse(payload).data;
    const mark = action === 'resolved' ? ':check:' : ':alert:';
    return {
      topic: topicOf(description_title),
      content: paragraphs(`${mark} ${link(description_title, web_url)} (${inline(action)})`, quote(description_text)),
    };
  },
  comment(payload) {
    const { action, actor } = Action.parse(payload);
    const { comment, project_slug, issue_id } = Comment.parse(payload).data;
    return {
      topic: topicOf(project_slug, issue_id == null ? null : `issue ${issue_id}`) || 'Sentry',
      content: paragraphs(`${inline(actor?.name ?? 'Somebody')} ${inline(action)} a comment:`, quote(comment)),
    };
  },
};

function plugin(payload: unknown): Message {
  const { project_name, message, culprit, level, url, event } = Plugin.parse(payload);
  if (event?.title) return happened({ ...event, level: level ?? event.level, web_url: url });
  return {
    topic: topicOf(project_name),
    content: paragraphs(
      `New ${link('issue', url)} (level: ${inline(level ?? 'error').toUpperCase()}):`,
      quote(message || culprit || 'No message'),
    ),
  };
}

/** The resource of a delivery without the header, recognised by its fields. */
function resourceOf(payload: unknown): string | null {
  const read = z.looseObject({ data: z.looseObject({}) }).safeParse(payload);
  const data: Record<string, unknown> = read.success ? read.data.data : {};
  for (const [field, resource] of [
    ['issue', 'issue'],
    ['error', 'error'],
    ['event', 'event_alert'],
    ['metric_alert', 'metric_alert'],
    ['comment', 'comment'],
  ] as const)
    if (hasFields(data, field)) return resource;
  return null;
}

export const sentry: PayloadFormat = ({ headers, payload }) => {
  const event = headers.get('sentry-hook-resource') ?? resourceOf(payload);
  if (event === null) return { ...plugin(payload), event: 'error' };
  return { ...formatOf(FORMATS, event)(payload), event };
};
