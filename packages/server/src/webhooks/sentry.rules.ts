// Sentry: https://docs.sentry.io/organization/integrations/integration-platform/webhooks. Pure.
import { z } from 'zod';
import { type Delivery, type Integration, type Notice, UnsupportedEvent } from './integration.ts';
import { code, inline, link, paragraphs, quote, topicOf } from './markdown.rules.ts';

const maybe = z.string().nullish();
const Person = z.looseObject({ name: maybe }).nullish();
const Action = z.looseObject({ action: z.string(), actor: Person });
const Issue = z.looseObject({
  data: z.looseObject({
    issue: z.looseObject({
      title: z.string(),
      culprit: maybe,
      level: maybe,
      shortId: maybe,
      web_url: maybe,
      permalink: maybe,
      project: z.looseObject({ name: maybe, slug: maybe }).nullish(),
      assignedTo: Person,
    }),
  }),
});
const Happened = z.looseObject({ title: z.string(), culprit: maybe, level: maybe, web_url: maybe, platform: maybe });
const ErrorCreated = z.looseObject({ data: z.looseObject({ error: Happened }) });
const EventAlert = z.looseObject({ data: z.looseObject({ event: Happened, triggered_rule: maybe }) });
const MetricAlert = z.looseObject({
  data: z.looseObject({ description_title: z.string(), description_text: maybe, web_url: maybe }),
});
const Comment = z.looseObject({
  data: z.looseObject({
    comment: z.string(),
    project_slug: maybe,
    issue_id: z.union([z.number(), z.string()]).nullish(),
  }),
});
/** What projects send whose webhooks were set up as a plug-in. */
const Plugin = z.looseObject({
  project_name: z.string(),
  message: maybe,
  culprit: maybe,
  level: maybe,
  url: maybe,
  event: z.looseObject({ title: maybe }).nullish(),
});

type Said = { readonly topic: string; readonly content: string };

const details = (level: string | null | undefined, culprit: string | null | undefined) =>
  [level && `level ${code(level)}`, culprit && `in ${code(culprit)}`].filter((part) => part).join(', ');

function happened(what: string, { title, culprit, level, web_url }: z.output<typeof Happened>, more = ''): Said {
  return {
    topic: topicOf(title),
    content: paragraphs(`${what}: ${link(title, web_url)}${more}`, details(level, culprit)),
  };
}

const FORMATS: Readonly<Record<string, (payload: unknown) => Said>> = {
  issue(payload) {
    const { action, actor } = Action.parse(payload);
    const { title, culprit, level, shortId, web_url, permalink, project, assignedTo } = Issue.parse(payload).data.issue;
    const by = actor?.name && action !== 'created' ? ` by ${inline(actor.name)}` : '';
    const to = action === 'assigned' && assignedTo?.name ? ` to ${inline(assignedTo.name)}` : '';
    const named = link(`${shortId ? `${shortId}: ` : ''}${title}`, web_url ?? permalink);
    return {
      topic: topicOf(project?.name ?? project?.slug, title),
      content: paragraphs(`Issue ${inline(action)}${to}${by}: ${named}`, details(level, culprit)),
    };
  },
  error: (payload) => happened('New error', ErrorCreated.parse(payload).data.error),
  event_alert(payload) {
    const { event, triggered_rule } = EventAlert.parse(payload).data;
    return happened(':alert: Alert', event, triggered_rule ? ` (rule ${code(triggered_rule)})` : '');
  },
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
      topic: topicOf(project_slug, issue_id == null ? null : `issue ${issue_id}`),
      content: paragraphs(`${inline(actor?.name ?? 'Somebody')} ${inline(action)} a comment:`, quote(comment)),
    };
  },
};

function plugin(payload: unknown): Notice {
  const { project_name, message, culprit, level, url, event } = Plugin.parse(payload);
  const title = event?.title || message || culprit || 'error';
  return {
    topic: topicOf(project_name, title),
    content: paragraphs(`New event: ${link(title, url)}`, details(level, culprit)),
    event: 'error',
  };
}

function format({ headers, payload }: Delivery): Notice {
  const event = headers.get('sentry-hook-resource');
  if (event === null) return plugin(payload);
  if (!Object.hasOwn(FORMATS, event)) throw new UnsupportedEvent(event);
  return { ...FORMATS[event]!(payload), event };
}

export const sentry: Integration = {
  name: 'sentry',
  display_name: 'Sentry',
  event_types: Object.keys(FORMATS),
  format,
};
