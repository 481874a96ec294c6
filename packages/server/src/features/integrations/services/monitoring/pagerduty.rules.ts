// PagerDuty: https://developer.pagerduty.com/docs/webhooks-overview, and its two former formats. Pure.
import { z } from 'zod';
import type { Message, Notice, PayloadFormat } from '../../integration.rules.ts';
import { bold, link, topicOf, withQuote } from '../../markdown.rules.ts';
import { anything, formatOf, hasFields, items, lookUp, maybe, part, scalar, text } from '../../payload.rules.ts';
import { listed, setUp } from '../facts.rules.ts';
import { eachOf } from './monitoring.rules.ts';

const Ref = part(z.looseObject({ summary: maybe, name: maybe, html_url: maybe }));
type Ref = z.output<typeof Ref>;

interface Incident {
  /** As in the topic: the number, with the title before it in the current format. */
  readonly name: string;
  readonly url: string | null | undefined;
  readonly service: Ref;
  readonly agent: Ref;
  readonly assignees: readonly Ref[];
  readonly details?: string | null;
}

/** What happened, by the name in any of the formats. */
const ACTIONS: Readonly<Record<string, string>> = {
  'incident.acknowledge': 'acknowledged',
  'incident.acknowledged': 'acknowledged',
  'incident.assign': 'assigned',
  'incident.delegate': 'delegated',
  'incident.delegated': 'delegated',
  'incident.escalate': 'escalated',
  'incident.escalated': 'escalated',
  'incident.reassigned': 'reassigned',
  'incident.reopened': 'reopened',
  'incident.resolve': 'resolved',
  'incident.resolved': 'resolved',
  'incident.trigger': 'triggered',
  'incident.triggered': 'triggered',
  'incident.unacknowledge': 'unacknowledged',
  'incident.unacknowledged': 'unacknowledged',
};
const HANDED_OVER: ReadonlySet<string> = new Set(['assigned', 'delegated', 'escalated', 'reassigned']);

const called = (ref: Ref): string => link(ref?.name || ref?.summary || '', ref?.html_url);
const by = (ref: Ref): string => (called(ref) ? ` by ${called(ref)}` : '');
const who = (ref: Ref): string => called(ref) || 'Somebody';

function actionOf(type: string): string {
  return formatOf(ACTIONS, type);
}

function about(action: string, { service, agent, assignees }: Incident): string {
  const to = listed(assignees.map(called));
  if (action === 'triggered') return `triggered${by(service)}${to && ` (assigned to ${to})`}`;
  return `${action}${HANDED_OVER.has(action) && to ? ` to ${to}` : ''}${by(agent)}`;
}

const incidentTopic = (name: string): string => topicOf(`Incident ${name}`);

function incidentNotice(action: string, incident: Incident): Notice {
  const { name, url, details } = incident;
  return {
    topic: incidentTopic(name),
    content: withQuote(`Incident ${link(name, url)} ${about(action, incident)}`, details),
    event: action,
  };
}

const First = z.looseObject({
  type: text,
  data: z.looseObject({
    incident: z.looseObject({
      incident_number: text.pipe(z.string().min(1)),
      html_url: maybe,
      service: Ref,
      assigned_to: items(z.looseObject({ object: Ref })),
      assigned_to_user: Ref,
      last_status_change_by: Ref,
      resolved_by_user: Ref,
      trigger_summary_data: part(z.looseObject({ subject: maybe, description: maybe })),
    }),
  }),
});
const Second = z.looseObject({
  event: text,
  incident: z.looseObject({
    incident_number: text.pipe(z.string().min(1)),
    title: maybe,
    html_url: maybe,
    service: Ref,
    assignments: items(z.looseObject({ assignee: Ref })),
  }),
  log_entries: items(z.looseObject({ agent: Ref, channel: part(z.looseObject({ details: anything })) })),
});
const Messages = z.looseObject({ messages: z.array(z.unknown()).min(1) });

function first(message: unknown): Notice {
  const { type, data } = First.parse(message);
  const action = actionOf(type);
  const { incident } = data;
  const all = incident.assigned_to.map(({ object }) => object);
  const trigger = incident.trigger_summary_data;
  return incidentNotice(action, {
    name: incident.incident_number,
    url: incident.html_url,
    service: incident.service,
    // The format doesn't say who assigned an incident.
    agent: HANDED_OVER.has(action) ? null : (incident.resolved_by_user ?? incident.last_status_change_by),
    assignees: incident.assigned_to_user ? [incident.assigned_to_user] : all,
    details: trigger?.subject || trigger?.description,
  });
}

function second(message: unknown): Notice {
  const { event, incident, log_entries } = Second.parse(message);
  const entry = log_entries[0];
  const details = entry?.channel?.details;
  return incidentNotice(actionOf(event), {
    name: incident.incident_number,
    url: incident.html_url,
    service: incident.service,
    agent: entry?.agent,
    assignees: incident.assignments.map(({ assignee }) => assignee),
    details: [incident.title, typeof details === 'string' ? details : ''].filter((line) => line).join('\n\n'),
  });
}

const Third = z.looseObject({
  event: z.looseObject({ event_type: text, agent: Ref, data: anything }),
});
const IncidentData = z.looseObject({
  number: scalar,
  title: text,
  html_url: maybe,
  service: Ref,
  assignees: items(Ref),
  priority: Ref,
});
const Detail = z.looseObject({
  incident: z.looseObject({ summary: text, html_url: maybe }),
  content: maybe,
  message: maybe,
  state: maybe,
  user: Ref,
  escalation_policy: Ref,
});
const Service = z.looseObject({ summary: text, html_url: maybe });

type Data = z.output<typeof Third>['event'];

const nameOf = ({ title, number }: z.output<typeof IncidentData>): string =>
  number == null ? title : `${title} (#${number})`;

/** An event of something that belongs to an incident. */
const detailed =
  (say: (detail: z.output<typeof Detail>, agent: Ref, incident: string) => string) =>
  ({ agent, data }: Data): Message => {
    const detail = Detail.parse(data);
    const { html_url } = detail.incident;
    const summary = detail.incident.summary.replace(/^\[#(\d+)\] +(.+)$/, '$2 (#$1)');
    const words = say(detail, agent, `incident ${link(summary, html_url)}`);
    return { topic: incidentTopic(summary), content: withQuote(words, detail.content || detail.message) };
  };

const responder = ({ user, escalation_policy }: z.output<typeof Detail>): string => who(user ?? escalation_policy);

const service =
  (action: string) =>
  ({ agent, data }: Data): Message => {
    const { summary, html_url } = Service.parse(data);
    return {
      topic: topicOf(`Service ${summary}`),
      content: `Service ${link(summary, html_url)} ${action}${by(agent)}.`,
    };
  };

/** Events of the current format besides the changes of an incident's state. */
const OTHERS: Readonly<Record<string, (event: Data) => Message>> = {
  'incident.annotated': detailed((_, agent, incident) => `${who(agent)} added a note to ${incident}`),
  'incident.priority_updated'({ agent, data }) {
    const read = IncidentData.parse(data);
    const [name, priority] = [nameOf(read), bold(read.priority?.summary ?? '')];
    const did = priority ? `The priority of incident ${link(name, read.html_url)} was changed to ${priority}` : '';
    const lost = `The priority of incident ${link(name, read.html_url)} was removed`;
    return { topic: incidentTopic(name), content: `${did || lost}${by(agent)}.` };
  },
  'incident.responder.added': detailed(
    (detail, agent, incident) => `${responder(detail)} was asked${by(agent)} to respond to ${incident}`,
  ),
  'incident.responder.replied': detailed((detail, _, incident) => {
    const replied = detail.state === 'declined' ? 'declined to respond' : 'agreed to respond';
    return `${responder(detail)} ${replied} to ${incident}`;
  }),
  'incident.status_update_published': detailed(
    (_, agent, incident) => `${who(agent)} updated the status of ${incident}`,
  ),
  'service.created': service('created'),
  'service.deleted': service('deleted'),
  'service.updated': service('updated'),
};

/** Known events without a message. */
const SILENT =
  /^(incident\.(action_invocation|conference_bridge|custom_field_values|incident_type|role|service_updated|task|workflow)|service\.custom_field_values)(\.|$)/;

function third({ event }: z.output<typeof Third>): Notice | null {
  const { event_type, agent, data } = event;
  if (SILENT.test(event_type)) return null;
  if (event_type === 'pagey.ping') return { topic: 'PagerDuty', content: setUp('PagerDuty', null), event: null };
  const other = lookUp(OTHERS, event_type);
  if (other) return { ...other(event), event: event_type.replace(/^incident\./, '') };
  const action = actionOf(event_type);
  const incident = IncidentData.parse(data);
  return incidentNotice(action, {
    name: nameOf(incident),
    url: incident.html_url,
    service: incident.service,
    agent,
    assignees: incident.assignees,
  });
}

export const pagerduty: PayloadFormat = ({ payload }) => {
  const current = Third.safeParse(payload);
  if (current.success) return third(current.data);
  const { messages } = Messages.parse(payload);
  return eachOf(messages, (message) => (hasFields(message, 'type') ? first(message) : second(message)));
};
